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

    void add(float weight, const Covariances& other) {
        for (std::size_t r = 0; r < win.value.size(); ++r) {
            win.value[r] += weight * other.win.value[r];
            tie.value[r] += weight * other.tie.value[r];
        }
    }

    // The same, for the second of the hands.
    void add_exchanged(float weight, const Covariances& other) {
        for (std::size_t r = 0; r < win.value.size(); ++r) {
            win.value[r] -= weight * (other.win.value[r] + other.tie.value[r]);
            tie.value[r] += weight * other.tie.value[r];
        }
    }

    void multiply(float factor) {
        for (std::size_t r = 0; r < win.value.size(); ++r) {
            win.value[r] *= factor;
            tie.value[r] *= factor;
        }
    }
};

// Changes of the results of three hands in pairs: the first and the second, the first and the third, the second and the
// third.
using Shifts = std::array<Shift, 3>;

// Change the probabilities of the orders of three hands so that those of their results in pairs change as stated. Other
// proportions are kept as far as possible, and the sum; none becomes negative.
void shift_orders(std::span<double, kOrders> orders, const Shifts& shifts);

// Change the probabilities of three results (the first of two hands wins, ties, loses), or of thirteen orders with a third
// hand, of which those with the same result of the first two keep their proportions. None becomes negative.
void shift_any_results(std::span<const double> shares, const Shift& shift, std::span<double> changed);

inline void shift_results(std::span<const double> shares, const Shift& shift, std::span<double> changed) {
    const double win = shares[0] + shift.win, tie = shares[1] + shift.tie, loss = shares[2] - shift.win - shift.tie;
    if (shares.size() > 3 || win < 0.0 || tie < 0.0 || loss < 0.0) return shift_any_results(shares, shift, changed);
    changed[0] = win, changed[1] = tie, changed[2] = loss;
}

// Covariances of the results of two classes. Without a table, they are not known.
class Boards {
public:
    Boards() = default;

    // Wins and ties, rank by pair of classes x <= y; in bytes, multiples of a scale each.
    Boards(std::span<const std::int8_t> wins, std::span<const std::int8_t> ties, std::array<double, 2> scales);

    bool known() const { return !pairs_.empty(); }

    // A class x <= y against y.
    const Covariances& of(std::size_t x, std::size_t y) const { return pairs_[pair_at(x, y)]; }

    static std::size_t pair_at(std::size_t x, std::size_t y) { return x + y * (y + 1) / 2; }

private:
    std::vector<Covariances> pairs_;
};

}  // namespace finaltable
