// Tournaments of a large field, and the tree with a sample below it.
#include "dcm/tournament.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "dcm/bounty.hpp"
#include "dcm/field.hpp"
#include "dcm/head_field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/points.hpp"
#include "dcm/tree.hpp"
#include "support/chips.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

const std::vector<double> kPayouts{50.0, 30.0, 20.0};
constexpr Limits kLimits{.tournaments = 1 << 13, .seed = 7, .threads = 2};

std::span<const double> paid(std::size_t players) {
    return std::span(kPayouts).first(std::min<std::size_t>(3, players));
}

std::vector<std::int64_t> field_of(std::size_t players) {
    std::mt19937_64 random(players);
    std::vector<std::int64_t> field = random_stacks(random, players, players < 100 ? 6 : 5000);
    for (auto& stack : field) ++stack;
    return field;
}

// Records the places of all players in one tournament.
struct Diary {
    static constexpr bool kFollowsHeads = false;

    explicit Diary(std::size_t players) : places(players), below_first(players) {}

    void run(std::size_t begin, std::size_t end, std::size_t shift) {
        for (std::size_t i = begin; i < end; ++i) one(i, i + shift, 1.0);
    }
    void one(std::size_t player, std::size_t place, double probability) {
        places[place] += probability;
        below_first[player] += probability;
    }

    std::vector<double> places, below_first;
};

}  // namespace

TEST("a tournament fills every place once, and only the last two share") {
    for (const std::size_t players : {2, 3, 5, 40, 300}) {
        std::vector<std::int64_t> sorted = field_of(players);
        std::ranges::sort(sorted, std::greater<>());
        const Field<std::int64_t> field(sorted);
        CHECK(field.total() == std::accumulate(sorted.begin(), sorted.end(), std::int64_t{0}));
        Points points(7, 0, 6);
        for (int round = 0; round < 50; ++round) {
            Diary diary(players);
            Simulation<std::int64_t, Diary> simulation(field, diary);
            simulation.play(points);
            // First place is not recorded; the last two players share second place.
            CHECK(diary.places[0] == 0.0);
            CHECK(std::all_of(diary.places.begin() + 2, diary.places.end(), [](double sum) { return sum == 1.0; }));
            CHECK(diary.places[1] == 0.0 || close(diary.places[1], 1.0, 1e-12));
            CHECK(std::ranges::all_of(diary.below_first, [](double sum) { return sum >= 0.0 && sum <= 1.0; }));
        }
    }
}

TEST("winners of the first hand are evenly distributed") {
    Points points(7, 0, 6);
    std::vector<int> wins(4);
    for (int round = 0; round < 1024; ++round) {
        points.next_tournament();
        ++wins[points.winner_of(4)];
    }
    CHECK(std::ranges::all_of(wins, [](int count) { return std::abs(count - 256) <= 1; }));
}

TEST("simulated tournaments pay the whole pool, with 64 bits and with 128") {
    for (const std::size_t players : {1, 2, 3, 5, 40, 300}) {
        const std::vector<std::int64_t> field = field_of(players);
        std::vector<double> equities(players), wide_equities(players), errors(players);
        NoWatch watch;
        field_equities<std::int64_t>(field, paid(players), kLimits, equities, errors, watch);
        CHECK(close(sum(equities), sum(paid(players)), 1e-9));
#if FINALTABLE_WIDE_CHIPS
        // The largest chips: nothing overflows, and the answer is the same.
        std::vector<WideChips> wide(field.begin(), field.end());
        const WideChips scale = (WideChips{1} << 126) / std::accumulate(wide.begin(), wide.end(), WideChips{1});
        for (WideChips& stack : wide) stack *= scale;
        field_equities<WideChips>(wide, paid(players), kLimits, wide_equities, errors, watch);
        CHECK(close(equities, wide_equities, 1e-9));
#endif
    }
}

TEST("simulated tournaments agree with the tree") {
    const std::vector<std::int64_t> stacks{5000, 3100, 3100, 900, 450};
    std::vector<double> tree(25), finish(25), equities(5), errors(5);
    NoWatch watch;
    dcm_finish<std::int64_t>(stacks, {.tolerance = 1e-6}, tree, watch);
    const Limits many{.tournaments = 1 << 17, .seed = 7};
    field_finish<std::int64_t>(stacks, 5, many, finish, watch);
    CHECK(close(finish, tree, 5e-3));
    field_equities<std::int64_t>(stacks, kPayouts, many, equities, errors, watch);
    for (std::size_t i = 0; i < 5; ++i) {
        const double exact = 50.0 * tree[5 * i] + 30.0 * tree[5 * i + 1] + 20.0 * tree[5 * i + 2];
        CHECK(close(equities[i], exact, 5.0 * errors[i] + 1e-4));
    }
}

TEST("a field without time still plays a few tournaments") {
    const std::vector<std::int64_t> field = field_of(40);
    std::vector<double> equities(40), errors(40);
    StopAt at_once(0);
    const Report report = field_equities<std::int64_t>(field, kPayouts, kLimits, equities, errors, at_once);
    CHECK(!report.finished && report.work >= 512);
    CHECK(close(sum(equities), 100.0, 1e-9));
}

TEST("tree and sample together sum to one, agree with the tree, and can be stopped") {
    for (const std::size_t players : {3, 5, 40}) {
        const std::vector<std::int64_t> field = field_of(players);
        std::vector<double> finish(players * players), errors(players);
        NoWatch watch;
        Limits limits{.least_threshold = 1e-3, .tournaments = 10'000, .seed = 7};
        const Report report = hybrid_finish<std::int64_t>(field, kPayouts, limits, finish, errors, watch);
        CHECK(report.finished && sums_to_one(finish, players, 1e-9));
        if (players < 40) {
            std::vector<double> tree(players * players);
            dcm_finish<std::int64_t>(field, {.tolerance = 1e-6}, tree, watch);
            CHECK(close(finish, tree, report.finish_error + 1e-5));
        } else {
            StopAt stop(1);
            limits.least_threshold = 1e-9;
            CHECK(!hybrid_finish<std::int64_t>(field, kPayouts, limits, finish, errors, stop).finished);
        }
    }
}

TEST("the error is at most the proved one, which replaces the scatter of few paths") {
    const double later = 30.0;  // largest difference between open places
    const SampledPart few{1e-4, 0.1, 1000, 100}, many{1e-4, 0.1, 1000, 100'000}, closed{1e-4, 1e-3, 1000, 100'000};
    CHECK(few.error(0.001, 1.0) == 0.1 && few.error(0.05, later) == 0.1 * later && few.error(0.05, 0.0) == 0.0);
    CHECK(close(many.error(0.001, 1.0), 4 * 0.001 + 10 * 1e-4, 1e-12));
    CHECK(close(many.error(0.05, later), 4 * 0.05 + 10 * 1e-4 * later, 1e-12));
    CHECK(closed.error(0.001, 1.0) == 0.001 && closed.error(0.05, later) == 0.001 * later);
}

TEST("simulated bounties agree with the tree, also for equal stacks with different bounties") {
    const std::vector<std::vector<std::int64_t>> tables{
        {50, 30, 20, 20, 7}, {5, 5, 5, 5}, {9, 6, 6, 6, 2, 1}, {4, 3}, {7}};
    for (const auto& stacks : tables) {
        std::vector<double> heads(stacks.size()), income(stacks.size()), errors(stacks.size()), exact(stacks.size());
        for (std::size_t i = 0; i < heads.size(); ++i) heads[i] = static_cast<double>(i * i);
        for (const HeadRules rules : {HeadRules{0.5, true}, HeadRules{1.0, false}}) {
            NoWatch watch;
            const Report report = field_income<std::int64_t>(stacks, heads, rules, kLimits, income, errors, watch);
            dcm_income<std::int64_t>(stacks, heads, rules, {.tolerance = 1e-9}, exact, watch);
            for (std::size_t i = 0; i < heads.size(); ++i) {
                CHECK(close(income[i], exact[i], report.error + 1e-9));
            }
            if (rules.own) CHECK(close(sum(income), sum(heads), 1e-9));
        }
    }
}
