// How a sweep is divided between threads.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "equilibrium/sweep.hpp"

namespace finaltable {

inline constexpr std::size_t kSeatings = 6;
inline constexpr std::size_t kTogether = 12;  // triples: the orders of two classes are read once for all of them

// Which of three seats (the first, second and third to act) hold the first, second and third class.
inline constexpr std::array<std::array<std::size_t, 3>, kSeatings> kHolders{
    {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}}};

// Sums over one part of the hands of two players.
struct Sweep::Part {
    explicit Part(const Game& game)
        : rest(nodes_of(game.seats)), reach(nodes_of(game.seats)), two(pairs_of(game.seats) * game.two_channels) {}

    NodeRows rest, reach;
    std::vector<double> two;
};

}  // namespace finaltable
