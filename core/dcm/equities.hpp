// Equities under the Dependent Chip Model, straight from the search of its tree.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// `payouts` are as many as `stacks`. Searches until no equity can be further from the truth than the tolerance allows,
// relative to the sum of the payouts, or until going on would only add rounding. `finish` is the matrix of places found
// on the way, or empty if it is not wanted; without a search it stays as it is, and its error is above 1. The work is
// the number of nodes expanded with three or more players. The answer depends on this table alone.
template <class Chips>
Report dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                    std::span<double> equities, std::span<double> finish, Watch& watch);

}  // namespace finaltable
