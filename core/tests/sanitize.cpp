// The core without Python, run under the address and undefined-behaviour sanitizers: random tables, ties, edges.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "cards/showdown.hpp"
#include "dcm/budget.hpp"
#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/tree.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "support/batch.hpp"

using namespace finaltable;

namespace {

int passed = 0;
int failed = 0;

void check(bool holds, const std::string& what) {
    ++(holds ? passed : failed);
    if (!holds) std::printf("FAILED: %s\n", what.c_str());
}

bool sums_to_one(const std::vector<double>& finish, std::size_t players, double within) {
    for (std::size_t i = 0; i < players; ++i) {
        double row = 0.0, column = 0.0;
        for (std::size_t k = 0; k < players; ++k) {
            if (finish[i * players + k] < 0.0) return false;
            row += finish[i * players + k];
            column += finish[k * players + i];
        }
        if (std::abs(row - 1.0) > within || std::abs(column - 1.0) > within) return false;
    }
    return true;
}

template <class Chips>
void check_tree(const std::vector<Chips>& stacks, double tolerance, const std::string& what) {
    const std::size_t players = stacks.size();
    std::vector<double> finish(players * players), open(players);
    NoWatch watch;
    dcm_finish<Chips>(stacks, {0.5, tolerance}, finish, open, watch);
    check(sums_to_one(finish, players, 1e-12), what + ": finish sums");
    check(*std::ranges::max_element(open) <= tolerance, what + ": tolerance met");
    std::vector<double> knockouts(players * players);
    dcm_knockouts<Chips>(stacks, {0.5, tolerance}, knockouts, open, watch);
    bool columns = true;
    for (std::size_t j = 0; j < players; ++j) {
        double column = 0.0;
        for (std::size_t i = 0; i < players; ++i) column += knockouts[i * players + j];
        columns &= stacks[j] == 0 ? column == 0.0 : std::abs(column + finish[j * players] - 1.0) < 1e-12;
    }
    check(columns, what + ": knockout sums");
}

class StopAt final : public Watch {
public:
    explicit StopAt(int looks) : looks_(looks) {}
    bool keep_going(double, double) override { return looks_-- > 0; }

private:
    int looks_;
};

}  // namespace

int main() {
    std::mt19937_64 random(20261115);
    for (int round = 0; round < 150; ++round) {
        const std::size_t players = 1 + random() % 14;
        const std::int64_t largest = round % 3 == 0 ? 4 : round % 3 == 1 ? 60 : std::int64_t{1} << 53;
        std::vector<std::int64_t> stacks(players);
        for (auto& stack : stacks) stack = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(largest));
        if (std::ranges::count(stacks, 0) == static_cast<std::ptrdiff_t>(players)) stacks[0] = 1;
        check_tree(stacks, players > 9 ? 1e-3 : 1e-6, "random table");
        std::vector<WideChips> wide;
        for (const auto stack : stacks) wide.push_back(static_cast<WideChips>(stack) << 60);
        check_tree(wide, players > 9 ? 1e-2 : 1e-4, "wide table");

        const std::vector<double> chips(stacks.begin(), stacks.end());
        std::vector<double> subsets(players * players), quadrature(players * players);
        icm_subsets(chips, subsets);
        NoWatch watch;
        icm_finish(chips, 1e-12, quadrature, watch);
        check(sums_to_one(subsets, players, 1e-12), "subsets: sums");
        const bool same =
            std::ranges::equal(subsets, quadrature, [](double a, double b) { return std::abs(a - b) < 1e-12; });
        check(same, "subsets and quadrature agree");
    }
    // Ties that come and go along a chain, searched deep.
    const std::vector<std::int64_t> likely{1, 2, 3, 5, 8, 13, 21, 777, 1000, 1000, 1000, 12345, 99991};
    for (int round = 0; round < 60; ++round) {
        std::vector<std::int64_t> stacks(3 + random() % 7);
        for (auto& stack : stacks) stack = likely[random() % likely.size()];
        check_tree(stacks, stacks.size() > 7 ? 1e-9 : 1e-11, "ties that come and go");
    }
    check_tree(std::vector<std::int64_t>(kMaxTreePlayers, 5), 0.2, "everybody equal");
    std::vector<std::int64_t> many(kMaxTreePlayers);
    std::iota(many.begin(), many.end(), 1);
    {
        std::vector<double> finish(many.size() * many.size()), open(many.size());
        StopAt watch(3);
        const TreeReport report = dcm_finish<std::int64_t>(many, {1e-12, 1e-12}, finish, open, watch);
        check(!report.finished && sums_to_one(finish, many.size(), 1e-11), "stopped search still sums to one");
    }
    {
        std::vector<double> field(2000), payouts(300), equities(2000);
        for (auto& stack : field) stack = 1.0 + static_cast<double>(random() % 1000);
        for (std::size_t k = 0; k < payouts.size(); ++k) payouts[k] = 1.0 / static_cast<double>(k + 1);
        NoWatch watch;
        const QuadratureReport report = icm_equities(field, payouts, 1e-12, equities, watch);
        const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
        const double paid = std::accumulate(equities.begin(), equities.end(), 0.0);
        check(report.finished && std::abs(paid - pool) < 1e-11, "a large field keeps its pool");
    }
    for (const std::size_t players : {1, 2, 3, 5, 40, 300}) {
        std::vector<std::int64_t> field(players);
        for (auto& stack : field) stack = 1 + static_cast<std::int64_t>(random() % (players < 100 ? 6 : 5000));
        const std::vector<double> payouts{50.0, 30.0, 20.0};
        std::vector<double> equities(players), errors(players), finish(players * players);
        NoWatch watch;
        const FieldLimits limits{7, 1 << 16, 0.0, 6, 2};
        const std::span<const std::int64_t> chips(field);
        field_equities(chips, std::span(payouts).first(std::min<std::size_t>(3, players)), limits, equities, errors,
                       watch);
        const double paid = std::accumulate(equities.begin(), equities.end(), 0.0);
        check(std::abs(paid - (players == 1 ? 50.0 : players == 2 ? 80.0 : 100.0)) < 1e-9, "tournaments pay the pool");
        field_finish(chips, players, limits, finish, watch);
        check(sums_to_one(finish, players, 0.05), "tournaments: finish sums");
        // As large as chips may be, and the chains of past winners long: nothing overflows, and nothing changes.
        std::vector<double> wide_equities(players);
        std::vector<WideChips> wide(field.begin(), field.end());
        const WideChips scale = (WideChips{1} << 126) / std::accumulate(wide.begin(), wide.end(), WideChips{1});
        for (WideChips& stack : wide) stack *= scale;
        field_equities(std::span<const WideChips>(wide), std::span(payouts).first(std::min<std::size_t>(3, players)),
                       limits, wide_equities, errors, watch);
        const auto close = [](double a, double b) { return std::abs(a - b) < 1e-9; };
        check(std::ranges::equal(equities, wide_equities, close), "wide chips play the same tournaments");
        StopAt at_once(0);
        check(field_equities(chips, std::span(payouts), limits, equities, errors, at_once).tournaments >= 512,
              "without time a few tournaments are played");
        if (players < 3 || players > 100) continue;
        hybrid_finish(chips, std::span(payouts), {1e-3, 0.1, 1e5, 7}, finish, errors, watch);
        check(sums_to_one(finish, players, 1e-9), "hybrid: finish sums");
        StopAt stop(2);
        const HybridReport stopped =
            hybrid_finish(chips, std::span(payouts), {1e-9, 0.1, 1e7, 7}, finish, errors, stop);
        check(players < 40 || !stopped.finished, "a hybrid can be stopped");
    }
    {
        NoWatch watch;
        std::vector<int> visits(1000);
        check(for_each_table(visits.size(), 4, watch, [&](std::size_t table, Watch&) { ++visits[table]; }) &&
                  std::ranges::all_of(visits, [](int count) { return count == 1; }),
              "every table is visited once");
        StopAt stop(5);
        check(!for_each_table(visits.size(), 2, stop, [](std::size_t, Watch&) {}), "a batch can be stopped");
    }
    {
        NoWatch watch;
        const std::vector<Combo> hands{{51, 47, 1.0}, {43, 42, 1.0}};
        const Orders all = every_board(hands, watch);
        check(all.finished && all.boards == 1712304, "two hands see every board");
        std::vector<std::vector<Combo>> ranges(6);
        for (std::vector<Combo>& range : ranges) {
            for (int card = 1; card < kCards; ++card) range.push_back({card, card - 1, 1.0 / card});
        }
        const Orders drawn = drawn_boards(ranges, 20000, 7, watch);
        check(drawn.finished && std::accumulate(drawn.counts.begin(), drawn.counts.end(), std::uint64_t{0}) == 20000,
              "six players meet on drawn boards");
        const std::vector<std::vector<Combo>> same{{{51, 50, 1.0}}, {{51, 50, 1.0}}};
        check(drawn_boards(same, 1000, 7, watch).boards == 0, "hands that share a card are never drawn");
        StopAt stop(2);
        check(!every_board(hands, stop).finished, "a showdown can be stopped");
        std::vector<std::uint64_t> wins(kHandClasses * kHandClasses), ties(kHandClasses * kHandClasses);
        count_classes(0, 20000, wins, ties, watch);
        check(std::accumulate(wins.begin(), wins.end(), std::uint64_t{0}) > 0, "classes are counted");
    }
    check(tree_cost(9).nodes.back() > tree_cost(6).nodes.back(), "more players cost more");
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
