// Bounties under the Dependent Chip Model for fields of any size, by simulated tournaments.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/head_rules.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// For players who all hold chips. standard_errors are those of each income. The tolerance and the error are in units of
// the bounties.
template <class Chips>
Report field_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules, Limits limits,
                    std::span<double> income, std::span<double> standard_errors, Watch& watch);

}  // namespace finaltable
