// Bounties by the search of the tree against a plain enumeration that follows the rules of a hand step by step.
#include "dcm/bounty.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

// Every hand and every winner, including heads-up, until a branch is less probable than `cut`; the rest is lost.
class PlainBounties {
public:
    PlainBounties(const std::vector<std::int64_t>& stacks, const std::vector<double>& heads, HeadRules rules,
                  double cut)
        : income(stacks.size()), rules_(rules), cut_(cut) {
        play(stacks, heads, 1.0);
    }

    std::vector<double> income;
    double left = 0.0;

private:
    using Stacks = std::vector<std::int64_t>;
    using Heads = std::vector<double>;

    void play(const Stacks& stacks, const Heads& heads, double probability) {
        const auto live = std::ranges::count_if(stacks, [](std::int64_t stack) { return stack > 0; });
        if (live == 1) {
            const auto winner = static_cast<std::size_t>(std::ranges::max_element(stacks) - stacks.begin());
            if (rules_.own) income[winner] += probability * heads[winner];
        } else if (probability < cut_) {
            for (std::size_t i = 0; i < stacks.size(); ++i) left += stacks[i] > 0 ? probability * heads[i] : 0.0;
        } else {
            for (std::size_t i = 0; i < stacks.size(); ++i) {
                if (stacks[i] > 0) win(stacks, heads, i, probability / static_cast<double>(live));
            }
        }
    }

    void win(const Stacks& stacks, Heads heads, std::size_t winner, double probability) {
        Stacks after(stacks.size());
        double taken = 0.0;
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            after[i] = std::max<std::int64_t>(0, stacks[i] - stacks[winner]);
            if (i != winner && stacks[i] > 0 && after[i] == 0) taken += heads[i];
        }
        const std::int64_t kept = std::accumulate(after.begin(), after.end(), std::int64_t{0});
        after[winner] = std::accumulate(stacks.begin(), stacks.end(), std::int64_t{0}) - kept;
        income[winner] += probability * rules_.share * taken;
        heads[winner] += (1.0 - rules_.share) * taken;
        play(after, heads, probability);
    }

    HeadRules rules_;
    double cut_;
};

std::vector<double> some_heads(std::mt19937_64& random, std::size_t players) {
    std::vector<double> heads(players);
    for (double& head : heads) head = static_cast<double>(random() % 5);
    return heads;
}

void check_against_plain(const std::vector<std::int64_t>& stacks, const std::vector<double>& heads, HeadRules rules,
                         double cut, double tolerance) {
    const std::size_t players = stacks.size();
    const PlainBounties plain(stacks, heads, rules, cut);
    std::vector<double> income(players), matrix(players * players);
    NoWatch watch;
    const Report report = dcm_income<std::int64_t>(stacks, heads, rules, {.tolerance = tolerance}, income, watch);
    CHECK(close(income, plain.income, plain.left + report.error));
    CHECK(report.error <= tolerance * sum(heads) + 1e-12);
    const Report whole = dcm_heads<std::int64_t>(stacks, rules, {.tolerance = tolerance}, matrix, watch);
    for (std::size_t i = 0; i < players; ++i) {
        double from_all = 0.0;
        for (std::size_t j = 0; j < players; ++j) from_all += matrix[i * players + j] * heads[j];
        CHECK(close(from_all, plain.income[i], plain.left + whole.error * sum(heads) + 1e-12));
    }
}

}  // namespace

TEST("bounties agree with a plain enumeration") {
    std::mt19937_64 random(18);
    for (int round = 0; round < 40; ++round) {
        const std::size_t players = 1 + random() % 6;
        const std::int64_t largest = round % 3 == 0 ? 4 : round % 3 == 1 ? 12 : 1000;
        std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
        std::vector<double> heads = some_heads(random, players);
        for (std::size_t i = 0; i < players; ++i) heads[i] = stacks[i] > 0 ? heads[i] : 0.0;
        const HeadRules rules{0.25 * static_cast<double>(random() % 5), random() % 2 == 0};
        check_against_plain(stacks, heads, rules, 1e-4, round % 2 == 0 ? 1e-3 : 1e-7);
    }
}

TEST("with more players than are unrolled, and with ties, bounties agree with a plain enumeration") {
    std::mt19937_64 random(19);
    check_against_plain({900, 17, 801, 333, 70, 2001, 555, 4, 38, 1200}, some_heads(random, 10), {0.5, true}, 1e-3,
                        1e-2);
    check_against_plain({3, 3, 3, 2, 2, 1, 1, 1, 5, 5, 4}, some_heads(random, 11), {1.0, true}, 1e-3, 1e-2);
    check_against_plain({3, 3, 3, 2, 2, 1, 1, 1, 5, 5, 4}, some_heads(random, 11), {0.5, false}, 1e-3, 1e-2);
}

#if FINALTABLE_WIDE_CHIPS
TEST("no bounty is lost, with 64 bits and with 128") {
    std::mt19937_64 random(20);
    for (int round = 0; round < 12; ++round) {
        std::vector<std::int64_t> stacks = random_stacks(random, 3 + random() % 5, round % 2 == 0 ? 6 : 100'000);
        for (std::int64_t& stack : stacks) ++stack;
        const std::vector<WideChips> wide = [&] {
            std::vector<WideChips> longer(stacks.begin(), stacks.end());
            for (WideChips& stack : longer) stack <<= 60;
            return longer;
        }();
        const std::vector<double> heads = some_heads(random, stacks.size());
        std::vector<double> income(stacks.size()), same(stacks.size());
        NoWatch watch;
        dcm_income<std::int64_t>(stacks, heads, {0.5, true}, {.tolerance = 1e-5}, income, watch);
        dcm_income<WideChips>(wide, heads, {0.5, true}, {.tolerance = 1e-5}, same, watch);
        CHECK(close(sum(income), sum(heads), 1e-11));
        CHECK(close(income, same, 1e-12));
    }
}
#endif

TEST("a search for bounties that is stopped states its error") {
    std::vector<std::int64_t> stacks(30);
    std::iota(stacks.begin(), stacks.end(), 1);
    const std::vector<double> heads(30, 1.0);
    std::vector<double> income(30);
    StopAt watch(1);
    const Report report = dcm_income<std::int64_t>(stacks, heads, {0.5, true}, {.tolerance = 1e-9}, income, watch);
    CHECK(!report.finished);
    CHECK(report.error > 1e-9);
    CHECK(close(sum(income), 30.0, 1e-9));
}

TEST("a tolerance that rounding cannot meet ends the search") {
    std::vector<double> income(5);
    NoWatch watch;
    const std::vector<std::int64_t> stacks{50, 31, 20, 11, 7};
    const std::vector<double> heads(5, 1.0);
    const Report report = dcm_income<std::int64_t>(stacks, heads, {0.5, true}, {.tolerance = 1e-18}, income, watch);
    CHECK(report.finished);
    CHECK(report.error < 1e-9);
}
