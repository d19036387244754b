// ICM by subsets and by quadrature, which share nothing.
#include <cstdint>
#include <random>
#include <vector>

#include "icm/heads.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

TEST("three players as by hand") {
    const std::vector<double> stacks{5.0, 3.0, 2.0};
    std::vector<double> finish(9);
    icm_subsets(stacks, finish);
    CHECK(close(finish[0], 0.5, 1e-15));
    CHECK(close(finish[1], 0.3 * 5.0 / 7.0 + 0.2 * 5.0 / 8.0, 1e-15));
    CHECK(close(finish[8], 0.5 * 3.0 / 5.0 + 0.3 * 5.0 / 7.0, 1e-15));
}

TEST("subsets state how many terms there are, and the rounding of their sums") {
    const std::vector<double> stacks{4.0, 3.0, 2.0, 1.0};
    std::vector<double> finish(16);
    const Report report = icm_subsets(stacks, finish);
    CHECK(report.work == 4 * 8);                               // a player comes next after each set of the others
    CHECK(report.error == (4.0 * 4.0 + 6.0 + 8.0) * 0x1p-52);  // 6: the most sets of one size
}

TEST("subsets and quadrature agree") {
    std::mt19937_64 random(20261115);
    for (int round = 0; round < 60; ++round) {
        const std::size_t players = 1 + random() % 12;
        const std::int64_t largest = round % 3 == 0 ? 4 : round % 3 == 1 ? 60 : std::int64_t{1} << 53;
        const std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
        const std::vector<double> chips(stacks.begin(), stacks.end());
        std::vector<double> subsets(players * players), quadrature(players * players);
        NoWatch watch;
        icm_subsets(chips, subsets);
        icm_finish(chips, 1e-12, quadrature, watch);
        CHECK(sums_to_one(subsets, players, 1e-12));
        CHECK(close(subsets, quadrature, 1e-12));
    }
}

TEST("a large field keeps its pool") {
    std::mt19937_64 random(1);
    std::vector<double> field(600), payouts(90), equities(600);
    for (double& stack : field) stack = 1.0 + static_cast<double>(random() % 1000);
    for (std::size_t k = 0; k < payouts.size(); ++k) payouts[k] = 1.0 / static_cast<double>(k + 1);
    NoWatch watch;
    CHECK(icm_equities(field, payouts, 1e-12, equities, watch).finished);
    CHECK(close(sum(equities), sum(payouts), 1e-11));
}

TEST("quadrature can be stopped") {
    const std::vector<double> field(600, 1.0), payouts{1.0};
    std::vector<double> equities(600);
    StopAt at_once(0);
    CHECK(!icm_equities(field, payouts, 1e-12, equities, at_once).finished);
}

TEST("bounties of three players as by hand") {
    const std::vector<double> stacks{5.0, 0.0, 3.0, 2.0}, heads{1.0, 9.0, 1.0, 1.0};
    std::vector<double> finish(16), income(4), matrix(16);
    icm_subsets(stacks, finish);
    icm_income(stacks, heads, {1.0, true}, income);
    // The winner takes the bounty on the second, half of that on the third, and their own; the second takes the other
    // half.
    for (const std::size_t i : {0, 2, 3}) CHECK(close(income[i], finish[i * 4] * 2.5 + finish[i * 4 + 1] * 0.5, 1e-15));
    CHECK(income[1] == 0.0);
    icm_heads(stacks, {1.0, true}, matrix);
    for (const std::size_t i : {0, 2, 3}) CHECK(close(sum(std::span(matrix).subspan(i * 4, 4)), income[i], 1e-15));
}

TEST("no bounty is lost, and with a share of 0 nothing is paid before the end") {
    const std::vector<double> stacks{5.0, 3.0, 2.0, 1.0}, heads{3.0, 1.0, 4.0, 1.0};
    std::vector<double> income(4);
    icm_income(stacks, heads, {0.5, true}, income);
    CHECK(close(sum(income), 9.0, 1e-14));
    icm_income(stacks, heads, {0.0, false}, income);
    CHECK(sum(income) == 0.0);
}
