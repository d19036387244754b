// A push with one known hand: the chance that each player calls first and wins, with real cards for all players and the
// board.
//
// A chance here is the mean of a product: earlier players fold, players behind fold until one calls, and the showdown
// ends in some way. Two parts have that mean together, and far less variance than plain deals:
// 1. Folders are dealt in turn, each from the hands they fold, and weigh by the chance to fold. The caller is not dealt:
//    all hands they call with that share no card with those dealt are counted, each with its average result.
// 2. What folded cards do to the board. Caller and board are dealt first, then the folders, who weigh by the chance to
//    fold beside that board. Weight minus a constant, times result minus average result, is the difference that the
//    average of part 1 leaves out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/evaluator.hpp"
#include "support/watch.hpp"

namespace finaltable {

inline constexpr std::size_t kCombos = 1326;
inline constexpr std::size_t kResults = 3;  // hero wins, ties, loses

// The number of two cards: combos in the order of their higher card, then of the lower one.
constexpr std::size_t combo_index(int high, int low) { return static_cast<std::size_t>(high * (high - 1) / 2 + low); }

struct Push {
    std::array<int, 2> hand;              // hero's cards
    std::size_t earlier;                  // players who folded before hero
    std::size_t behind;                   // players who may call; those after the first caller fold
    std::span<const double> plays;        // player by combo, earlier players first: the chance not to fold it
    std::span<const double> averages;     // combo by result: hero against the combo's class
    std::span<const std::uint8_t> whole;  // by player behind: combos of a class are played alike
};

struct PushWork {
    std::size_t first_block, blocks;  // each has random numbers of its own
    std::size_t folds, boards;        // deals of part 1 and of part 2 in each block
    std::uint64_t seed;
    unsigned threads;
};

// Means of each block: the chance that earlier players fold, then by player behind and result the chance of that as
// well. Blocks that the watch stopped are left at 0.
std::vector<double> push_blocks(const Push& push, const PushWork& work, Watch& watch);

}  // namespace finaltable
