// The search of the tree against a plain enumeration that follows the rules of a hand step by step.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "dcm/answers.hpp"
#include "dcm/bounds.hpp"
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
    std::vector<double> finish(plain.finish.size()), knockouts(plain.finish.size());
    NoWatch watch;
    dcm_finish<std::int64_t>(stacks, {.tolerance = 1e-7}, finish, watch);
    CHECK(close(finish, plain.finish, plain.unresolved + 1e-7));
    dcm_knockouts<std::int64_t>(stacks, {.tolerance = 1e-7}, knockouts, watch);
    CHECK(close(knockouts, plain.knockouts, plain.unresolved + 1e-7));
}

std::vector<std::int64_t> live_stacks(std::mt19937_64& random, std::size_t players, std::int64_t largest) {
    std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
    for (auto& stack : stacks) ++stack;
    return stacks;
}

}  // namespace

TEST("every unit of a place is booked, left or lost") {
    Ledger<std::int64_t> ledger(std::vector<std::int64_t>{5, 3, 2, 1});
    CHECK(ledger.lost(2) == 1.0 && ledger.lost(3) == 1.0 && ledger.win(0) == 5.0 / 11);
    ledger.book(ledger.line_of(2), 2, kOne / 4);
    CHECK(ledger.booked(2, 2) == 0.25 && ledger.lost(2) == 0.75 && ledger.unresolved(2) == 0.75);
    // Hands of three players have their fourth, hands of four do not.
    for (int player = 0; player < 3; ++player) ledger.leave(ledger.line_of(player), 3, player, kOne / 4);
    for (int player = 0; player < 4; ++player) ledger.leave(ledger.line_of(player), 4, player, kOne / 8);
    CHECK(ledger.lost(2) == 0.375 && ledger.lost(3) == 0.875);
    ledger.lose_in_ties(4);
    CHECK(ledger.lost(2) == 0.375 + 4 * kUnit);
    ledger.forget_left();
    CHECK(ledger.booked(2, 2) == 0.25 && ledger.lost(2) == 0.75 + 4 * kUnit);
    ledger.clear();
    CHECK(ledger.lost(2) == 1.0);
}

TEST("no two cells of a player coincide") {
    std::vector<Line> cells;
    for (int left = 3; left <= 12; ++left) {
        cells.push_back(place_cell(left - 1));
        for (int rank = 0; rank < left; ++rank) cells.push_back(rank_cell(left, rank));
    }
    CHECK(cells.size() == cells_of(12));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) CHECK(cells[cell] == cell);
}

// What a plain enumeration finds for the loss of every player of random tables is within the bounds of their ranks.
TEST("the bounds by rank hold") {
    const std::vector<double> losses{0, 0, 2, 1, 5}, other{0, 0, -3, 4, 1};
    std::mt19937_64 random(18);
    for (const auto& by_place : {losses, other}) {
        const CellBounds bounds(by_place);
        for (int round = 0; round < 60; ++round) {
            std::vector<std::int64_t> stacks = live_stacks(random, 5, round % 2 == 0 ? 1000 : 4);
            std::ranges::sort(stacks, std::greater<>{});
            const PlainTree plain(stacks, 1e-4);
            for (int i = 0; i < 5; ++i) {
                const auto equal =
                    std::ranges::equal_range(stacks, stacks[static_cast<std::size_t>(i)], std::greater<>{});
                const int first = static_cast<int>(equal.begin() - stacks.begin()),
                          size = static_cast<int>(equal.size());
                double loss = 0.0, least = 0.0, most = 0.0;
                for (std::size_t place = 0; place < 5; ++place) {
                    loss += plain.finish[static_cast<std::size_t>(i) * 5 + place] * by_place[place];
                }
                for (int rank = first; rank < first + size; ++rank) {
                    least += bounds.least[rank_cell(5, rank)] / size;
                    most += bounds.most[rank_cell(5, rank)] / size;
                }
                CHECK(least - 5 * plain.unresolved <= loss && loss <= most + 5 * plain.unresolved);
            }
        }
    }
}

TEST("points of intervals lie in them and sum to the total") {
    const std::vector<Interval> intervals{{0.0, 1.0}, {2.0, 2.5}, {1.0, 1.1}, {0.5, 0.5}};
    for (const double total : {3.5, 4.3, 4.4, 5.1}) {
        const std::vector<double> points = points_of(intervals, total);
        CHECK(close(sum(points), total, 1e-12));
        for (std::size_t i = 0; i < points.size(); ++i) {
            CHECK(intervals[i].least <= points[i] && points[i] <= intervals[i].most);
        }
    }
    // Short intervals give way first: the error is that of the longest.
    CHECK(close(points_of(intervals, 4.4)[0], 0.5, 1e-12));
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
