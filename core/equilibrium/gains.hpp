// The change by each all-in for each player, against a fold of that player: from the values of outcomes to the input of
// the solvers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "equilibrium/outcomes.hpp"

namespace finaltable {

// Values of outcomes, and the outcomes of the ends: one row of `rows` after the other, for every order of its showdown.
struct Valued {
    const HandShowdowns& showdowns;
    std::span<const std::size_t> rows;
    std::size_t players;             // whose money is counted
    std::span<const double> values;  // outcome by player

    // The average over the orders of an end, which begin at `first`, for every order of its first hands.
    std::vector<double> averages(std::size_t pushed, std::size_t first, std::size_t hands) const;

    // The value of each channel of an end: channel by player.
    std::vector<double> by_channel(std::size_t pushed, std::size_t first) const {
        return averages(pushed, first, showdowns[pushed]->hands());
    }

    // Each player's value if no player pushes; its orders begin at 0.
    std::vector<double> if_all_fold() const;
};

// See `Game`. The value before the last all-in is an average over all orders that the channel does not distinguish.
struct Gains {
    std::vector<double> one, two, three;
};

Gains find_gains(const Valued& valued, std::size_t seats);

}  // namespace finaltable
