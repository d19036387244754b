// Bounties under sequential elimination: a player who takes a part of another's chips takes that part of the bounty.
#pragma once

#include <span>

#include "sem/tree.hpp"
#include "support/head_rules.hpp"

namespace finaltable {

// At most kMaxSemPlayers players with chips; the others win nothing, and their bounties are ignored.
Report sem_income(std::span<const double> stacks, std::span<const double> heads, SemKernel kernel, HeadRules rules,
                  std::span<double> income);

}  // namespace finaltable
