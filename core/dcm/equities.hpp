// Equities under the Dependent Chip Model, straight from the search: the matrix of places stays inside.
#pragma once

#include <cstdint>
#include <span>

#include "support/chips.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct EquityLimits {
    double tolerance;      // of an equity, relative to the sum of the payouts
    unsigned threads = 1;  // for this one table; the answer does not depend on them
};

struct EquityReport {
    double error = 0.0;         // no equity is further from the truth than this, in payout units
    double finish_error = 0.0;  // no finish probability is further from the truth than this
    std::uint64_t nodes = 0;    // nodes expanded with three or more players
    bool finished = true;       // false: the watch stopped the search before the tolerance was met
};

// `payouts` are as many as `stacks`. Searches until no equity can be further from the truth than the tolerance allows,
// or until going on would only add rounding. `finish` is the matrix of places found on the way, or empty if nobody
// wants it. The answer depends on this table alone.
template <class Chips>
EquityReport dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts, EquityLimits limits,
                          std::span<double> equities, std::span<double> finish, Watch& watch);

}  // namespace finaltable
