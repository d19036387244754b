// Three classes of hands at a showdown before the flop: how often each of the thirteen orders occurs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/showdown.hpp"
#include "support/watch.hpp"

namespace finaltable {

inline constexpr std::size_t kOrders = 13;       // of three players, ties included
inline constexpr std::size_t kTriples = 818805;  // of classes in any order: 171 * 170 * 169 / 6

// The ranks of three players in each order, 0 is the best, equal for a tie. The first two decide the group: the first
// ahead (0 to 4), tied (5 to 7), behind (8 to 12); within a group, the third goes from best to worst.
inline constexpr std::array<std::array<int, 3>, kOrders> kOrderRanks{{{1, 2, 0},
                                                                      {0, 1, 0},
                                                                      {0, 2, 1},
                                                                      {0, 1, 1},
                                                                      {0, 1, 2},
                                                                      {1, 1, 0},
                                                                      {0, 0, 0},
                                                                      {0, 0, 1},
                                                                      {2, 1, 0},
                                                                      {1, 0, 0},
                                                                      {2, 0, 1},
                                                                      {1, 0, 1},
                                                                      {1, 0, 2}}};

// The index of three classes in the table, a <= b <= c.
constexpr std::size_t triple_index(std::size_t a, std::size_t b, std::size_t c) {
    return c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a;
}

// Deal `boards` boards and, for each of three players, one hand of every class; count the order of every triple of
// classes whose hands share no card, a for the first player, b for the second, c for the third. Each of the 22
// billion ways to deal three given classes and a board is as likely as the others, so a share is an unbiased estimate.
// Adds to `counts`, kTriples by kOrders. The same seed and part give the same counts.
void count_triples(std::uint64_t seed, std::uint64_t part, std::size_t boards, std::span<std::uint32_t> counts,
                   Watch& watch);

// Number of hands of every class in a deck without these cards.
void count_live_hands(CardSet dead, std::span<unsigned, kHandClasses> hands);

// Number of ways to deal the classes of every triple to three players, kTriples numbers.
std::vector<std::uint16_t> count_deals();

}  // namespace finaltable
