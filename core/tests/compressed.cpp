// Compressed ICM against the other two methods: no error is larger than the stated one.
#include "icm/compressed.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "support/radix.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

struct Solved {
    std::vector<double> equities;
    Report report;
};

Solved compressed(const std::vector<double>& stacks, const std::vector<double>& payouts, double tolerance,
                  unsigned threads = 1) {
    Solved solved{std::vector<double>(stacks.size()), {}};
    NoWatch watch;
    solved.report =
        icm_compressed(stacks, payouts, {.tolerance = tolerance, .threads = threads}, solved.equities, watch);
    return solved;
}

struct Rows {
    std::vector<double> finish;
    Report report;
};

Rows rows(const std::vector<double>& stacks, const std::vector<std::size_t>& seats, double tolerance,
          unsigned threads = 1) {
    Rows found{std::vector<double>(seats.size() * stacks.size()), {}};
    NoWatch watch;
    found.report =
        icm_compressed_rows(stacks, seats, {.tolerance = tolerance, .threads = threads}, found.finish, watch);
    return found;
}

// Stacks that are hard to compress, or to integrate.
std::vector<std::vector<double>> hostile_fields(std::size_t players) {
    std::mt19937_64 random(players);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    std::vector<std::vector<double>> fields(8, std::vector<double>(players));
    for (std::size_t i = 0; i < players; ++i) {
        const auto seat = static_cast<double>(i);
        fields[0][i] = 1e15 + seat;                                                  // a few last bits apart
        fields[1][i] = std::ldexp(1.0 + 1e-7 * uniform(), static_cast<int>(i % 9));  // clusters at the edges of bins
        fields[2][i] = (i % 3 == 0 ? 1e6 : 1.0) * (1.0 + uniform());                 // two scales
        fields[3][i] = std::pow(10.0, 15.0 * uniform());                             // ratios of 1e15
        fields[4][i] = i == 0 ? 1e6 : 1.0;                                           // equal but one
        fields[5][i] = i == 0 ? 1e-12 : 1.0;
        fields[6][i] = static_cast<double>(random() % 20);                  // ties, and players without chips
        fields[7][i] = i < 40 ? 1e5 * (1.0 + uniform()) : 1.0 + uniform();  // a crowd of giants
    }
    return fields;
}

// Falling prizes, a satellite, and one prize in the middle of the field.
std::vector<std::vector<double>> hostile_payouts(std::size_t players) {
    std::vector<std::vector<double>> payouts(3, std::vector<double>(players));
    for (std::size_t k = 0; k < players; ++k) {
        payouts[0][k] = 1.0 / static_cast<double>(k + 1);
        payouts[1][k] = k < players / 10 ? 1.0 : 0.0;
    }
    payouts[2][players / 2] = 1.0;
    return payouts;
}

}  // namespace

TEST("compressed ICM agrees with subsets") {
    std::mt19937_64 random(20261118);
    for (int round = 0; round < 30; ++round) {
        const std::size_t players = 1 + random() % 10;
        const std::int64_t largest = round % 3 == 0 ? 4 : round % 3 == 1 ? 60 : std::int64_t{1} << 53;
        const std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
        const std::vector<double> chips(stacks.begin(), stacks.end());
        std::vector<double> payouts(players), truth(players);
        for (double& payout : payouts) payout = static_cast<double>(random() % 100 + 1);
        const Report exact = icm_subset_equities(chips, payouts, truth);
        for (const double tolerance : {1e-12, 1e-6}) {
            const auto [equities, report] = compressed(chips, payouts, tolerance);
            CHECK(close(equities, truth, report.error + exact.error));
            CHECK(report.error <= tolerance * sum(payouts));
        }
    }
}

TEST("compressed ICM of hostile fields agrees with quadrature") {
    for (const std::size_t players : {60, 300}) {
        for (const std::vector<double>& stacks : hostile_fields(players)) {
            for (const std::vector<double>& payouts : hostile_payouts(players)) {
                std::vector<double> truth(players);
                NoWatch watch;
                const Report other = icm_equities(stacks, payouts, 1e-12, truth, watch);
                for (const double tolerance : {1e-12, 1e-6}) {
                    const auto [equities, report] = compressed(stacks, payouts, tolerance);
                    CHECK(close(equities, truth, report.error + other.error));
                    CHECK(report.error <= tolerance * sum(payouts));
                }
            }
        }
    }
}

TEST("rows of small tables agree with subsets") {
    std::mt19937_64 random(20261119);
    for (int round = 0; round < 30; ++round) {
        const std::size_t players = 1 + random() % 10;
        const std::int64_t largest = round % 3 == 0 ? 4 : round % 3 == 1 ? 60 : std::int64_t{1} << 53;
        const std::vector<std::int64_t> stacks = random_stacks(random, players, largest);
        const std::vector<double> chips(stacks.begin(), stacks.end());
        std::vector<std::size_t> every(players);
        std::iota(every.begin(), every.end(), std::size_t{0});
        std::vector<double> truth(players * players);
        const Report exact = icm_subsets(chips, truth);
        for (const double tolerance : {1e-12, 1e-6}) {
            const auto [finish, report] = rows(chips, every, tolerance);
            CHECK(close(finish, truth, report.error + exact.error));
            CHECK(report.error <= tolerance);
        }
    }
}

TEST("rows of hostile fields agree with quadrature") {
    for (const std::size_t players : {60, 300}) {
        for (const std::vector<double>& stacks : hostile_fields(players)) {
            std::vector<double> truth(players * players);
            NoWatch watch;
            const Report other = icm_finish(stacks, 1e-12, truth, watch);
            const std::vector<std::size_t> seats{players - 1, 0, 7};
            for (const double tolerance : {1e-12, 1e-6}) {
                const auto [finish, report] = rows(stacks, seats, tolerance);
                CHECK(report.error <= tolerance);
                for (std::size_t i = 0; i < seats.size(); ++i) {
                    const std::vector<double> row(&finish[i * players], &finish[i * players] + players);
                    const double* right = &truth[seats[i] * players];
                    CHECK(close(row, std::vector<double>(right, right + players), report.error + other.error));
                }
            }
        }
    }
}

TEST("a row of a large field has the mean place of its closed form") {
    const std::size_t players = 5000;
    const std::vector<double> stacks = hostile_fields(players)[2];
    const std::vector<std::size_t> seats{0, 1, 4321};
    const auto [finish, report] = rows(stacks, seats, 1e-12);
    for (std::size_t i = 0; i < seats.size(); ++i) {
        double beaten = 0.0, found = 0.0, all = 0.0;
        for (const double stack : stacks) beaten += stacks[seats[i]] / (stacks[seats[i]] + stack);
        for (std::size_t place = 0; place < players; ++place) {
            all += finish[i * players + place];
            found += finish[i * players + place] * static_cast<double>(players - 1 - place);
        }
        CHECK(close(all, 1.0, 1e-13));
        CHECK(close(found, beaten - 0.5, report.error * static_cast<double>(players)));
        CHECK(close(finish[i * players], stacks[seats[i]] / sum(stacks), report.error));
    }
}

TEST("rows do not depend on the other rows or on threads") {
    const std::vector<double> stacks = hostile_fields(300)[3];
    const std::vector<double> both = rows(stacks, {5, 250}, 1e-9).finish;
    CHECK(rows(stacks, {5, 250}, 1e-9, 3).finish == both);
    const std::vector<double> alone = rows(stacks, {250}, 1e-9).finish;
    CHECK(close(std::vector<double>(both.begin() + 300, both.end()), alone, 1e-15));
}

TEST("rows can be stopped") {
    class Stop final : public Watch {
    public:
        bool keep_going(double, double) override { return looks_-- > 0; }

    private:
        int looks_ = 20;
    };
    const std::vector<double> stacks(600, 1.0);
    const std::vector<std::size_t> seats{0};
    std::vector<double> finish(600);
    Stop watch;
    CHECK(!icm_compressed_rows(stacks, seats, {.tolerance = 1e-9}, finish, watch).finished);
}

TEST("payouts that fall by one have a closed form, also in blocks") {
    const std::size_t players = 5000;
    const std::vector<double> stacks = hostile_fields(players)[2];
    std::vector<double> payouts(players);
    for (std::size_t k = 0; k < players; ++k) payouts[k] = static_cast<double>(players - k);
    const auto [equities, report] = compressed(stacks, payouts, 1e-12);
    CHECK(report.error <= 1e-12 * sum(payouts));
    for (std::size_t i = 0; i < players; i += 997) {
        double beaten = 0.5;  // on average a player beats s / (s + t) of a player with t
        for (const double stack : stacks) beaten += stacks[i] / (stacks[i] + stack);
        CHECK(close(equities[i], beaten, report.error));
    }
}

TEST("a coarser tolerance costs less") {
    const std::vector<double> stacks = hostile_fields(300)[3], payouts = hostile_payouts(300)[0];
    CHECK(compressed(stacks, payouts, 1e-6).report.work < compressed(stacks, payouts, 1e-12).report.work);
}

TEST("the order of the seats does not change an equity") {
    std::vector<double> stacks = hostile_fields(300)[6];
    const std::vector<double> payouts = hostile_payouts(300)[0];
    std::vector<double> forward = compressed(stacks, payouts, 1e-9).equities;
    std::ranges::reverse(stacks);
    std::ranges::reverse(forward);
    CHECK(compressed(stacks, payouts, 1e-9).equities == forward);
}

TEST("a field of whole numbers is counted, another is sorted, with the same bits") {
    std::vector<double> whole(3 * kRadixPays), parts;
    for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = static_cast<double>(i * i % 997);  // some without chips
    for (const double stack : whole) parts.push_back(std::ldexp(stack, -20));
    std::vector<double> payouts(whole.size(), 1.0);  // every place pays, those of players who are out, too
    for (std::size_t k = 0; k < 100; ++k) payouts[k] = 50.0;
    CHECK(compressed(whole, payouts, 1e-9).equities == compressed(parts, payouts, 1e-9).equities);
    CHECK(compressed(whole, payouts, 1e-9).equities.front() == 1.0);
}

TEST("compressed ICM states an error from the start and can be stopped") {
    class Listener final : public Watch {
    public:
        explicit Listener(int looks) : looks_(looks) {}
        bool keep_going(double, double error) override {
            if (error < 1.0) stated = error;
            return looks_-- > 0;
        }
        double stated = 1.0;

    private:
        int looks_;
    };
    const std::vector<double> stacks(600, 1.0), payouts{3.0, 1.0};
    std::vector<double> equities(600);
    for (const int looks : {0, 1, 20}) {
        Listener watch(looks);
        CHECK(!icm_compressed(stacks, payouts, {.tolerance = 1e-9}, equities, watch).finished);
        CHECK(looks == 0 || watch.stated <= 1e-9);
    }
}
