// What folders leave in the deck, against counts of deals; and changed boards.
#include "equilibrium/folders.hpp"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "cards/showdown.hpp"
#include "equilibrium/boards.hpp"
#include "support/random.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

using Ranks = std::array<double, kRanks>;

// Goes in with pairs, aces, and hands of two high cards; the higher `from`, the fewer.
Row strategy(std::size_t from) {
    Row row;
    for (std::size_t h = 0; h < kHands; ++h) {
        const std::size_t one = h / kRanks, other = h % kRanks;
        const bool good = one == other ? one + 3 >= from : one + other >= 2 * from || one == 12 || other == 12;
        row.value[h] = good ? 1.0F : 0.0F;
    }
    return row;
}

// Means over dealt hands of several folders: how often all fold, and the cards that they leave then.
struct Counted {
    double chance = 0.0;
    Ranks density{};
};

Counted count_deals_of(const std::vector<Row>& strategies, int deals) {
    Random random(7, 0);
    std::array<int, kCards> deck{};
    std::iota(deck.begin(), deck.end(), 0);
    Counted found;
    for (int deal = 0; deal < deals; ++deal) {
        bool all = true;
        for (std::size_t f = 0; f < strategies.size() && all; ++f) {
            for (std::size_t i = 2 * f; i < 2 * f + 2; ++i) {
                std::swap(deck[i], deck[i + below(random.bits(), deck.size() - i)]);
            }
            const auto hand = static_cast<std::size_t>(hand_class(deck[2 * f], deck[2 * f + 1]));
            all = strategies[f].value[hand] == 0.0F;
        }
        if (!all) continue;
        found.chance += 1.0;
        for (std::size_t i = 2 * strategies.size(); i < deck.size(); ++i) {
            found.density[static_cast<std::size_t>(deck[i] >> 2)] += 1.0;
        }
    }
    const double left = static_cast<double>(deck.size() - 2 * strategies.size());
    for (double& density : found.density) density *= static_cast<double>(kRanks) / left / found.chance;
    found.chance /= deals;
    return found;
}

double fold_chance(const Row& goes_in) {
    double folded = 0.0;
    for (std::size_t h = 0; h < kHands; ++h) {
        const double size = h / kRanks == h % kRanks ? 6.0 : h / kRanks > h % kRanks ? 4.0 : 12.0;
        folded += size * (1.0 - static_cast<double>(goes_in.value[h]));
    }
    return folded / 1326.0;
}

}  // namespace

TEST("players who fold every hand leave a random deck") {
    const FoldedHands any{Row{}};
    Folders folders;
    for (int i = 0; i < 7; ++i) folders.fold(any);
    CHECK(close(folders.together(), 1.0, 1e-6) && close(folders.together_without(3), 1.0, 1e-6));
    for (std::size_t r = 0; r < kRanks; ++r) {
        CHECK(close(static_cast<double>(folders.density(4.0).value[r]), 1.0, 1e-6));
        CHECK(close(static_cast<double>(folders.beyond_single().value[r]), 1.0, 1e-6));
    }
}

TEST("one folder leaves the cards that they do not hold") {
    const Row goes_in = strategy(9);
    std::array<double, kRanks> held{};
    double hands = 0.0;
    for (int high = 1; high < kCards; ++high) {
        for (int low = 0; low < high; ++low) {
            if (goes_in.value[static_cast<std::size_t>(hand_class(low, high))] != 0.0F) continue;
            hands += 1.0;
            for (const int card : {low, high}) held[static_cast<std::size_t>(card >> 2)] += 1.0;
        }
    }
    const FoldedHands folded(goes_in);
    Folders folders;
    folders.fold(folded);
    CHECK(folders.together() == 1.0 && folders.together_without(0) == 1.0);
    for (std::size_t r = 0; r < kRanks; ++r) {
        const double left = (4.0 - held[r] / hands) / 50.0 * kRanks;
        CHECK(close(static_cast<double>(folders.density().value[r]), left, 1e-5));
        CHECK(folders.beyond_single().value[r] == 1.0F);
    }
}

TEST("seven folders fold as often, and leave the ranks, as in a count of deals") {
    std::vector<Row> strategies;
    std::vector<FoldedHands> hands;
    double product = 1.0;
    for (const std::size_t from : {11, 10, 10, 9, 9, 8, 8}) {
        strategies.push_back(strategy(from));
        hands.emplace_back(strategies.back());
        product *= fold_chance(strategies.back());
    }
    Folders folders;
    for (const FoldedHands& folded : hands) folders.fold(folded);
    const Counted counted = count_deals_of(strategies, 400000);
    CHECK(counted.chance < 0.95 * product);
    CHECK(close(folders.together() * product / counted.chance, 1.0, 0.015));
    for (std::size_t r = 0; r < kRanks; ++r) {
        CHECK(close(static_cast<double>(folders.density().value[r]), counted.density[r], 0.01));
    }
    Folders six;
    for (std::size_t i = 0; i < 6; ++i) six.fold(hands[i]);
    CHECK(close(folders.together_without(6), six.together(), 0.005));
}

TEST("changed orders keep their sum, follow the results in pairs, and are never negative") {
    std::array<double, kOrders> orders{};
    for (std::size_t i = 0; i < kOrders; ++i) orders[i] = 0.01 * static_cast<double>(i + 1);
    const std::array<double, kOrders> before = orders;
    const double total = sum(before);
    shift_orders(orders, {Shift{0.01, 0.001}, Shift{0.012, 0.0}, Shift{0.002, 0.0}});
    CHECK(close(sum(orders), total, 1e-12));
    std::array<double, 3> change{};  // of wins: the first over the second, over the third, the second over the third
    for (std::size_t i = 0; i < kOrders; ++i) {
        const auto& rank = kOrderRanks[i];
        change[0] += rank[0] < rank[1] ? orders[i] - before[i] : 0.0;
        change[1] += rank[0] < rank[2] ? orders[i] - before[i] : 0.0;
        change[2] += rank[1] < rank[2] ? orders[i] - before[i] : 0.0;
    }
    CHECK(close(change[0], 0.01 * total, 5e-4) && close(change[1], 0.012 * total, 5e-4));
    CHECK(close(change[2], 0.002 * total, 5e-4));
    shift_orders(orders, {Shift{-1.0, 0.0}, Shift{}, Shift{}});
    for (const double share : orders) CHECK(share >= 0.0);
    std::array<double, 3> results{0.01, 0.01, 0.98};
    shift_results(results, {-0.02, 0.0});
    CHECK(results[0] == 0.0 && close(sum(results), 1.0, 1e-12));
}
