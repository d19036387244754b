// The Independent Chip Model for fields of any size, by one integral over time.
//
// ICM orders the players by independent exponential times with their stacks as rates. A player who finishes at time t
// has as many ahead as others have finished before t: a sum of independent coins, whose distribution is a
// product of linear polynomials. The integral over t is done by the trapezoid rule after t = exp(y - exp(-y)).
#pragma once

#include <span>

#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// The error is estimated from sums that are known: the prize pool, or rows and columns of one. The work is the number of
// points at which the integrand was evaluated. Where the watch stopped it, the values mean nothing.

// Equities for as many payouts as players, or fewer; the error is in payout units. Players without chips share what the
// last places pay.
Report icm_equities(std::span<const double> stacks, std::span<const double> payouts, double tolerance,
                    std::span<double> equities, Watch& watch);

// finish[i * players + k]; players without chips share the last places.
Report icm_finish(std::span<const double> stacks, double tolerance, std::span<double> finish, Watch& watch);

}  // namespace finaltable
