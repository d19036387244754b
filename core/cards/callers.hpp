// A push with one known hand: the probability that each player calls first, and of each result, with real cards for all
// players and the board.
//
// Such a probability is the mean of a product: earlier players fold, players behind fold until one calls, and the
// showdown has a result. The sum of two parts has this mean, with far less variance than plain deals:
// 1. Folders are dealt in turn, each from the hands they fold, weighted by the probability of folding. The caller is
//    not dealt: all calling hands that share no card with the dealt ones are counted, each with its average result.
// 2. The effect of folded cards on the board. Caller and board are dealt first, then the folders, weighted by the
//    probability of folding given that board. Weight minus a constant, times result minus average result, is the
//    difference that the average of part 1 leaves out.
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

// The index of two cards: combos in the order of their higher card, then of the lower one.
constexpr std::size_t combo_index(int high, int low) { return static_cast<std::size_t>(high * (high - 1) / 2 + low); }

struct Push {
    std::array<int, 2> hand;              // hero's cards
    std::size_t earlier;                  // players who folded before hero
    std::size_t behind;                   // players who may call; those after the first caller fold
    std::span<const double> plays;        // player by combo, earlier players first: probability not to fold it
    std::span<const double> averages;     // combo by result: hero against the combo's class
    std::span<const std::uint8_t> whole;  // by player behind: whether all combos of a class are played alike
};

struct PushWork {
    std::size_t first_block, blocks;  // each with separate random numbers
    std::size_t folds, boards;        // deals of part 1 and of part 2 in each block
    std::uint64_t seed;
    unsigned threads;
};

// Means of each block: the probability that earlier players fold; then, by player behind and result, the probability of
// both. Blocks that the watch stopped stay 0.
std::vector<double> push_blocks(const Push& push, const PushWork& work, Watch& watch);

}  // namespace finaltable
