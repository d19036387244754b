// CFR+ for a tree, and the exploitability of a profile. A raise is worth what follows it: best responses are found from
// the last decision back, and averages are weighted by the player's own actions before.
//
// 1. Measure the average profile. The best profile is kept. Showdowns of three players are valued with its hands, and what
//    folders do together to hands and boards is found: exact at the measured profile, and kept until the next measure.
// 2. Iterations of CFR+, seat by seat. The average weights iteration t by its fifth power.
// 3. Repeat until the exploitability is low enough.
#pragma once

#include <span>

#include "equilibrium/solve.hpp"
#include "equilibrium/tree.hpp"

namespace finaltable {

// The profile has a row per decision and choice, as the gains have; reach and locked have one per decision. Masses are
// those of showdowns of three, in the order of the ends.
Solved solve_tree(const TreeGame& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options,
                  Watch& watch);

}  // namespace finaltable
