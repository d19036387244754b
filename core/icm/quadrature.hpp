// The Independent Chip Model for fields of any size, by one integral over time.
//
// ICM orders the players by independent exponential times with their stacks as rates. The place of a player who
// finishes at time t is the number of others who finished before t: a sum of independent coin flips, whose distribution
// is a product of linear polynomials. The integral uses the trapezoid rule after the substitution t = exp(y - exp(-y)).
#pragma once

#include <span>

#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// The error is estimated from sums that are known: the prize pool, or rows and columns of one. The work is the number
// of points at which the integrand was evaluated. If the watch stopped it, the values are undefined.

// Equities for as many payouts as players, or fewer; the error is in payout units. Players without chips share the
// prizes of the last places.
Report icm_equities(std::span<const double> stacks, std::span<const double> payouts, double tolerance,
                    std::span<double> equities, Watch& watch);

// finish[i * players + k]; players without chips share the last places.
Report icm_finish(std::span<const double> stacks, double tolerance, std::span<double> finish, Watch& watch);

}  // namespace finaltable
