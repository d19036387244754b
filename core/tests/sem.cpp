// Sequential elimination against its definition, written out without lanes, closed forms or parts.
#include <cstdint>
#include <random>
#include <vector>

#include "sem/heads.hpp"
#include "sem/sample.hpp"
#include "sem/tree.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

constexpr SemKernel kKernels[] = {SemKernel::knockout, SemKernel::roberts, SemKernel::weitzman};

double weight(SemKernel kernel, double x, double y) {
    if (kernel == SemKernel::roberts) return 1.0 / (x * y);
    return kernel == SemKernel::weitzman ? 1.0 : 1.0 / ((x + y) * (x + y));
}

struct Definition {
    SemKernel kernel;
    std::size_t players;
    std::vector<double> finish, knockouts;

    Definition(SemKernel which, const std::vector<double>& stacks)
        : kernel(which), players(stacks.size()), finish(players * players), knockouts(players * players) {
        std::vector<std::size_t> who;
        for (std::size_t i = 0; i < players; ++i) who.push_back(i);
        go(who, stacks, 1.0);
    }

    void go(const std::vector<std::size_t>& who, const std::vector<double>& stacks, double chance) {
        const std::size_t left = who.size();
        if (left == 1) {
            finish[who[0] * players] += chance;
            return;
        }
        std::vector<double> totals(left), rates(left);
        for (std::size_t i = 0; i < left; ++i) {
            for (std::size_t j = 0; j < left; ++j) totals[i] += i == j ? 0.0 : weight(kernel, stacks[i], stacks[j]);
            rates[i] = totals[i] / stacks[i];
        }
        for (std::size_t out = 0; out < left; ++out) {
            const double now = chance * rates[out] / sum(rates);
            finish[who[out] * players + left - 1] += now;
            std::vector<std::size_t> others;
            std::vector<double> rest;
            for (std::size_t j = 0; j < left; ++j) {
                if (j == out) continue;
                const double share = weight(kernel, stacks[out], stacks[j]) / totals[out];
                knockouts[who[j] * players + who[out]] += now * share;
                others.push_back(who[j]);
                rest.push_back(stacks[j] + stacks[out] * share);
            }
            go(others, rest, now);
        }
    }
};

std::vector<double> random_chips(std::mt19937_64& random, std::size_t players, std::uint64_t largest) {
    std::vector<double> chips(players);
    for (double& stack : chips) stack = static_cast<double>(1 + random() % largest);
    return chips;
}

}  // namespace

TEST("tree and knockouts agree with the definition") {
    std::mt19937_64 random(20261117);
    for (std::size_t players = 1; players <= 8; ++players) {
        for (const SemKernel kernel : kKernels) {
            const std::vector<double> chips = random_chips(random, players, players % 2 ? 5 : 100'000);
            const Definition truth(kernel, chips);
            std::vector<double> finish(players * players), knockouts(players * players);
            NoWatch watch;
            const Report places = sem_finish(chips, kernel, 1, finish, watch);
            const Report busts = sem_knockouts(chips, kernel, 1, knockouts, watch);
            CHECK(places.finished && places.error < 1e-11);
            CHECK(busts.finished && busts.error < 1e-11);
            CHECK(close(finish, truth.finish, 1e-13));
            CHECK(close(knockouts, truth.knockouts, 1e-13));
            CHECK(sums_to_one(finish, players, 1e-13));
        }
    }
}

// Payouts with ties and zeros anywhere, in any order.
std::vector<double> random_payouts(std::mt19937_64& random, std::size_t players) {
    std::vector<double> payouts(players);
    for (double& payout : payouts) payout = static_cast<double>(random() % 3);
    for (std::size_t k = 1 + random() % players; k-- > 0;) payouts[k] = payouts[players - 1];
    if (random() % 2) payouts[0] = 5.0;
    if (random() % 2) std::ranges::reverse(payouts);
    return payouts;
}

TEST("equities are finish probabilities times payouts, wherever prizes are equal") {
    std::mt19937_64 random(20261118);
    for (int trial = 0; trial < 400; ++trial) {
        const std::size_t players = 1 + random() % 9;
        std::vector<double> chips = random_chips(random, players, trial % 2 ? 5 : 100'000), equities(players);
        for (std::size_t i = 1; i < players; ++i) chips[i] *= random() % 6 ? 1.0 : 0.0;
        const std::vector<double> payouts = random_payouts(random, players);
        std::vector<double> finish(players * players), expected(players);
        NoWatch watch;
        const SemKernel kernel = kKernels[trial % 3];
        const Report places = sem_finish(chips, kernel, 1, finish, watch);
        const Report report = sem_equities(chips, payouts, kernel, 1, equities, watch);
        for (std::size_t i = 0; i < players; ++i) {
            for (std::size_t k = 0; k < players; ++k) expected[i] += finish[i * players + k] * payouts[k];
        }
        CHECK(report.finished && report.work <= places.work && report.error < 1e-10);
        CHECK(close(equities, expected, 1e-14 * (1.0 + sum(payouts))));
    }
}

TEST("equal prizes shorten the tree, and a single prize needs none") {
    const std::vector<double> chips{9, 8, 7, 6, 5, 4, 3, 2, 1};
    std::vector<double> equities(9);
    NoWatch watch;
    const auto work = [&](const std::vector<double>& payouts) {
        return sem_equities(chips, payouts, SemKernel::knockout, 1, equities, watch).work;
    };
    CHECK(work({1, 0, 0, 0, 0, 0, 0, 0, 0}) == 0 && close(equities[0], 0.2, 1e-15));
    CHECK(work({1, 1, 1, 1, 1, 0, 0, 0, 0}) == 1 + 9 + 9 * 8 + 9 * 8 * 7);
    CHECK(work({9, 1, 1, 1, 1, 0, 0, 0, 0}) == 1 + 9 + 9 * 8 + 9 * 8 * 7);
    CHECK(work({1, 1, 1, 1, 1, 1, 1, 1, 0}) == 1);
    CHECK(work({3, 2, 1, 0, 0, 0, 0, 0, 0}) == sem_states(9));
}

TEST("players with equal stacks have equal values, bit for bit") {
    const std::vector<double> chips{7.0, 3.0, 1.0, 3.0, 9.0, 1.1, 2.3};
    std::vector<double> finish(49);
    NoWatch watch;
    for (const SemKernel kernel : kKernels) {
        sem_finish(chips, kernel, 1, finish, watch);
        for (std::size_t place = 0; place < 7; ++place) CHECK(finish[7 + place] == finish[21 + place]);
    }
}

TEST("players without chips share the last places") {
    const std::vector<double> chips{5.0, 0.0, 3.0, 0.0};
    std::vector<double> finish(16), knockouts(16);
    NoWatch watch;
    sem_finish(chips, SemKernel::knockout, 1, finish, watch);
    sem_knockouts(chips, SemKernel::knockout, 1, knockouts, watch);
    CHECK(close(finish[0], 0.625, 1e-15) && close(finish[1], 0.375, 1e-15));
    CHECK(finish[4 + 2] == 0.5 && finish[12 + 3] == 0.5);
    CHECK(close(knockouts[2], 0.625, 1e-15) && close(sum(knockouts), 1.0, 1e-15));
}

TEST("a single player collects their own bounty, or wins nothing") {
    const std::vector<double> chips{0.0, 4.0, 0.0}, heads{5.0, 7.0, 9.0};
    std::vector<double> income(3);
    sem_income(chips, heads, SemKernel::knockout, {0.5, true}, income);
    CHECK(income[0] == 0.0 && income[1] == 7.0 && income[2] == 0.0);
    sem_income(chips, heads, SemKernel::knockout, {0.5, false}, income);
    CHECK(sum(income) == 0.0);
}

TEST("the widest range of stacks stays finite") {
    const std::vector<double> chips{1e40, 1.0, 3.0, 2e20, 1e-39, 2e-39, 5e39, 7.0};
    std::vector<double> finish(64), knockouts(64);
    NoWatch watch;
    for (const SemKernel kernel : kKernels) {
        sem_finish(chips, kernel, 1, finish, watch);
        CHECK(sums_to_one(finish, 8, 1e-13));
        sem_knockouts(chips, kernel, 1, knockouts, watch);
        CHECK(close(sum(knockouts), 7.0, 1e-12));
    }
}

TEST("a sample is near the tree") {
    std::mt19937_64 random(5);
    const std::vector<double> chips = random_chips(random, 9, 1000), payouts{50, 30, 20, 0, 0, 0, 0, 0, 0};
    std::vector<double> truth(81), equities(9), errors(9), finish(81);
    NoWatch watch;
    for (const SemKernel kernel : kKernels) {
        sem_finish(chips, kernel, 1, truth, watch);
        const Limits limits{.tolerance = -1.0, .tournaments = 4096, .seed = 1};
        const Report report = sem_sample(chips, payouts, kernel, limits, {equities, errors, finish}, watch);
        CHECK(report.work == 4096 && report.finished);
        CHECK(close(finish, truth, report.finish_error) && report.finish_error < 0.04);
        for (std::size_t i = 0; i < 9; ++i) {
            double money = 0.0;
            for (std::size_t k = 0; k < 9; ++k) money += truth[i * 9 + k] * payouts[k];
            CHECK(close(equities[i], money, report.error));
        }
    }
}

TEST("a large tree and a sample can be stopped") {
    const std::vector<double> chips{9, 8, 7, 6, 5, 4, 3, 2}, payouts{1, 0, 0, 0, 0, 0, 0, 0};
    std::vector<double> matrix(64), equities(8), errors(8);
    StopAt at_once(0), again(0), third(0);
    CHECK(!sem_finish(chips, SemKernel::knockout, 1, matrix, at_once).finished);
    CHECK(!sem_knockouts(chips, SemKernel::knockout, 1, matrix, again).finished);
    const Limits limits{.tolerance = -1.0, .tournaments = 1 << 20, .seed = 1};
    const Report report = sem_sample(chips, payouts, SemKernel::knockout, limits, {equities, errors, matrix}, third);
    CHECK(!report.finished && report.work > 0);
}
