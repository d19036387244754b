// The Dependent Chip Model by searching its game tree, with a proof of the error.
//
// Probability is counted in integer units of 2^-63, chips in integers. Every unit is either booked to a place or
// unresolved; nothing is ever rounded up. The units unresolved when the search stops are therefore a proved bound,
// including rounding, and the result does not depend on the order in which branches are visited.
#pragma once

#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// A limit on player indices and scratch space; larger fields are sampled.
inline constexpr int kMaxTreePlayers = 128;

// Searches until the error of every probability is within the tolerance, but expands no node less probable than the
// least threshold. The work is the number of nodes expanded with three or more players. Players without chips are out
// and share the last places.
//   finish[i * players + k]  probability that player i ends in place k + 1
//   unresolved[i]            bound on the error of row i, without the rounding of floats
template <class Chips>
Report dcm_finish(std::span<const Chips> stacks, Limits limits, std::span<double> finish, std::span<double> unresolved,
                  Watch& watch);

//   knockouts[i * players + j]  probability that player i busts player j
//   unresolved[j]               the same for column j
template <class Chips>
Report dcm_knockouts(std::span<const Chips> stacks, Limits limits, std::span<double> knockouts,
                     std::span<double> unresolved, Watch& watch);

}  // namespace finaltable
