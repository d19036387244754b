// Shared by tests: random tables, comparisons, a watch that stops.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "support/watch.hpp"

namespace finaltable::tests {

// Stacks from 0 to largest - 1, at least one of them positive. A small `largest` makes ties and players who are out.
inline std::vector<std::int64_t> random_stacks(std::mt19937_64& random, std::size_t players, std::int64_t largest) {
    std::vector<std::int64_t> stacks(players);
    for (auto& stack : stacks) stack = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(largest));
    if (std::ranges::count(stacks, 0) == static_cast<std::ptrdiff_t>(players)) stacks[0] = 1;
    return stacks;
}

inline bool close(double a, double b, double within) { return std::abs(a - b) <= within; }

inline bool close(std::span<const double> a, std::span<const double> b, double within) {
    return std::ranges::equal(a, b, [&](double x, double y) { return close(x, y, within); });
}

inline double sum(std::span<const double> values) {
    double total = 0.0;
    for (const double value : values) total += value;
    return total;
}

// Whether no entry is negative, and every row and every column sums to one.
inline bool sums_to_one(std::span<const double> finish, std::size_t players, double within) {
    for (std::size_t i = 0; i < players; ++i) {
        double column = 0.0;
        for (std::size_t k = 0; k < players; ++k) column += finish[k * players + i];
        if (!close(sum(finish.subspan(i * players, players)), 1.0, within) || !close(column, 1.0, within)) return false;
    }
    return std::ranges::all_of(finish, [](double value) { return value >= 0.0; });
}

// Stops after a number of calls.
class StopAt final : public Watch {
public:
    explicit StopAt(int looks) : looks_(looks) {}
    bool keep_going(double, double) override { return looks_-- > 0; }

private:
    int looks_;
};

}  // namespace finaltable::tests
