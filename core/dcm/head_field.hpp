// Bounties under the Dependent Chip Model for fields of any size, by simulated tournaments.
#pragma once

#include <span>

#include "dcm/field.hpp"
#include "support/head_rules.hpp"

namespace finaltable {

// For players who all hold chips. standard_errors are those of each income. limits.tolerance and the report's
// `error` are in units of the heads.
template <class Chips>
FieldReport field_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules,
                         FieldLimits limits, std::span<double> income, std::span<double> standard_errors, Watch& watch);

}  // namespace finaltable
