// Bounties under sequential elimination: whoever takes a part of the chips of a player takes that part of their head.
#pragma once

#include <span>

#include "sem/tree.hpp"
#include "support/head_rules.hpp"

namespace finaltable {

// At most kMaxSemPlayers players with chips; the others win nothing, and their heads count for nothing.
void sem_income(std::span<const double> stacks, std::span<const double> heads, SemKernel kernel, HeadRules rules,
                std::span<double> income);

}  // namespace finaltable
