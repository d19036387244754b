// The Dependent Chip Model by searching its game tree, with a proof of the error.
//
// Probability is counted in whole units of 2^-63, chips in whole numbers. Every unit is either booked to a place or
// unresolved; nothing is ever rounded up. What is unresolved when the search stops is therefore a certified bound, rounding
// included, and the result does not depend on the order in which branches are visited.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// The tree keeps player indices and its scratch space small; beyond this many players sampling is the tool.
inline constexpr int kMaxTreePlayers = 128;

// Search until no probability can be further from the truth than the tolerance, unless that takes nodes less probable
// than the least threshold. The work is the number of nodes expanded with three or more players. Players with no chips
// are out already and share the last places.
//   finish[i * players + k]  probability that player i ends in place k + 1
//   unresolved[i]            no entry of row i is further from the truth than this, but for the rounding of floats
template <class Chips>
Report dcm_finish(std::span<const Chips> stacks, Limits limits, std::span<double> finish, std::span<double> unresolved,
                  Watch& watch);

//   knockouts[i * players + j]  probability that player i is the one who busts player j
//   unresolved[j]               the same for column j
template <class Chips>
Report dcm_knockouts(std::span<const Chips> stacks, Limits limits, std::span<double> knockouts,
                     std::span<double> unresolved, Watch& watch);

}  // namespace finaltable
