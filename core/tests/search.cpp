// The search of the tree against a plain enumeration that follows the rules of a hand step by step.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "dcm/ledger.hpp"
#include "dcm/tree.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

// Every hand and every winner, including heads-up, until a branch is less probable than `cut`.
class PlainTree {
public:
    PlainTree(const std::vector<std::int64_t>& stacks, double cut)
        : finish(stacks.size() * stacks.size()), knockouts(finish.size()), players_(stacks.size()), cut_(cut) {
        play(stacks, 1.0);
    }

    std::vector<double> finish, knockouts;
    double unresolved = 0.0;

private:
    using Stacks = std::vector<std::int64_t>;

    void play(const Stacks& stacks, double probability) {
        const auto live = std::ranges::count_if(stacks, [](std::int64_t stack) { return stack > 0; });
        if (live == 1) {
            const auto winner = static_cast<std::size_t>(std::ranges::max_element(stacks) - stacks.begin());
            finish[winner * players_] += probability;
        } else if (probability < cut_) {
            unresolved += probability;
        } else {
            for (std::size_t i = 0; i < players_; ++i) {
                if (stacks[i] > 0) win(stacks, i, probability / static_cast<double>(live));
            }
        }
    }

    void win(const Stacks& stacks, std::size_t winner, double probability) {
        Stacks after(players_);
        for (std::size_t i = 0; i < players_; ++i) after[i] = std::max<std::int64_t>(0, stacks[i] - stacks[winner]);
        const std::int64_t kept = std::accumulate(after.begin(), after.end(), std::int64_t{0});
        after[winner] = std::accumulate(stacks.begin(), stacks.end(), std::int64_t{0}) - kept;
        for (std::size_t i = 0; i < players_; ++i) {
            if (stacks[i] > 0 && after[i] == 0) bust(stacks, after, i, winner, probability);
        }
        play(after, probability);
    }

    // Players who bust in one hand are ranked by their stacks before it; equal stacks share places.
    void bust(const Stacks& before, const Stacks& after, std::size_t player, std::size_t winner, double probability) {
        std::size_t ahead = 0, level = 0;
        for (std::size_t i = 0; i < players_; ++i) {
            ahead += after[i] > 0 || before[i] > before[player];
            level += after[i] == 0 && before[i] == before[player];
        }
        for (std::size_t place = ahead; place < ahead + level; ++place) {
            finish[player * players_ + place] += probability / static_cast<double>(level);
        }
        knockouts[winner * players_ + player] += probability;
    }

    std::size_t players_;
    double cut_;
};

void check_against_plain_tree(const std::vector<std::int64_t>& stacks, double cut) {
    const PlainTree plain(stacks, cut);
    std::vector<double> finish(plain.finish.size()), knockouts(plain.finish.size()), unresolved(stacks.size());
    NoWatch watch;
    dcm_finish<std::int64_t>(stacks, {.tolerance = 1e-7}, finish, unresolved, watch);
    CHECK(close(finish, plain.finish, plain.unresolved + 1e-7));
    dcm_knockouts<std::int64_t>(stacks, {.tolerance = 1e-7}, knockouts, unresolved, watch);
    CHECK(close(knockouts, plain.knockouts, plain.unresolved + 1e-7));
}

std::vector<std::int64_t> live_stacks(std::mt19937_64& random, std::size_t players, std::int64_t largest) {
    std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
    for (auto& stack : stacks) ++stack;
    return stacks;
}

}  // namespace

TEST("every unit is booked or unresolved") {
    Ledger<std::int64_t> ledger(std::vector<std::int64_t>{5, 3, 2}, true);
    CHECK(close(ledger.unresolved(0), 1.0, 1e-12));
    ledger.book(ledger.line_of(2), 2, kOne / 4);
    CHECK(ledger.booked(2, 2) == 0.25);
    CHECK(close(ledger.unresolved(2), 0.75, 1e-12));
    // A quarter is unexplored, and there the player holds 8 of the 10 chips.
    ledger.book(ledger.line_of(2), kTopTwo, kOne / 2);
    ledger.leave_unresolved(ledger.line_of(2), 3, 8.0, kOne / 4);
    CHECK(close(ledger.unresolved(2), 0.25 * 0.2, 1e-12));
    CHECK(close(ledger.booked(2, 0) + ledger.booked(2, 1) + ledger.booked(2, 2) + ledger.unresolved(2), 1.0, 1e-12));
    ledger.book_knockout(ledger.line_of(0), ledger.line_of(2), kOne / 8);
    CHECK(ledger.knockout(0, 2) == 0.125 && ledger.knockout(2, 0) == 0.0);
    ledger.clear();
    CHECK(close(ledger.largest_unresolved(), 1.0, 1e-12) && ledger.knockout(0, 2) == 0.0);
}

TEST("first and second place share a cell, and no other places do") {
    CHECK(cell_of(0) == cell_of(1) && cell_of(1) == cell_of(kTopTwo));
    CHECK(cell_of(2) == 2 && cell_of(3) == 3);
}

TEST("the three walks agree with a plain enumeration") {
    std::mt19937_64 random(15);
    for (int round = 0; round < 6; ++round) {
        check_against_plain_tree(live_stacks(random, 3, 1000), 1e-6);
        check_against_plain_tree(live_stacks(random, 4, 1000), 1e-5);
        check_against_plain_tree(live_stacks(random, 5, 5), 1e-4);
        check_against_plain_tree(live_stacks(random, 6, 1000), 1e-4);
    }
}

TEST("stacks that differ at first and tie later agree with a plain enumeration") {
    std::vector<std::int64_t> few{1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::mt19937_64 random(17);
    for (int round = 0; round < 12; ++round) {
        std::ranges::shuffle(few, random);
        check_against_plain_tree({few.begin(), few.begin() + 4}, 1e-5);
        check_against_plain_tree({few.begin(), few.begin() + 5}, 1e-4);
    }
    // Player two wins 4 times 2 plus 1: 9 chips, as many as 11 minus 2.
    check_against_plain_tree({12, 11, 5, 2, 1}, 1e-4);
    check_against_plain_tree({11, 7, 3, 2, 1}, 1e-4);
}

TEST("more players than are unrolled agree with a plain enumeration") {
    std::mt19937_64 random(16);
    check_against_plain_tree(live_stacks(random, 11, 10'000), 1e-3);
    check_against_plain_tree(live_stacks(random, 11, 4), 1e-3);
}
