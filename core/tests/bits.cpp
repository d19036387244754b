// Prints answers of the core to the last bit: they must not depend on the target of the compiler.
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/tree.hpp"
#include "equilibrium/dealing.hpp"
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

Row random_row(std::mt19937_64& random) {
    Row row;
    for (float& value : row.value) value = static_cast<float>(random() % 10'007) * 1e-4F;
    return row;
}

// Every loop of rows.
void print_rows() {
    std::mt19937_64 random(7);
    const RowLoops& loops = row_loops();
    const auto show = [](const Row& row) { print("rows", std::vector<double>(row.value.begin(), row.value.end())); };
    Row sum = random_row(random);
    const Row one = random_row(random), other = random_row(random);
    loops.add(sum, 0.3F, one);
    loops.multiply(sum, 0.7F, other);
    loops.add_product(sum, one, other);
    show(sum);
    print("rows", {loops.dot(one, other)});
    std::vector<std::uint8_t> bytes(kOrders * kWidth);
    std::vector<std::uint16_t> counts(kWidth);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    for (auto& count : counts) count = static_cast<std::uint16_t>(random() % 1729);
    OrderRows orders, sums{};
    loops.read_orders(orders, one, bytes.data());
    loops.add_orders(sums.data(), 0.9F, reseated({2, 0, 1}), orders);
    for (const Row& row : sums) show(row);
    OrderWorth worth{};
    for (float& value : worth) value = static_cast<float>(random() % 97) * 0.01F;
    loops.add_expected(sum, 1.1F, worth, orders);
    show(sum);
    std::array<const Row*, kOrders> rows{};
    for (std::size_t i = 0; i < kOrders; ++i) rows[i] = &orders[i];
    loops.mix(sum, kOrders, worth.data(), rows.data());
    show(sum);
    loops.read_counts(sum, counts.data());
    loops.complement(sum, one);
    show(sum);
    std::array<Row, 3> factors;
    loops.find_factors(factors.data(), orders.data(), one, other);
    for (const Row& row : factors) show(row);
}

}  // namespace

int main() {
    print_rows();
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
