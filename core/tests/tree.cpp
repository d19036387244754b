// Answers of the tree: sums, the tolerance, wide chips, and a search that can be stopped.
#include "dcm/tree.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "dcm/budget.hpp"
#include "support/chips.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

template <class Chips>
std::vector<double> checked_finish(const std::vector<Chips>& stacks, double tolerance) {
    const std::size_t players = stacks.size();
    std::vector<double> finish(players * players), knockouts(players * players);
    NoWatch watch;
    CHECK(dcm_finish<Chips>(stacks, {.tolerance = tolerance}, finish, watch).error <= tolerance);
    CHECK(sums_to_one(finish, players, 1e-12));
    CHECK(dcm_knockouts<Chips>(stacks, {.tolerance = tolerance}, knockouts, watch).error <= tolerance);
    for (std::size_t j = 0; j < players; ++j) {
        double busted = 0.0;
        for (std::size_t i = 0; i < players; ++i) busted += knockouts[i * players + j];
        CHECK(close(busted, stacks[j] == 0 ? 0.0 : 1.0 - finish[j * players], 1e-12));
    }
    return finish;
}

}  // namespace

TEST("heads-up is chip share, and one player is first") {
    CHECK(close(checked_finish<std::int64_t>({3, 1}, 1e-9), std::vector{0.75, 0.25, 0.25, 0.75}, 1e-15));
    CHECK(close(checked_finish<std::int64_t>({0, 7}, 1e-9), std::vector{0.0, 1.0, 1.0, 0.0}, 1e-15));
}

#if FINALTABLE_WIDE_CHIPS
TEST("random tables sum to one within the tolerance, with 64 bits and with 128") {
    std::mt19937_64 random(20261115);
    for (int round = 0; round < 60; ++round) {
        const std::size_t players = 1 + random() % 12;
        const std::int64_t largest = round % 3 == 0 ? 4 : round % 3 == 1 ? 60 : std::int64_t{1} << 53;
        const std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
        std::vector<WideChips> wide(stacks.begin(), stacks.end());
        for (WideChips& stack : wide) stack <<= 60;
        const double tolerance = players > 9 ? 1e-2 : 1e-4;
        CHECK(close(checked_finish(stacks, tolerance), checked_finish(wide, tolerance), 1e-12));
    }
}
#endif

TEST("ties come and go along a chain") {
    const std::vector<std::int64_t> likely{1, 2, 3, 5, 8, 13, 21, 777, 1000, 1000, 1000, 12345, 99991};
    std::mt19937_64 random(7);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::int64_t> stacks(3 + random() % 6);
        for (auto& stack : stacks) stack = likely[random() % likely.size()];
        checked_finish(stacks, stacks.size() > 6 ? 1e-6 : 1e-9);
    }
}

TEST("the largest number of players, all equal, is solved") {
    const std::vector<double> finish = checked_finish(std::vector<std::int64_t>(kMaxTreePlayers, 5), 0.2);
    CHECK(close(finish.front(), 1.0 / kMaxTreePlayers, 1e-15));
}

TEST("a search that is stopped still sums to one and reports that it was stopped") {
    std::vector<std::int64_t> stacks(kMaxTreePlayers);
    std::iota(stacks.begin(), stacks.end(), 1);
    std::vector<double> finish(stacks.size() * stacks.size());
    StopAt watch(1);
    const Report report = dcm_finish<std::int64_t>(stacks, {.least_threshold = 1e-12}, finish, watch);
    CHECK(!report.finished && report.error > 1e-12);
    CHECK(sums_to_one(finish, stacks.size(), 1e-11));
}

TEST("the budget predicts at least as many nodes as a search expands, and as much error as it leaves") {
    const std::vector<std::int64_t> stacks{99991, 70001, 46301, 32099, 20011, 8803};
    std::vector<double> finish(36);
    NoWatch watch;
    const std::size_t entry = 900;  // a threshold of exp(-18)
    const double threshold = cost_threshold(entry);
    const Report report = dcm_finish<std::int64_t>(stacks, {.least_threshold = threshold}, finish, watch);
    const TreeCounts counts = count_tree(6, 3, 6);
    const double merged = static_cast<double>(report.work) / counts.nodes[entry];
    CHECK(0.4 < merged && merged < 1.0);
    CHECK(report.error <= counts.unresolved[entry]);
    CHECK(count_tree(9, 3, 9).nodes[entry] > counts.nodes[entry]);
    CHECK(close(count_tree(6, 3, 4).nodes[entry] + count_tree(6, 5, 6).nodes[entry], counts.nodes[entry], 1e-3));
    CHECK(close(count_tree(6, 3, 4).unresolved[entry] + count_tree(6, 5, 6).unresolved[entry], counts.unresolved[entry],
                1e-12));
}
