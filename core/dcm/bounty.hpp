// Bounties under the Dependent Chip Model by searching its tree, with a proof of the error.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/head_rules.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Search until no income can be further from the truth than the tolerance, relative to all heads, unless that takes nodes
// less probable than the least threshold. The work is the number of nodes expanded with three or more players. Players
// with no chips are out already and win nothing; their heads count for nothing.
template <class Chips>
Report dcm_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules, Limits limits,
                  std::span<double> income, Watch& watch);

// matrix[i * players + j] is the part of a unit on the head of player j that player i wins.
template <class Chips>
Report dcm_heads(std::span<const Chips> stacks, HeadRules rules, Limits limits, std::span<double> matrix, Watch& watch);

}  // namespace finaltable
