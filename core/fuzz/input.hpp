// Shared by the harnesses: read a question from the bytes of an input, and stop at an answer that breaks a promise.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "support/watch.hpp"

// Print where a promise is broken, and abort: the driver keeps the input.
#define HOLDS(...)                                                                                \
    do {                                                                                          \
        if (!(__VA_ARGS__)) {                                                                     \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
            std::abort();                                                                         \
        }                                                                                         \
    } while (false)

namespace finaltable::fuzz {

// Numbers from bytes. An input that is too short goes on with zeros.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

    std::uint64_t byte() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }

    std::uint64_t bytes(int count) {
        std::uint64_t value = 0;
        for (int i = 0; i < count; ++i) value = value << 8 | byte();
        return value;
    }

    // From `least` to `most`, at most 256 values.
    std::size_t from(std::size_t least, std::size_t most) { return least + byte() % (most - least + 1); }

    // From 0 up to, but not including, 1.
    double fraction() { return static_cast<double>(bytes(4)) * 0x1p-32; }

    // 10^-least to 10^-most, in steps of a quarter.
    double tolerance(int least, int most) {
        const auto quarters = static_cast<double>(from(0, static_cast<std::size_t>(4 * (most - least))));
        return std::pow(10.0, -least - 0.25 * quarters);
    }

    // Whole chips: few (ties, and players who are out), some, or many. At least one player has chips.
    std::vector<std::int64_t> chips(std::size_t players) {
        const int size = std::array{1, 1, 2, 6}[byte() % 4];
        const std::uint64_t most = byte() % 2 == 0 ? 6 : ~std::uint64_t{0};
        std::vector<std::int64_t> stacks(players);
        for (std::int64_t& stack : stacks) stack = static_cast<std::int64_t>(bytes(size) % most);
        if (*std::ranges::max_element(stacks) == 0) stacks.front() = 1;
        return stacks;
    }

    // Stacks as floats, with ratios of up to 2^range.
    std::vector<double> stacks(std::size_t players, int range) {
        const std::vector<std::int64_t> whole = chips(players);
        std::vector<double> stacks(whole.begin(), whole.end());
        if (byte() % 2 == 0) return stacks;
        for (double& stack : stacks)
            stack = std::ldexp(stack, static_cast<int>(bytes(2) % static_cast<unsigned>(range)));
        return stacks;
    }

    // Payouts in any order, some of them zero; the first is not.
    std::vector<double> payouts(std::size_t places) {
        std::vector<double> payouts(places);
        const bool falling = byte() % 2 == 0;
        for (double& payout : payouts) payout = static_cast<double>(byte() % 5 * byte());
        if (falling) std::ranges::sort(payouts, std::greater<>());
        if (!payouts.empty()) payouts.front() += 1.0;
        return payouts;
    }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

inline double sum(std::span<const double> values) {
    double total = 0.0;
    for (const double value : values) total += value;
    return total;
}

// False for NaN, too.
inline bool close(double a, double b, double within) { return std::abs(a - b) <= within; }

inline bool close(std::span<const double> a, std::span<const double> b, double within) {
    return std::ranges::equal(a, b, [&](double x, double y) { return close(x, y, within); });
}

// Whether values are within bounds, widened by an error.
inline bool between(std::span<const double> values, double least, double most, double error) {
    return std::ranges::all_of(values, [&](double x) { return x >= least - error && x <= most + error; });
}

// Whether each row of finish probabilities, and each column, sums to one.
inline bool is_finish(std::span<const double> finish, std::size_t players, double rows, double columns) {
    for (std::size_t i = 0; i < players; ++i) {
        double column = 0.0;
        for (std::size_t k = 0; k < players; ++k) column += finish[k * players + i];
        if (!close(sum(finish.subspan(i * players, players)), 1.0, rows) || !close(column, 1.0, columns)) return false;
    }
    return between(finish, 0.0, 1.0, std::max(rows, columns));
}

inline bool is_finish(std::span<const double> finish, std::size_t players, double within) {
    return is_finish(finish, players, within, within);
}

// Equities from finish probabilities.
inline std::vector<double> paid(std::span<const double> finish, std::span<const double> payouts, std::size_t players) {
    std::vector<double> equities(players);
    for (std::size_t i = 0; i < players; ++i) {
        for (std::size_t k = 0; k < payouts.size(); ++k) equities[i] += finish[i * players + k] * payouts[k];
    }
    return equities;
}

// Stops after a number of calls.
class StopAt final : public Watch {
public:
    explicit StopAt(std::uint64_t looks) : looks_(looks) {}
    bool keep_going(double, double) override { return looks_ > 0 && looks_-- > 0; }

private:
    std::uint64_t looks_;
};

}  // namespace finaltable::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
