// The Dependent Chip Model by searching its game tree, with a proof of the error.
//
// Probability is counted in integer units of 2^-63, chips in integers. Every unit is booked to a place, to a rank in a
// hand that is not explored, or lost; nothing is ever rounded up. So the error is proved, including rounding.
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
//   finish[i * players + k]  probability that player i ends in place k + 1; the error is also that of the probability
//                            of ending in a place or one below it
template <class Chips>
Report dcm_finish(std::span<const Chips> stacks, Limits limits, std::span<double> finish, Watch& watch);

//   knockouts[i * players + j]  probability that player i busts player j
template <class Chips>
Report dcm_knockouts(std::span<const Chips> stacks, Limits limits, std::span<double> knockouts, Watch& watch);

}  // namespace finaltable
