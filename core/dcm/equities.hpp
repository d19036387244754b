// Equities under the Dependent Chip Model by searching its tree.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// There are as many payouts as stacks. Searches until the error of every equity is within the tolerance, relative to
// the sum of the payouts, or until a longer search would only round more. `finish` receives the finish probabilities
// found on the way; it may be empty. Without a search it is not written, and its error is above 1. The work is the
// number of nodes expanded with three or more players. The answer depends only on this table.
template <class Chips>
Report dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                    std::span<double> equities, std::span<double> finish, Watch& watch);

}  // namespace finaltable
