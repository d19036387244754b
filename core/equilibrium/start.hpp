// The profile with which a search for an equilibrium begins.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "equilibrium/game.hpp"
#include "equilibrium/showdowns.hpp"

namespace finaltable {

// Share of best hands when first in, facing one, facing two.
inline constexpr std::array<double, kMostIn> kStart{0.3, 0.15, 0.06};

// Whether a node is a decision: if all players fold to the big blind, there is none.
constexpr bool has_choice(std::size_t node, std::size_t seats, bool last_opens) {
    return last_opens || node != open_node(seats - 1);
}

// The classes that players who push have in sampled deals: the best half.
inline std::span<const std::size_t> played(std::span<const std::size_t> ranking) { return ranking.first(kHands / 2); }

inline Profile start_profile(std::size_t seats, bool last_opens, std::span<const std::size_t> ranking) {
    Profile start(nodes_of(seats) * kHands);
    const auto set = [&](std::size_t node, std::size_t facing) {
        const Row best = best_hands(ranking, has_choice(node, seats, last_opens) ? kStart[facing] : 0.0);
        for (std::size_t hand = 0; hand < kHands; ++hand) {
            start[node * kHands + hand] = static_cast<double>(best.value[hand]);
        }
    };
    for (std::size_t s = 0; s < seats; ++s) {
        set(open_node(s), 0);
        for (std::size_t i = 0; i < s; ++i) set(call_node(i, s), 1);
        for_each_pair(s, [&](std::size_t i, std::size_t j) { set(over_node(i, j, s), 2); });
    }
    return start;
}

}  // namespace finaltable
