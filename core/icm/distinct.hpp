// The distinct stacks of a field, and the way back from them to the players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "icm/nodes.hpp"
#include "support/seating.hpp"

namespace finaltable {

// A large field of small whole numbers is counted; others are sorted.
class DistinctStacks {
public:
    explicit DistinctStacks(std::span<const double> stacks);

    std::size_t live() const { return live_; }                    // players with chips
    const WeightedStacks& rising() const { return rising_; }      // with the number of players
    const std::vector<std::size_t>& out() const { return out_; }  // seats of players without chips

    // Write the value of their stack for all players with chips.
    void write(std::span<const double> values, std::span<double> of_players) const;

private:
    bool count();
    void sort();

    std::span<const double> stacks_;
    std::size_t live_ = 0;
    WeightedStacks rising_;
    std::vector<std::size_t> out_;
    std::vector<std::uint32_t> number_;  // of a whole number of chips: where it is among the distinct stacks
    std::vector<std::size_t> seat_;      // of sorted players, the largest stack first
};

}  // namespace finaltable
