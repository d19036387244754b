// Counts the orders of hands at a showdown before the flop: on every board, or on many drawn ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/evaluator.hpp"
#include "support/watch.hpp"

namespace finaltable {

inline constexpr int kMaxShowdown = 6;  // players
inline constexpr int kHandClasses = 169;

// Two cards with their weight in a range.
struct Combo {
    int first;
    int second;
    double weight;
};

// Counts of each order of the players. An order has a rank per player, 0 is the best, equal for a tie, in three bits
// per player, the first player in the lowest bits.
struct Orders {
    std::vector<std::uint64_t> counts;
    std::uint64_t boards = 0;
    bool finished = false;
};

// All boards for players who hold exactly these two cards each.
Orders every_board(std::span<const Combo> hands, Watch& watch);

// Draws `samples` times hands from every player's range, by weight and without shared cards, and a board. Gives up
// (with no boards) if hands without shared cards are hardly ever drawn.
Orders drawn_boards(std::span<const std::vector<Combo>> ranges, std::uint64_t samples, std::uint64_t seed,
                    Watch& watch);

// The class of two cards: 13 * high + low for a suited hand, 13 * low + high for an offsuit one, 14 * rank for a pair.
int hand_class(int first, int second);

// Wins and ties of every class against every class, counted over all pairs of hands that share no card and over the
// boards whose number, modulo `parts`, is `part`. Boards that differ only by their suits are evaluated once.
// Results are added to `wins` and `ties`, 169 by 169, in which [i][j] is i against j.
void count_classes(unsigned part, unsigned parts, std::span<std::uint64_t> wins, std::span<std::uint64_t> ties,
                   Watch& watch);

// The same, every board counted as often as it has cards of a rank: 13 by 169 by 169.
void count_classes_by_rank(unsigned part, unsigned parts, std::span<std::uint64_t> wins, std::span<std::uint64_t> ties,
                           Watch& watch);

}  // namespace finaltable
