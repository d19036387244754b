// What the core does on several threads, run under the thread sanitizer.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "dcm/field.hpp"
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

constexpr std::size_t kTables = 60;
constexpr std::size_t kPlayers = 5;
using Answers = std::vector<std::array<double, kPlayers * kPlayers>>;

// Every table's finish probabilities by the tree, by subsets and by quadrature, added up.
Answers tables(unsigned threads, Watch& watch) {
    Answers answers(kTables);
    for_each_table(kTables, threads, watch, [&](std::size_t table, Watch& own) {
        std::array<std::int64_t, kPlayers> stacks;
        std::array<double, kPlayers> chips, open;
        for (std::size_t i = 0; i < kPlayers; ++i) {
            stacks[i] = static_cast<std::int64_t>(1 + table * (i + 3) % 17);
            chips[i] = static_cast<double>(stacks[i]);
        }
        std::array<double, kPlayers * kPlayers> tree, subsets, quadrature;
        dcm_finish<std::int64_t>(stacks, {1e-4, 1e-3}, tree, open, own);
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
    field_equities(field, payouts, {7, 1 << 12, 0.0, 6, threads}, equities, errors, watch);
    field_finish(field, 3, {7, 1 << 12, 0.0, 6, threads}, finish, watch);
    equities.insert(equities.end(), finish.begin(), finish.end());
    return equities;
}

class StopAt final : public Watch {
public:
    explicit StopAt(int looks) : looks_(looks) {}
    bool keep_going(double, double) override { return looks_-- > 0; }

private:
    int looks_;
};

bool fails_as_it_should() {
    NoWatch watch;
    try {
        for_each_table(kTables, 4, watch, [](std::size_t table, Watch&) {
            if (table % 7 == 3) throw std::runtime_error("this table");
        });
    } catch (const std::runtime_error&) {
        return true;
    }
    return false;
}

}  // namespace

int main() {
    NoWatch watch;
    check(tables(1, watch) == tables(4, watch), "tables: the same on one thread and on four");
    check(tournaments(1) == tournaments(4), "tournaments: the same on one thread and on four");
    for (const int looks : {0, 1, 20}) {
        StopAt stop(looks);
        tables(4, stop);
    }
    check(fails_as_it_should(), "an exception of one thread reaches the caller");
    // Callers who know nothing of each other, as those of a server.
    std::vector<std::thread> callers;
    std::atomic<int> same{0};
    const Answers expected = tables(1, watch);
    for (int caller = 0; caller < 3; ++caller) {
        callers.emplace_back([&] {
            NoWatch own;
            same += tables(2, own) == expected;
        });
    }
    for (std::thread& caller : callers) caller.join();
    check(same == 3, "callers side by side get the same answers");
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
