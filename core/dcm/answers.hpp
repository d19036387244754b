// Turns the ledger of a search into finish probabilities or equities, with a bound on their error.
//
// In an unexplored branch with `left` players, a player wins with a probability of their share of the chips. It is
// unresolved which of the places 2 to `left` they have if they do not win. The answer gives them each of these with
// equal probability. Every place is then given once, because left - 1 players do not win, and the error of a player's
// probability of a place is at most (left - 2) / (left - 1) of the unresolved probability.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "dcm/ledger.hpp"

namespace finaltable {

// Probability that a player ends in a place, counted from 0.
template <class Chips>
double finish_probability(const Ledger<Chips>& ledger, int player, int place) {
    double value = std::max(0.0, ledger.booked(player, place));
    if (place == 0) return value;
    for (int left = std::max(3, place + 1); left <= ledger.players(); ++left) {
        value += ledger.unresolved(player, left) / (left - 1);
    }
    return value + ledger.lost(player) / (ledger.players() - 1);
}

// Bound on the error of the player's finish probabilities.
template <class Chips>
double finish_error(const Ledger<Chips>& ledger, int player) {
    double error = ledger.lost(player);
    for (int left = 3; left <= ledger.players(); ++left) {
        error += ledger.unresolved(player, left) * (left - 2) / (left - 1);
    }
    return error;
}

template <class Chips>
double largest_finish_error(const Ledger<Chips>& ledger) {
    double largest = 0.0;
    for (int player = 0; player < ledger.players(); ++player) largest = std::max(largest, finish_error(ledger, player));
    return largest;
}

// Prizes of the places from the second down, for every number of players left.
class OpenPrizes {
public:
    // `payouts` are those of the places that can be won, from the first down.
    explicit OpenPrizes(std::span<const double> payouts) : mean_(payouts.size() + 1), reach_(payouts.size() + 1) {
        double sum = 0.0, least = 0.0, most = 0.0;
        for (std::size_t left = 2; left <= payouts.size(); ++left) {
            const double prize = payouts[left - 1];
            sum += prize;
            least = left == 2 ? prize : std::min(least, prize);
            most = left == 2 ? prize : std::max(most, prize);
            mean_[left] = sum / static_cast<double>(left - 1);
            reach_[left] = std::max(most - mean_[left], mean_[left] - least);
        }
        spread_ = most - least;
    }

    // The mean prize of places 2 to `left`, and the largest difference of one of them from it.
    double mean(int left) const { return mean_[static_cast<std::size_t>(left)]; }
    double reach(int left) const { return reach_[static_cast<std::size_t>(left)]; }
    // Largest difference between prizes below the first.
    double spread() const { return spread_; }

private:
    std::vector<double> mean_, reach_;
    double spread_ = 0.0;
};

// Equity of a player.
template <class Chips>
double equity(const Ledger<Chips>& ledger, std::span<const double> payouts, const OpenPrizes& open, int player) {
    double value = 0.0;
    for (int place = 0; place < ledger.players(); ++place) {
        value += ledger.booked(player, place) * payouts[static_cast<std::size_t>(place)];
    }
    for (int left = 3; left <= ledger.players(); ++left) value += ledger.unresolved(player, left) * open.mean(left);
    return value + ledger.lost(player) * open.mean(ledger.players());
}

// Bound on the error of the equities, without the rounding of a sum.
template <class Chips>
double equity_error(const Ledger<Chips>& ledger, const OpenPrizes& open) {
    double largest = 0.0;
    for (int player = 0; player < ledger.players(); ++player) {
        double error = ledger.lost(player) * open.spread();
        for (int left = 3; left <= ledger.players(); ++left) {
            error += ledger.unresolved(player, left) * open.reach(left);
        }
        largest = std::max(largest, error);
    }
    return largest;
}

}  // namespace finaltable
