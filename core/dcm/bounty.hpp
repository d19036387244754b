// Bounties under the Dependent Chip Model by searching its tree, with a proof of the error.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/head_rules.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Searches until the error of every income is within the tolerance, relative to all bounties, but expands no node less
// probable than the least threshold. The work is the number of nodes expanded with three or more players. Players
// without chips are out and win nothing; their bounties are ignored.
template <class Chips>
Report dcm_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules, Limits limits,
                  std::span<double> income, Watch& watch);

// matrix[i * players + j] is the part of the bounty on player j that player i wins.
template <class Chips>
Report dcm_heads(std::span<const Chips> stacks, HeadRules rules, Limits limits, std::span<double> matrix, Watch& watch);

}  // namespace finaltable
