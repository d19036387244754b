// Three classes of hands.
#include "cards/triples.hpp"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

TEST("every triple has a distinct index") {
    CHECK(triple_index(0, 0, 0) == 0 && triple_index(168, 168, 168) == kTriples - 1);
    CHECK(triple_index(0, 1, 1) == triple_index(1, 1, 1) - 1);
}

TEST("thirteen orders of three players are all different") {
    for (std::size_t i = 0; i < kOrders; ++i) {
        for (std::size_t j = 0; j < i; ++j) CHECK(kOrderRanks[i] != kOrderRanks[j]);
    }
}

TEST("deals of three classes are counted correctly") {
    const std::vector<std::uint16_t> deals = count_deals();
    CHECK(deals[triple_index(0, 0, 0)] == 0);                      // six deuces
    CHECK(deals[triple_index(0, 0, 14)] == 6 * 1 * 6);             // four deuces and two treys
    CHECK(deals[triple_index(14 * 10, 14 * 11, 14 * 12)] == 216);  // queens, kings, aces
    CHECK(deals[triple_index(1, 15, 29)] > 0);
}

TEST("a deck without one ace has three aces left") {
    std::array<unsigned, kHandClasses> hands{};
    count_live_hands(card_bit(51), hands);
    CHECK(hands[14 * 12] == 3 && hands[14 * 11] == 6);
    CHECK(std::accumulate(hands.begin(), hands.end(), 0U) == 51U * 50U / 2U);
}

TEST("counting triples can be stopped, and counts only hands that can be dealt") {
    std::vector<std::uint32_t> counts(kTriples * kOrders);
    StopAt stop(0);
    count_triples(1, 0, 4, counts, stop);
    CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 0);
    NoWatch watch;
    count_triples(1, 0, 2, counts, watch);
    CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) > 0);
    for (std::size_t order = 0; order < kOrders; ++order) CHECK(counts[order] == 0);  // six deuces
}
