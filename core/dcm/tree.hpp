// The Dependent Chip Model by searching its game tree, with a proof of the error.
//
// Probability is counted in whole units of 2^-63, chips in whole numbers. Every unit is either booked to a place or
// unresolved; nothing is ever rounded up. What is unresolved when the search stops is therefore a certified bound, rounding
// included, and the result does not depend on the order in which branches are visited.
#pragma once

#include <cstdint>
#include <span>

#include "support/chips.hpp"
#include "support/watch.hpp"

namespace finaltable {

// The tree keeps player indices and its scratch space small; beyond this many players sampling is the tool.
inline constexpr int kMaxTreePlayers = 128;

struct TreeLimits {
    double threshold;  // expand nodes at least this probable,
    double tolerance;  // and lower the threshold until no finish probability can be further from the truth than this
};

struct TreeReport {
    std::uint64_t nodes = 0;  // nodes expanded with three or more players
    bool finished = true;     // false: the watch stopped the search before the tolerance was met
};

// Players with no chips are out already and share the last places.
//   finish[i * players + k]  probability that player i ends in place k + 1
//   unresolved[i]            no entry of row i is further from the truth than this
template <class Chips>
TreeReport dcm_finish(std::span<const Chips> stacks, TreeLimits limits, std::span<double> finish,
                      std::span<double> unresolved, Watch& watch);

//   knockouts[i * players + j]  probability that player i is the one who busts player j
//   unresolved[j]               no entry of column j is further from the truth than this
template <class Chips>
TreeReport dcm_knockouts(std::span<const Chips> stacks, TreeLimits limits, std::span<double> knockouts,
                         std::span<double> unresolved, Watch& watch);

}  // namespace finaltable
