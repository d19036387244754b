// The inner loops: sums and products of rows with one number per class.
#pragma once

#include <array>
#include <cstddef>

#include "equilibrium/dealing.hpp"

namespace finaltable {

inline void add(Row& sum, double factor, const Row& row) {
    const float by = static_cast<float>(factor);
    for (std::size_t i = 0; i < kWidth; ++i) sum.value[i] += by * row.value[i];
}

inline void multiply(Row& product, float factor, const Row& row) {
    for (std::size_t i = 0; i < kWidth; ++i) product.value[i] *= factor * row.value[i];
}

// Sixteen parallel sums, then their sum: the same bits with every compiler.
inline double dot(const Row& one, const Row& other) {
    constexpr std::size_t kSide = 16;
    std::array<float, kSide> sums{};
    for (std::size_t i = 0; i < kWidth; i += kSide) {
        for (std::size_t j = 0; j < kSide; ++j) sums[j] += one.value[i + j] * other.value[i + j];
    }
    double total = 0.0;
    for (const float sum : sums) total += static_cast<double>(sum);
    return total;
}

// Add the orders of three players, permuted by `seating`.
inline void add_orders(Row* sums, float factor, const std::array<std::size_t, kOrders>& seating,
                       const OrderRows& orders) {
    for (std::size_t order = 0; order < kOrders; ++order) {
        Row& sum = sums[seating[order]];
        for (std::size_t i = 0; i < kWidth; ++i) sum.value[i] += factor * orders[order].value[i];
    }
}

// Add the value of the orders to one player.
inline void add_expected(Row& sum, float factor, const std::array<float, kOrders>& worth, const OrderRows& orders) {
    for (std::size_t i = 0; i < kWidth; ++i) {
        float total = 0.0F;
        for (std::size_t order = 0; order < kOrders; ++order) total += worth[order] * orders[order].value[i];
        sum.value[i] += factor * total;
    }
}

}  // namespace finaltable
