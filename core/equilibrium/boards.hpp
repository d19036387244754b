// How the density of ranks in the deck changes the showdown of two hands.
//
// To first order in the density, the probability of a result changes by the sum over ranks of density times the
// covariance of the result with the number of cards of that rank on the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equilibrium/folders.hpp"

namespace finaltable {

// The change of the probabilities that the first of two hands wins, and that they tie.
struct Shift {
    double win = 0.0, tie = 0.0;
};

// Change the probabilities of channels: three (the first of two hands wins, ties, loses), or thirteen orders with a third
// hand, of which those with the same result of the first two keep their proportions. None becomes negative.
void shift_results(std::span<double> shares, const Shift& shift);

// Covariances of the results of two classes with the ranks on the board. Without a table, they are not known.
class Boards {
public:
    Boards() = default;

    // Wins and ties, rank by class by class; multiples of `scale`.
    Boards(std::span<const std::int8_t> wins, std::span<const std::int8_t> ties, double scale);

    bool known() const { return !covariance_.empty(); }

    // The change for a player with x against a player with y.
    Shift shift(const ByRank& density, std::size_t x, std::size_t y) const;

private:
    struct Covariance {
        ByRank win, tie;
    };

    std::vector<Covariance> covariance_;  // class by class
};

}  // namespace finaltable
