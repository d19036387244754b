// Cards as bits, and the strength of the best five of seven.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace finaltable {

inline constexpr int kCards = 52;

// Sixteen bits per suit, thirteen of them used: bit 0 is the deuce, bit 12 the ace.
using CardSet = std::uint64_t;

// Card 0 is the deuce of the first suit, card 51 the ace of the last: 4 * rank + suit.
constexpr CardSet card_bit(int card) { return CardSet{1} << ((card & 3) * 16 + (card >> 2)); }

namespace hand_detail {

// For every set of ranks: the highest card of its best straight plus one, or 0; and its five highest ranks.
struct RankTables {
    std::array<std::uint8_t, 8192> straight{};
    std::array<std::uint16_t, 8192> top_five{};

    constexpr RankTables() {
        for (unsigned ranks = 0; ranks < 8192; ++ranks) {
            const unsigned with_low_ace = ranks << 1 | ranks >> 12;
            for (unsigned high = 4; high <= 13; ++high) {
                const unsigned five = 0x1fU << (high - 4);
                if ((with_low_ace & five) == five) straight[ranks] = static_cast<std::uint8_t>(high);
            }
            unsigned kept = ranks;
            while (std::popcount(kept) > 5) kept &= kept - 1;
            top_five[ranks] = static_cast<std::uint16_t>(kept);
        }
    }
};

inline constexpr RankTables kRanks;

constexpr unsigned highest(unsigned ranks) { return ranks == 0 ? 0 : std::bit_floor(ranks); }

constexpr unsigned top(unsigned ranks, int count) {
    unsigned kept = 0;
    for (int i = 0; i < count; ++i) kept |= highest(ranks & ~kept);
    return kept;
}

// Whether five of at most seven cards are of one suit. All suits are counted side by side; std::popcount is a call of a
// library on processors that might not have the instruction.
constexpr bool has_flush(CardSet cards) {
    cards -= cards >> 1 & 0x5555555555555555;
    cards = (cards & 0x3333333333333333) + (cards >> 2 & 0x3333333333333333);
    cards = (cards & 0x0f0f0f0f0f0f0f0f) + (cards >> 4 & 0x0f0f0f0f0f0f0f0f);
    cards = (cards & 0x000f000f000f000f) + (cards >> 8 & 0x000f000f000f000f);
    return ((cards + 0x0003000300030003) & 0x0008000800080008) != 0;
}

constexpr std::uint32_t strength(unsigned category, unsigned first, unsigned then) {
    return category << 26 | first << 13 | then;
}

}  // namespace hand_detail

// The strength of five to seven cards if no flush counts: larger is better, equal is a tie. Ranks are bit sets: of two
// sets of equal size, the one with the higher card is the larger number.
inline std::uint32_t rank_strength(CardSet cards) {
    using namespace hand_detail;
    const unsigned a = cards & 0x1fff, b = cards >> 16 & 0x1fff, c = cards >> 32 & 0x1fff, d = cards >> 48 & 0x1fff;
    const unsigned any = a | b | c | d;
    const unsigned twice = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d);
    const unsigned thrice = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d);
    const unsigned four = a & b & c & d;
    if (four != 0) return strength(7, four, highest(any & ~four));
    if (thrice != 0) {
        const unsigned triple = highest(thrice);
        const unsigned pair = highest(twice & ~triple);
        if (pair != 0) return strength(6, triple, pair);
        if (kRanks.straight[any] == 0) return strength(3, triple, top(any & ~triple, 2));
    }
    if (kRanks.straight[any] != 0) return strength(4, kRanks.straight[any], 0);
    if (twice != 0) {
        const unsigned pairs = top(twice, 2);
        if ((pairs & (pairs - 1)) != 0) return strength(2, pairs, highest(any & ~pairs));
        return strength(1, pairs, top(any & ~pairs, 3));
    }
    return strength(0, 0, kRanks.top_five[any]);
}

// The strength of five to seven cards.
inline std::uint32_t hand_strength(CardSet cards) {
    using namespace hand_detail;
    if (!has_flush(cards)) return rank_strength(cards);
    // With seven cards, a flush leaves no four of a kind and no full house.
    unsigned suit = cards & 0x1fff;
    for (; std::popcount(suit) < 5; suit = cards & 0x1fff) cards >>= 16;
    const unsigned straight_flush = kRanks.straight[suit];
    return straight_flush != 0 ? strength(8, straight_flush, 0) : strength(5, 0, kRanks.top_five[suit]);
}

}  // namespace finaltable
