// The Independent Chip Model for fields of any size, by few frequencies and compressed stacks.
//
// As for quadrature, players finish at independent exponential times with their stacks as rates, and an equity is the
// integral of s exp(-s t) E[payout of the number of others who have finished] over time. But at a fixed time
// - the number of the finished is nearly Gaussian: some thirty frequencies of its characteristic function
//   prod_j(1 + b_j (z - 1)) carry it, and one player is taken out by a division for each frequency;
// - a player counts only through the stack, and smoothly: a few hundred nodes stand for the field (nodes.hpp);
// - both the logarithm of the function and the sum over frequencies are power series in min(b, 1 - b), so no node needs
//   a logarithm or a division.
// So the cost hardly grows with the field, apart from sorting it.
#pragma once

#include <cstddef>
#include <span>

#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Equities for as many payouts as players, or fewer, in payout units like their error. Players without chips share what
// the last places pay. The tolerance, relative to all that is paid, decides the cost: the step in time follows from a
// bound on the error that is known before. The error adds bounds and estimates for each step of the method; it does not
// look at the equities. The same bits for any number of threads. The work is the number of points in time. Where the
// watch stopped it, the values mean nothing.
Report icm_compressed(std::span<const double> stacks, std::span<const double> payouts, const Limits& limits,
                      std::span<double> equities, Watch& watch);

// Finish probabilities of some players: at each time the distribution of the number of others who have finished, by an
// inverse transform for each of these players. One row for each of `seats`, with as many places as players. The
// tolerance and the error are those of a probability; otherwise as above.
Report icm_compressed_rows(std::span<const double> stacks, std::span<const std::size_t> seats, const Limits& limits,
                           std::span<double> finish, Watch& watch);

}  // namespace finaltable
