// A push with one known hand: the probability of each line that play can take, and of each result, with real cards for
// all players and the board.
//
// A line says what each other player does: the weights of the hands with which they do it, and who is at the showdown.
// Its probability is the mean of the product of these weights. The sum of two parts has this mean, with far less
// variance than plain deals:
// 1. The others are dealt in turn, each from the hands with which they do it, weighted by its probability. The opponent
//    is not dealt: all their hands that share no card with the dealt ones are counted, each with its average result.
//    A line shares the deals of the others with whom it and the line before it begin.
// 2. The effect of the others' cards on the board. Opponent and board are dealt first, then the others, weighted by the
//    probability given that board. Weight minus a constant, times result minus average result, is the difference that
//    the average of part 1 leaves out.
// Several opponents are dealt first, then the others, then the board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/drawing.hpp"
#include "support/watch.hpp"

namespace finaltable {

inline constexpr std::size_t kResults = 3;    // hero wins, ties, loses
inline constexpr std::size_t kMostShown = 5;  // players at a showdown

struct Line {
    std::vector<std::size_t> others;     // ranges of players who are not at the showdown
    std::vector<std::size_t> opponents;  // ranges of the players whom hero meets, up to kMostShown with hero
    bool showdown;                       // if not, only its probability is wanted; then there is one opponent at most
    bool hero = true;                    // whether hero is at the showdown; if not, several opponents are

    std::size_t shown() const { return opponents.size() + (hero ? 1 : 0); }
};

struct Push {
    std::array<int, 2> hand;              // hero's cards
    std::span<const double> ranges;       // range by combo: probability that a player with this hand does it
    std::span<const std::uint8_t> whole;  // by range: whether all combos of a class have the same weight
    std::span<const double> averages;     // combo by result: hero against the combo's class
    std::span<const Line> lines;
};

struct PushWork {
    std::size_t first_block, blocks;  // each with separate random numbers
    std::size_t folds;                // deals of part 1 in each block
    std::vector<std::size_t> boards;  // deals of part 2 in each block, by line
    std::uint64_t seed;
    unsigned threads;
};

// Number of probabilities of a line: one, or the orders of the players at the showdown, ties included. Orders of two
// are those of the results, of three those of kOrderRanks, of more the lists of their ranks in lexicographic order.
std::size_t width_of(const Line& line);

// Means of each block: part by line by result, the probability of both. The sum of the two parts is an estimate. Blocks
// that the watch stopped stay 0.
std::vector<double> push_blocks(const Push& push, const PushWork& work, Watch& watch);

}  // namespace finaltable
