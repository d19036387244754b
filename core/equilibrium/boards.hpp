// How the density of ranks in the deck changes a showdown.
//
// To first order in the density, the probability of a result changes by the sum over ranks of density times the
// covariance of the result with the number of cards of that rank on the board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equilibrium/folders.hpp"

namespace finaltable {

// The change of the probabilities that the first of two hands wins, and that they tie.
struct Shift {
    double win = 0.0, tie = 0.0;

    // For the second of the hands.
    Shift exchanged() const { return {-win - tie, tie}; }
};

// Covariances of a win and of a tie of the first of two hands with the ranks on the board.
struct Covariances {
    ByRank win, tie;

    Shift shift(const ByRank& density) const;
};

// Changes of the probabilities that a player wins and ties, by class.
struct Tilt {
    Row win, tie;

    Shift at(std::size_t hand) const {
        return {static_cast<double>(win.value[hand]), static_cast<double>(tie.value[hand])};
    }
};

// Covariances of a win and of a tie by class, a row for each rank.
struct CovarianceRows {
    std::array<Row, kRanks> win, tie;

    Tilt tilt(const ByRank& density) const;
};

// Changes of the results of three hands in pairs: the first and the second, the first and the third, the second and the
// third.
using Shifts = std::array<Shift, 3>;

// Change the probabilities of the orders of three hands so that those of their results in pairs change as stated. Other
// proportions are kept as far as possible, and the sum; none becomes negative.
void shift_orders(std::span<double, kOrders> orders, const Shifts& shifts);

// Change the probabilities of three results: the first of two hands wins, ties, loses. None becomes negative.
void shift_results(std::span<double, 3> results, const Shift& shift);

// Covariances of the results of two classes. Without a table, they are not known.
class Boards {
public:
    Boards() = default;

    // Wins and ties, rank by pair of classes x <= y; in bytes, multiples of a scale each.
    Boards(std::span<const std::int8_t> wins, std::span<const std::int8_t> ties, std::array<double, 2> scales);

    bool known() const { return !wins_.empty(); }

    // Those of a win and of a tie of a class: a row for each rank, by the class of the other.
    std::span<const Row, kRanks> wins(std::size_t hand) const { return rows_of(wins_, hand); }
    std::span<const Row, kRanks> ties(std::size_t hand) const { return rows_of(ties_, hand); }

private:
    static std::span<const Row, kRanks> rows_of(const std::vector<Row>& rows, std::size_t hand) {
        return std::span<const Row, kRanks>(&rows[hand * kRanks], kRanks);
    }

    std::vector<Row> wins_, ties_;
};

// What a density changes: the sum of rows, one for each rank.
void sum_ranks(std::span<const Row, kRanks> rows, const ByRank& density, Row& sum);

// Which of the three results of two hands each channel belongs to: three channels, or thirteen orders with a third hand.
std::span<const std::size_t> results_of_channels(std::size_t channels);

}  // namespace finaltable
