// The Independent Chip Model for fields of any size, by one integral over time.
//
// ICM orders the players by independent exponential times with their stacks as rates. A player who finishes at time t
// has as many ahead as others have finished before t: a sum of independent coins, whose distribution is a
// product of linear polynomials. The integral over t is done by the trapezoid rule after t = exp(y - exp(-y)).
#pragma once

#include <cstdint>
#include <span>

#include "support/watch.hpp"

namespace finaltable {

struct QuadratureReport {
    double error = 0.0;        // estimated from sums that are known: prize pool, or rows and columns of one
    std::uint64_t points = 0;  // where the integrand was evaluated
    bool finished = true;      // false: the watch stopped it; the values mean nothing
};

// Equities of players who all hold chips. `payouts` may be shorter than `stacks`; the error is in payout units.
QuadratureReport icm_equities(std::span<const double> stacks, std::span<const double> payouts, double tolerance,
                              std::span<double> equities, Watch& watch);

// finish[i * players + k]; players without chips share the last places.
QuadratureReport icm_finish(std::span<const double> stacks, double tolerance, std::span<double> finish, Watch& watch);

}  // namespace finaltable
