// Sorting many positive floats: their bits sort like themselves.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace finaltable {

inline constexpr std::size_t kRadixPays = 30'000;  // below, a sort by comparisons is as fast

// Sort indices of positive values by falling value; equal values keep their order.
inline void radix_sort_falling(std::span<const double> values, std::vector<std::size_t>& indices) {
    struct Item {
        std::uint64_t key;
        std::size_t index;
    };
    constexpr int digit = 16;
    constexpr std::uint64_t most = (1 << digit) - 1;
    std::vector<Item> items, sorted(indices.size());
    items.reserve(indices.size());
    for (const std::size_t i : indices) items.push_back({~std::bit_cast<std::uint64_t>(values[i]), i});
    std::vector<std::size_t> begin(most + 2);
    for (int shift = 0; shift < 64; shift += digit) {
        begin.assign(begin.size(), 0);
        for (const Item& item : items) ++begin[(item.key >> shift & most) + 1];
        if (begin[(items.front().key >> shift & most) + 1] == items.size()) continue;  // as of whole numbers
        for (std::size_t value = 0; value < most; ++value) begin[value + 1] += begin[value];
        for (const Item& item : items) sorted[begin[item.key >> shift & most]++] = item;
        items.swap(sorted);
    }
    for (std::size_t i = 0; i < items.size(); ++i) indices[i] = items[i].index;
}

}  // namespace finaltable
