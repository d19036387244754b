// Jobs on several threads, and the watch that stops them. The thread sanitizer watches these.
#include "support/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "dcm/equities.hpp"
#include "dcm/field.hpp"
#include "dcm/tree.hpp"
#include "icm/compressed.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "sem/sample.hpp"
#include "sem/tree.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

constexpr std::size_t kTables = 40;
constexpr std::size_t kPlayers = 5;
using Answers = std::vector<std::array<double, kPlayers * kPlayers>>;

// Sums of every table's finish probabilities by the tree, by subsets and by quadrature.
Answers tables(unsigned threads, Watch& watch) {
    Answers answers(kTables);
    parallel_for(kTables, threads, watch, [&](std::size_t table, Watch& own) {
        std::array<std::int64_t, kPlayers> stacks;
        std::array<double, kPlayers> chips;
        for (std::size_t i = 0; i < kPlayers; ++i) {
            stacks[i] = static_cast<std::int64_t>(1 + table * (i + 3) % 17);
            chips[i] = static_cast<double>(stacks[i]);
        }
        std::array<double, kPlayers * kPlayers> tree, subsets, quadrature;
        dcm_finish<std::int64_t>(stacks, {.least_threshold = 1e-4}, tree, own);
        icm_subsets(chips, subsets);
        icm_finish(chips, 1e-9, quadrature, own);
        for (std::size_t k = 0; k < tree.size(); ++k) answers[table][k] = tree[k] + subsets[k] + quadrature[k];
    });
    return answers;
}

std::vector<double> tournaments(unsigned threads) {
    std::vector<std::int64_t> field(50);
    for (std::size_t i = 0; i < field.size(); ++i) field[i] = static_cast<std::int64_t>(1 + i % 7);
    const std::vector<double> payouts{50.0, 30.0, 20.0};
    std::vector<double> equities(field.size()), errors(field.size()), finish(field.size() * 3);
    NoWatch watch;
    const Limits limits{.tournaments = 1 << 12, .seed = 7, .threads = threads};
    field_equities<std::int64_t>(field, payouts, limits, equities, errors, watch);
    field_finish<std::int64_t>(field, 3, limits, finish, watch);
    equities.insert(equities.end(), finish.begin(), finish.end());
    return equities;
}

// A large tree, its knockouts and a sample of sequential elimination.
std::vector<double> eliminations(unsigned threads) {
    const std::vector<double> chips{9, 1, 4, 4, 7, 2, 5, 3}, payouts{5, 3, 2, 0, 0, 0, 0, 0};
    std::vector<double> finish(64), knockouts(64), equities(8), errors(8), sampled(64);
    NoWatch watch;
    sem_finish(chips, SemKernel::knockout, threads, finish, watch);
    sem_knockouts(chips, SemKernel::knockout, threads, knockouts, watch);
    sem_sample(chips, payouts, SemKernel::roberts,
               {.tolerance = -1.0, .tournaments = 512, .seed = 3, .threads = threads}, {equities, errors, sampled},
               watch);
    for (const auto* more : {&knockouts, &equities, &errors, &sampled}) {
        finish.insert(finish.end(), more->begin(), more->end());
    }
    return finish;
}

}  // namespace

TEST("sequential elimination does not depend on the number of threads") {
    const std::vector<double> alone = eliminations(1);
    CHECK(eliminations(2) == alone);
    CHECK(eliminations(5) == alone);
}

TEST("every table is visited once") {
    NoWatch watch;
    std::vector<int> visits(1000);
    CHECK(parallel_for(visits.size(), 4, watch, [&](std::size_t table, Watch&) { ++visits[table]; }));
    CHECK(std::ranges::all_of(visits, [](int count) { return count == 1; }));
}

TEST("a watch stops a batch before its next few tables") {
    StopAt stop(5);
    int visits = 0;
    CHECK(!parallel_for(1000, 1, stop, [&](std::size_t, Watch&) { ++visits; }));
    CHECK(visits == 5 * static_cast<int>(jobs_at_a_time(1000, 1)));
}

TEST("a watch stops every thread in the middle of a table") {
    for (const int looks : {0, 1, 20}) {
        StopAt stop(looks);
        CHECK(!parallel_for(1000, 4, stop, [](std::size_t, Watch& own) {
            while (own.keep_going(0.0, 1.0)) std::this_thread::yield();
        }));
        StopAt during(looks);
        tables(4, during);
    }
}

TEST("an exception of one thread reaches the caller") {
    NoWatch watch;
    bool caught = false;
    try {
        parallel_for(kTables, 4, watch, [](std::size_t table, Watch&) {
            if (table % 7 == 3) throw std::runtime_error("this table");
        });
    } catch (const std::runtime_error&) {
        caught = true;
    }
    CHECK(caught);
}

TEST("answers do not depend on the number of threads") {
    NoWatch watch;
    CHECK(tables(1, watch) == tables(4, watch));
    CHECK(tournaments(1) == tournaments(4));
}

TEST("one table on several threads has the same bits") {
    const std::vector<std::int64_t> stacks{9750, 7100, 6130, 5550, 4630, 3210, 2010, 880, 450};
    const std::vector<double> payouts{100, 60, 40, 0, 0, 0, 0, 0, 0};
    std::vector<std::vector<double>> answers;
    for (const unsigned threads : {1U, 2U, 5U}) {
        NoWatch watch;
        answers.emplace_back(stacks.size());
        const Limits limits{.tolerance = 1e-9, .threads = threads};
        const Report report = dcm_equities<std::int64_t>(stacks, payouts, limits, answers.back(), {}, watch);
        CHECK(report.work > 50'000);
        answers.back().push_back(report.error);
        CHECK(answers.back() == answers.front());
    }
}

TEST("a compressed field on several threads has the same bits") {
    std::vector<double> stacks(300), payouts(45);
    for (std::size_t i = 0; i < stacks.size(); ++i) stacks[i] = static_cast<double>(1 + i * i % 211);
    for (std::size_t k = 0; k < payouts.size(); ++k) payouts[k] = 1.0 / static_cast<double>(k + 1);
    std::vector<std::vector<double>> answers;
    for (const unsigned threads : {1U, 2U, 5U}) {
        NoWatch watch;
        answers.emplace_back(stacks.size());
        const Limits limits{.tolerance = 1e-9, .threads = threads};
        const Report report = icm_compressed(stacks, payouts, limits, answers.back(), watch);
        answers.back().push_back(report.error);
        CHECK(answers.back() == answers.front());
    }
}

TEST("rows of a compressed field on several threads have the same bits") {
    std::vector<double> stacks(300);
    for (std::size_t i = 0; i < stacks.size(); ++i) stacks[i] = static_cast<double>(1 + i * i % 211);
    const std::vector<std::size_t> seats{3, 299};
    std::vector<std::vector<double>> answers;
    for (const unsigned threads : {1U, 2U, 5U}) {
        NoWatch watch;
        answers.emplace_back(seats.size() * stacks.size());
        const Report report =
            icm_compressed_rows(stacks, seats, {.tolerance = 1e-9, .threads = threads}, answers.back(), watch);
        answers.back().push_back(report.error);
        CHECK(answers.back() == answers.front());
    }
}

TEST("independent callers get the same answers") {
    NoWatch watch;
    const Answers expected = tables(1, watch);
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 3; ++caller) {
        callers.emplace_back([&] {
            NoWatch own;
            CHECK(tables(2, own) == expected);
        });
    }
    for (std::thread& caller : callers) caller.join();
}
