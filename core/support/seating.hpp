// The seats of the players with chips, by descending stack, and of those who are out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "support/radix.hpp"

namespace finaltable {

// Players who are out share the prizes of the places after the `live` ones.
inline void write_out_equities(std::span<const double> payouts, std::size_t live, std::span<const std::size_t> out,
                               std::span<double> equities) {
    double sum = 0.0;
    for (const double payout : payouts.subspan(live)) sum += payout;
    for (const std::size_t i : out) equities[i] = sum / static_cast<double>(out.size());
}

// Write the equities of players who are out, and zero for the `live` ones; return the payouts that those play for,
// without zeros at the end. There may be fewer payouts than players.
inline std::span<const double> split_payouts(std::span<const double> payouts, std::size_t live,
                                             std::span<const std::size_t> out, std::span<double> equities) {
    std::ranges::fill(equities, 0.0);
    if (payouts.size() > live) {
        write_out_equities(payouts, live, out, equities);
        payouts = payouts.first(live);
    }
    while (!payouts.empty() && payouts.back() == 0.0) payouts = payouts.first(payouts.size() - 1);
    return payouts;
}

template <class Chips>
struct Seating {
    // Equal stacks keep the order of their seats.
    explicit Seating(std::span<const Chips> stacks) {
        if constexpr (std::is_same_v<Chips, double>) {
            if (stacks.size() >= kRadixPays) radix_sort_falling(stacks, seat, sorted);
        }
        if (sorted.empty()) sort(stacks);
        for (std::size_t i = 0; seat.size() + out.size() < stacks.size(); ++i) {
            if (!(stacks[i] > 0)) out.push_back(i);
        }
    }

    int players() const { return static_cast<int>(sorted.size()); }

    // Players without chips are out and share the last places.
    void write_out_players(std::span<double> finish) const {
        const std::size_t width = seat.size() + out.size();
        for (const std::size_t i : out) {
            for (std::size_t place = seat.size(); place < width; ++place) {
                finish[i * width + place] = 1.0 / static_cast<double>(out.size());
            }
        }
    }

    void write_out_equities(std::span<const double> payouts, std::span<double> equities) const {
        finaltable::write_out_equities(payouts, seat.size(), out, equities);
    }

    std::span<const double> split_payouts(std::span<const double> payouts, std::span<double> equities) const {
        return finaltable::split_payouts(payouts, seat.size(), out, equities);
    }

    std::vector<std::size_t> seat;  // of the live players
    std::vector<Chips> sorted;      // their stacks
    std::vector<std::size_t> out;   // seats of the players without chips

private:
    void sort(std::span<const Chips> stacks) {
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            if (stacks[i] > 0) seat.push_back(i);
        }
        std::ranges::stable_sort(seat, [&](std::size_t a, std::size_t b) { return stacks[a] > stacks[b]; });
        for (const std::size_t i : seat) sorted.push_back(stacks[i]);
    }
};

}  // namespace finaltable
