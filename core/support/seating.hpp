// The seats of the players with chips, by descending stack, and of those who are out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "support/radix.hpp"

namespace finaltable {

template <class Chips>
struct Seating {
    // Equal stacks keep the order of their seats.
    explicit Seating(std::span<const Chips> stacks) {
        seat.reserve(stacks.size());
        for (std::size_t i = 0; i < stacks.size(); ++i) (stacks[i] > 0 ? seat : out).push_back(i);
        sort(stacks);
        sorted.reserve(seat.size());
        for (const std::size_t i : seat) sorted.push_back(stacks[i]);
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

    // Their prize: the mean of the prizes of the last places.
    void write_out_equities(std::span<const double> payouts, std::span<double> equities) const {
        double sum = 0.0;
        for (const double payout : payouts.subspan(seat.size())) sum += payout;
        for (const std::size_t i : out) equities[i] = sum / static_cast<double>(out.size());
    }

    // Write these equities, and zero for players with chips; return the payouts that those play for, without zeros at
    // the end. There may be fewer payouts than players.
    std::span<const double> split_payouts(std::span<const double> payouts, std::span<double> equities) const {
        std::ranges::fill(equities, 0.0);
        if (payouts.size() > seat.size()) {
            write_out_equities(payouts, equities);
            payouts = payouts.first(seat.size());
        }
        while (!payouts.empty() && payouts.back() == 0.0) payouts = payouts.first(payouts.size() - 1);
        return payouts;
    }

    std::vector<std::size_t> seat;  // of the live players
    std::vector<Chips> sorted;      // their stacks
    std::vector<std::size_t> out;   // seats of the players without chips

private:
    void sort(std::span<const Chips> stacks) {
        if constexpr (std::is_same_v<Chips, double>) {
            if (seat.size() >= kRadixPays) return radix_sort_falling(stacks, seat);
        }
        std::ranges::stable_sort(seat, [&](std::size_t a, std::size_t b) { return stacks[a] > stacks[b]; });
    }
};

}  // namespace finaltable
