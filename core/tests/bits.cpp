// Prints answers of the core to the last bit: they must not depend on the target of the compiler.
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/tree.hpp"
#include "icm/compressed.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "sem/sample.hpp"
#include "sem/tree.hpp"

using namespace finaltable;

namespace {

void print(const char* name, const std::vector<double>& answer) {
    for (const double value : answer) std::printf("%s %a\n", name, value);
}

std::vector<std::int64_t> random_stacks(std::size_t players, std::uint64_t largest) {
    std::mt19937_64 random(players + largest);
    std::vector<std::int64_t> stacks(players);
    for (auto& stack : stacks) stack = 1 + static_cast<std::int64_t>(random() % largest);
    return stacks;
}

void print_trees(const std::vector<std::int64_t>& stacks) {
    const std::size_t players = stacks.size();
    std::vector<double> matrix(players * players);
    NoWatch watch;
    dcm_finish<std::int64_t>(stacks, {.least_threshold = 1e-6}, matrix, watch);
    print("tree", matrix);
    dcm_knockouts<std::int64_t>(stacks, {.least_threshold = 1e-6}, matrix, watch);
    print("knockouts", matrix);
    icm_subsets(std::vector<double>(stacks.begin(), stacks.end()), matrix);
    print("subsets", matrix);
}

void print_eliminations(const std::vector<std::int64_t>& stacks, SemKernel kernel) {
    const std::size_t players = stacks.size();
    const std::vector<double> chips(stacks.begin(), stacks.end());
    std::vector<double> payouts(players), matrix(players * players), equities(players), errors(players);
    for (std::size_t k = 0; k < players; ++k) payouts[k] = 1.0 / static_cast<double>(k + 1);
    NoWatch watch;
    sem_finish(chips, kernel, 2, matrix, watch);
    print("eliminations", matrix);
    sem_knockouts(chips, kernel, 2, matrix, watch);
    print("eliminations", matrix);
    sem_sample(chips, payouts, kernel, {.tolerance = -1.0, .tournaments = 512, .seed = 7, .threads = 2},
               {equities, errors, matrix}, watch);
    print("eliminations", equities);
    print("eliminations", matrix);
}

void print_fields(const std::vector<std::int64_t>& stacks) {
    const std::size_t players = stacks.size();
    const std::vector<double> chips(stacks.begin(), stacks.end());
    std::vector<double> payouts(players / 3), equities(players), errors(players), finish(players * players);
    for (std::size_t k = 0; k < payouts.size(); ++k) payouts[k] = 1.0 / static_cast<double>(k + 1);
    NoWatch watch;
    icm_equities(chips, payouts, 1e-12, equities, watch);
    print("quadrature", equities);
    icm_finish(chips, 1e-12, finish, watch);
    print("quadrature", finish);
    icm_compressed(chips, payouts, {.tolerance = 1e-12, .threads = 2}, equities, watch);
    print("compressed", equities);
    const std::vector<std::size_t> seats{0, players - 1};
    std::vector<double> rows(seats.size() * players);
    icm_compressed_rows(chips, seats, {.tolerance = 1e-12, .threads = 2}, rows, watch);
    print("compressed", rows);
    field_equities<std::int64_t>(stacks, payouts, {.tournaments = 1 << 13, .seed = 7, .threads = 2}, equities, errors,
                                 watch);
    print("tournaments", equities);
    print("tournaments", errors);
    hybrid_finish<std::int64_t>(stacks, payouts, {.least_threshold = 1e-3, .tournaments = 10'000, .seed = 7}, finish,
                                errors, watch);
    print("hybrid", finish);
    print("hybrid", errors);
}

}  // namespace

int main() {
    for (const std::size_t players : {3, 6, 9, 11}) {
        print_trees(random_stacks(players, 6));
        print_trees(random_stacks(players, 1'000'003));
    }
    for (const std::size_t players : {4, 7, 9}) {
        for (const SemKernel kernel : {SemKernel::knockout, SemKernel::roberts, SemKernel::weitzman}) {
            print_eliminations(random_stacks(players, 997), kernel);
        }
    }
    for (const std::size_t players : {15, 40, 120}) print_fields(random_stacks(players, 9973));
}
