// Equilibria of many hands of push or fold, one thread for each hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "equilibrium/solve.hpp"

namespace finaltable {

// Hands that differ only in what outcomes are worth and in their start: `game` has the gains of all hands, one after
// the other, and so has `start` (hand by node by class).
struct Hands {
    std::size_t count;
    Game game;
    std::span<const double> start;
    std::span<const bool> locked;  // node
};

// Where the answers go: hand by node by class, hand by seat, hand by channel, hand.
struct HandAnswers {
    std::span<double> profile, exploitability, one, two, three;
    std::span<std::uint8_t> solved;
};

// Solve every hand to the tolerance of the options, whose number of threads counts hands at a time. A hand that the
// watch leaves no time for is not `solved`, and its answers are not touched. False if the watch stopped it.
bool solve_hands(const Hands& hands, const SolveOptions& options, HandAnswers answers, Watch& watch);

}  // namespace finaltable
