// Equities under the Dependent Chip Model, straight from the search: the matrix of places stays inside.
#pragma once

#include <cstdint>
#include <span>

#include "dcm/plan.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct EquityReport {
    double error = 0.0;       // no equity is further from the truth than this, in payout units
    std::uint64_t nodes = 0;  // nodes expanded with three or more players
    bool finished = true;     // false: the watch stopped the search before the tolerance was met
};

// `payouts` are as many as `stacks`. Searches until no equity can be further from the truth than `tolerances[m]`, for
// m players with chips, times the sum of the payouts, or until going on would only add rounding. What is known of a table depends on nothing else.
template <class Chips>
EquityReport dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts,
                          std::span<const double> tolerances, const ThresholdTable& thresholds,
                          std::span<double> equities, Watch& watch);

}  // namespace finaltable
