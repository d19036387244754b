// Sorting many positive floats: their bits sort like themselves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace finaltable {

inline constexpr std::size_t kRadixPays = 2'000;  // below, a sort by comparisons is as fast

// A value by one half of its bits: small items move fast.
struct RadixItem {
    std::uint32_t key, index;
};

// Sort by falling key, by counting digits of equal width, the last first; equal keys keep their order.
inline void radix_sort(std::vector<RadixItem>& items) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max(), most = 0;
    for (const RadixItem& item : items) least = std::min(least, item.key), most = std::max(most, item.key);
    constexpr int widest = 13;  // the counts fit the fastest cache
    const int bits = items.empty() ? 0 : std::bit_width(most - least), passes = (bits + widest - 1) / widest;
    const int width = passes == 0 ? 0 : (bits + passes - 1) / passes;
    const std::uint32_t mask = (std::uint32_t{1} << width) - 1;
    std::vector<RadixItem> sorted(items.size());
    std::vector<std::uint32_t> begin(mask + 2);
    for (int shift = 0; shift < bits; shift += width) {
        begin.assign(begin.size(), 0);
        for (const RadixItem& item : items) ++begin[((most - item.key) >> shift & mask) + 1];
        for (std::size_t digit = 0; digit < mask; ++digit) begin[digit + 1] += begin[digit];
        for (const RadixItem& item : items) sorted[begin[(most - item.key) >> shift & mask]++] = item;
        items.swap(sorted);
    }
}

// Sort indices of values with equal upper halves, and write the values.
inline void sort_lower_halves(std::span<const double> values, std::span<std::size_t> indices, double* sorted) {
    std::vector<RadixItem> items;
    for (const std::size_t i : indices) {
        const auto bits = std::bit_cast<std::uint64_t>(values[i]);
        items.push_back({static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(i)});
    }
    if (items.size() < kRadixPays) {
        std::ranges::stable_sort(items, std::ranges::greater(), &RadixItem::key);
    } else {
        radix_sort(items);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        indices[i] = items[i].index;
        sorted[i] = values[items[i].index];
    }
}

// The indices of all values above zero, by falling value, and the values in this order; equal values keep their order.
inline void radix_sort_falling(std::span<const double> values, std::vector<std::size_t>& indices,
                               std::vector<double>& sorted) {
    std::vector<RadixItem> items;
    items.reserve(values.size());
    std::uint32_t lower = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto bits = std::bit_cast<std::uint64_t>(values[i]);
        if (values[i] > 0.0) {
            items.push_back({static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(i)});
            lower |= static_cast<std::uint32_t>(bits);
        }
    }
    radix_sort(items);
    indices.resize(items.size());
    sorted.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) indices[i] = items[i].index;
    if (lower == 0) {  // whole numbers of up to 21 bits, and many others: the upper halves are all
        for (std::size_t i = 0; i < items.size(); ++i)
            sorted[i] = std::bit_cast<double>(std::uint64_t{items[i].key} << 32);
        return;
    }
    for (std::size_t i = 0; i < items.size(); ++i) sorted[i] = values[indices[i]];
    for (std::size_t first = 0, last = 0; first < items.size(); first = last) {
        bool falls = true;
        for (last = first + 1; last < items.size() && items[last].key == items[first].key; ++last) {
            falls = falls && sorted[last] <= sorted[last - 1];
        }
        if (!falls) sort_lower_halves(values, std::span(indices).subspan(first, last - first), &sorted[first]);
    }
}

}  // namespace finaltable
