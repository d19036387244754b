// Showdowns before the flop.
#include "cards/showdown.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "support/random.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

// Orders of two players, three bits each: 0 is a tie, 8 a win of the first, 1 of the second.
double share_of_first(const Orders& orders) {
    const double wins = static_cast<double>(orders.counts[8]) + 0.5 * static_cast<double>(orders.counts[0]);
    return wins / static_cast<double>(orders.boards);
}

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// The rank of each player on every board, board by board, as in Orders.
std::vector<std::uint64_t> counted_plainly(const std::vector<Combo>& hands) {
    std::vector<std::uint64_t> counts(std::size_t{1} << (3 * hands.size()));
    std::vector<CardSet> held, deck;
    CardSet taken = 0;
    for (const Combo& hand : hands) held.push_back(card_bit(hand.first) | card_bit(hand.second));
    for (const CardSet cards : held) taken |= cards;
    for (int card = 0; card < kCards; ++card) {
        if ((card_bit(card) & taken) == 0) deck.push_back(card_bit(card));
    }
    std::vector<std::uint32_t> strengths(hands.size());
    const auto visit = [&](CardSet board) {
        for (std::size_t i = 0; i < hands.size(); ++i) strengths[i] = hand_strength(held[i] | board);
        std::vector<std::uint32_t> levels(strengths);
        std::ranges::sort(levels, std::greater<>());
        levels.erase(std::ranges::unique(levels).begin(), levels.end());
        std::size_t order = 0;
        for (std::size_t i = 0; i < hands.size(); ++i) {
            order |= static_cast<std::size_t>(std::ranges::find(levels, strengths[i]) - levels.begin()) << (3 * i);
        }
        ++counts[order];
    };
    const std::size_t left = deck.size();
    for (std::size_t e = 4; e < left; ++e) {
        for (std::size_t d = 3; d < e; ++d) {
            for (std::size_t c = 2; c < d; ++c) {
                for (std::size_t b = 1; b < c; ++b) {
                    for (std::size_t a = 0; a < b; ++a) visit(deck[a] | deck[b] | deck[c] | deck[d] | deck[e]);
                }
            }
        }
    }
    return counts;
}

// Hands of some players, drawn from one deck.
std::vector<Combo> drawn_hands(std::size_t players, std::uint64_t seed) {
    Random random(seed, 0);
    std::vector<int> cards;
    while (cards.size() < 2 * players) {
        const int card = static_cast<int>(below(random.bits(), kCards));
        if (std::ranges::find(cards, card) == cards.end()) cards.push_back(card);
    }
    std::vector<Combo> hands;
    for (std::size_t i = 0; i < players; ++i) hands.push_back({cards[2 * i], cards[2 * i + 1], 1.0});
    return hands;
}

constexpr Combo kAces{51, 50, 1.0}, kKings{47, 46, 1.0};

}  // namespace

TEST("two hands are counted on every board, and drawn boards agree") {
    NoWatch watch;
    const Orders all = every_board(std::vector{kAces, kKings}, watch);
    CHECK(all.finished && all.boards == 1712304 && total(all.counts) == all.boards);
    CHECK(close(share_of_first(all), 0.82, 0.01));
    const std::vector<std::vector<Combo>> ranges{{kAces}, {kKings}};
    const Orders drawn = drawn_boards(ranges, 40000, 7, watch);
    CHECK(close(share_of_first(drawn), share_of_first(all), 5.0 * 0.4 / std::sqrt(40000.0)));
}

TEST("boards counted by their ranks are those of a plain count") {
    NoWatch watch;
    // Suited hands of one suit and of two, pairs, hands that share ranks, and any hands.
    std::vector<std::vector<Combo>> all{{{51, 47, 1.0}, {35, 3, 1.0}}, {{51, 47, 1.0}, {34, 30, 1.0}}};
    all.push_back({{51, 50, 1.0}, {49, 48, 1.0}});
    all.push_back({{51, 46, 1.0}, {50, 47, 1.0}});
    all.push_back({{32, 28, 1.0}, {33, 29, 1.0}, {34, 30, 1.0}, {35, 31, 1.0}});
    for (std::uint64_t seed = 0; seed < 6; ++seed) all.push_back(drawn_hands(2 + seed % 5, seed));
    for (const std::vector<Combo>& hands : all) {
        const Orders orders = every_board(hands, watch);
        CHECK(orders.finished && orders.counts == counted_plainly(hands) && orders.boards == total(orders.counts));
    }
}

TEST("a range is drawn by its weights") {
    NoWatch watch;
    const std::vector<std::vector<Combo>> ranges{{{51, 50, 1.0}, {3, 2, 0.0}}, {kKings}};
    CHECK(close(share_of_first(drawn_boards(ranges, 20000, 7, watch)), 0.82, 0.03));
}

TEST("six players have a showdown on drawn boards") {
    NoWatch watch;
    std::vector<std::vector<Combo>> ranges(6);
    for (std::vector<Combo>& range : ranges) {
        for (int card = 1; card < kCards; ++card) range.push_back({card, card - 1, 1.0 / card});
    }
    const Orders drawn = drawn_boards(ranges, 10000, 7, watch);
    CHECK(drawn.finished && total(drawn.counts) == 10000);
}

TEST("hands that share a card are never drawn") {
    NoWatch watch;
    const std::vector<std::vector<Combo>> same{{kAces}, {kAces}};
    CHECK(drawn_boards(same, 1000, 7, watch).boards == 0);
}

TEST("a showdown can be stopped") {
    StopAt stop(2);
    CHECK(!every_board(std::vector{kAces, kKings}, stop).finished);
}

TEST("hands have 169 classes") {
    std::vector<int> combos(kHandClasses);
    for (int second = 1; second < kCards; ++second) {
        for (int first = 0; first < second; ++first) ++combos[static_cast<std::size_t>(hand_class(first, second))];
    }
    for (int high = 0; high < 13; ++high) {
        for (int low = 0; low < 13; ++low) {
            // A pair, a suited hand, an offsuit one.
            const int expected = high == low ? 6 : high > low ? 4 : 12;
            CHECK(combos[static_cast<std::size_t>(13 * high + low)] == expected);
        }
    }
}

TEST("classes are counted from both sides") {
    NoWatch watch;
    std::vector<std::uint64_t> wins(kHandClasses * kHandClasses), ties(kHandClasses * kHandClasses);
    count_classes(0, 20000, wins, ties, watch);
    CHECK(total(wins) > 0 && total(ties) > 0);
    for (std::size_t i = 0; i < kHandClasses; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (ties[i * kHandClasses + j] != ties[j * kHandClasses + i]) CHECK(!"ties are the same from both sides");
        }
    }
}

TEST("counts by rank have every board as often as it has cards") {
    constexpr std::size_t kPairs = kHandClasses * kHandClasses;
    std::vector<std::uint64_t> wins(kPairs), ties(kPairs), by_rank(13 * kPairs), ties_by_rank(13 * kPairs);
    NoWatch watch;
    count_classes(3, 5000, wins, ties, watch);
    count_classes_by_rank(3, 5000, by_rank, ties_by_rank, watch);
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
        std::uint64_t won = 0, tied = 0;
        for (std::size_t rank = 0; rank < 13; ++rank) {
            won += by_rank[rank * kPairs + pair];
            tied += ties_by_rank[rank * kPairs + pair];
        }
        CHECK(won == 5 * wins[pair] && tied == 5 * ties[pair]);
    }
}
