// The inner loops: sums and products of rows with one number per class.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cards/triples.hpp"

namespace finaltable {

inline constexpr std::size_t kHands = kHandClasses;
inline constexpr std::size_t kWidth = 176;  // classes in a row, a multiple of every register

struct alignas(64) Row {
    std::array<float, kWidth> value{};
};

using OrderRows = std::array<Row, kOrders>;
using OrderWorth = std::array<float, kOrders>;
using Seating = std::array<std::size_t, kOrders>;

struct RowLoops {
    void (*add)(Row& sum, float factor, const Row& row);
    void (*multiply)(Row& product, float factor, const Row& row);
    void (*add_product)(Row& sum, const Row& one, const Row& other);
    double (*dot)(const Row& one, const Row& other);
    // Add the orders of three players, each where it belongs once they sit as `seating` says.
    void (*add_orders)(Row* sums, float factor, const Seating& seating, const OrderRows& orders);
    // Add what the orders are worth to one player.
    void (*add_expected)(Row& sum, float factor, const OrderWorth& worth, const OrderRows& orders);
    // Set the sum to that of `count` rows, each times its weight.
    void (*mix)(Row& sum, std::size_t count, const float* weights, const Row* const* rows);
    // Set the orders to `share` times bytes, which stand order by order.
    void (*read_orders)(OrderRows& rows, const Row& share, const std::uint8_t* bytes);
    void (*read_counts)(Row& row, const std::uint16_t* counts);
    // Set the folds to 1 less themselves times `share`, but to nothing negative.
    void (*complement)(Row& folds, const Row& share);
    // Three results of two hands are to change by `win`, by `tie` and by the rest: set the factors of their
    // probabilities. None becomes negative, and their sum stays 1.
    void (*find_factors)(Row* factors, const Row* before, const Row& win, const Row& tie);
};

// Those for registers of 256 bits where the processor has them. Which ones never changes a bit of the answer.
const RowLoops& row_loops();

inline void add(Row& sum, double factor, const Row& row) { row_loops().add(sum, static_cast<float>(factor), row); }
inline void multiply(Row& product, float factor, const Row& row) { row_loops().multiply(product, factor, row); }
inline double dot(const Row& one, const Row& other) { return row_loops().dot(one, other); }

// Set the sum to that of the rows of all classes with a weight.
template <class RowOf>
void mix(Row& sum, const Row& weights, RowOf row_of) {
    std::array<float, kHands> factors;
    std::array<const Row*, kHands> rows;
    std::size_t count = 0;
    for (std::size_t h = 0; h < kHands; ++h) {
        factors[count] = weights.value[h];
        rows[count] = &row_of(h);
        count += weights.value[h] != 0.0F;
    }
    row_loops().mix(sum, count, factors.data(), rows.data());
}

}  // namespace finaltable
