// Values of the outcomes of a hand under a model of the core.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>

#include "equilibrium/lineup.hpp"

namespace finaltable {

enum class ChipModel { icm, sem, dcm };

// The table before a hand, and how its outcomes are valued. The last payouts are those of players who bust first.
struct Valuation {
    ChipModel model;
    std::span<const HandChips> before;
    std::span<const double> payouts;  // as many as players
    double tolerance;                 // of equities, for models that are not exact

    double prizes() const { return std::accumulate(payouts.begin(), payouts.end(), 0.0); }
};

// For a model, players without chips share the last places. After a hand, more is known: players who bust in it rank by
// their chips before it, and equal stacks share. Return the error, as a share of all payouts.
double value_outcome(const Valuation& table, std::span<const HandChips> after, std::span<double> values);

// The prize of a player who busts in a hand: the mean of those that are left to players with the same chips before it.
double prize_of_the_out(std::span<const HandChips> before, std::span<const double> payouts,
                        std::span<const HandChips> after, std::size_t player);

}  // namespace finaltable
