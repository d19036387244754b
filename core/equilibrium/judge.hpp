// Judges a profile by real deals: whole decks, no card model. Also ranks dealt hands at a showdown of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equilibrium/tree.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Cards are dealt to the seats that decide, in the order of action, and then to players who are all-in by posting. Here
// the `values` of an end are the number of its set of players at the showdown.
struct JudgedGame {
    Tree tree;
    std::size_t posted;
    std::vector<std::vector<std::size_t>> showdowns;  // by set: players in the showdown
    std::vector<std::vector<std::int32_t>> rows;      // by set: the row of every order, three bits per rank
    std::span<const double> values;                   // row by player
    std::span<const double> profile;                  // decision by choice by class
};

// Sums over deals of the gain of every choice over folding, if the others let the player reach the decision: decision by
// choice by class, for the first and the second half of the deals. Also of every player's value at the end of the hand.
struct Judged {
    std::vector<double> sum[2], squares[2];
    std::vector<std::uint64_t> seen[2];
    std::vector<double> worth[2], worth_squares[2];
    std::uint64_t deals[2] = {0, 0};
};

Judged judge_profile(const JudgedGame& game, std::uint64_t deals, std::uint64_t seed, unsigned threads, Watch& watch);

// The ranks of hands on drawn boards, 0 is the best, equal for a tie: deal by player. The first `choosing` players hold
// one of these classes, the others any hand.
std::vector<std::uint8_t> dealt_ranks(std::span<const std::size_t> classes, std::size_t choosing, std::size_t others,
                                      std::size_t deals, std::uint64_t seed);

}  // namespace finaltable
