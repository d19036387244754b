// The ledger of a search: which player ends in which place, in integer units of probability.
//
// Invariant: every unit of probability is booked or unresolved. For each player,
//
//     first or second + third + fourth + ... + unresolved = kOne
//
// at every moment. A walk may book a unit once, and nothing is rounded up: a unit that a division leaves over is never
// booked, and so stays unresolved. What is unresolved at the end therefore bounds the error, rounding included.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "dcm/mass.hpp"

namespace finaltable {

using Line = std::uint32_t;  // where a player's cells begin: player * players

// Places count from 0, the winner. Places 0 and 1 share a cell, because heads-up needs no search: the probability of
// winning is a player's share of the chips, and being second is the rest. So a line reads
//
//     first or second | unused | third | fourth | ...
constexpr Line cell_of(int place) { return place < 2 ? 0 : static_cast<Line>(place); }
inline constexpr int kTopTwo = 0;  // the place to book for a player who is first or second

template <class Chips>
class Ledger {
public:
    // Players are numbered by descending stack.
    Ledger(std::span<const Chips> sorted, bool with_knockouts)
        : start_(sorted.begin(), sorted.end()), total_(std::accumulate(sorted.begin(), sorted.end(), Chips{0})),
          places_(sorted.size() * sorted.size()), unresolved_units_(places_.size()), unresolved_chips_(places_.size()),
          knockouts_(with_knockouts ? sorted.size() * sorted.size() : 0) {}

    int players() const { return static_cast<int>(start_.size()); }
    Chips total() const { return total_; }
    Line line_of(int player) const { return static_cast<Line>(player) * static_cast<Line>(players()); }
    bool has_knockouts() const { return !knockouts_.empty(); }

    // --- written by walks ----------------------------------------------------------------------------------------

    // Make everything unresolved again. The count of nodes goes on over all searches.
    void clear() {
        std::ranges::fill(places_, Mass{0});
        std::ranges::fill(unresolved_units_, Mass{0});
        std::ranges::fill(unresolved_chips_, 0.0);
        std::ranges::fill(knockouts_, Mass{0});
    }

    void count_node() { ++nodes_; }
    void count_nodes(std::uint64_t nodes) { nodes_ += nodes; }

    void book(Line line, int place, Mass mass) { places_[line + cell_of(place)] += mass; }

    // A branch of `mass` units, in which the player holds `chips` and `left` players are left, will not be explored.
    // The chips say how many of the units the player will win; in the others places 2 to `left` are all that is open.
    void leave_unresolved(Line line, int left, double chips, Mass mass) {
        const Line cell = line + static_cast<Line>(left - 1);
        unresolved_units_[cell] += mass;
        unresolved_chips_[cell] += chips * static_cast<double>(mass);
    }

    // Another search will explore what was left.
    void forget_unresolved() {
        std::ranges::fill(unresolved_units_, Mass{0});
        std::ranges::fill(unresolved_chips_, 0.0);
    }

    // Add the results of another search of the same table. Sums of chips depend on the order of these calls.
    void add(const Ledger& other) {
        std::ranges::transform(places_, other.places_, places_.begin(), std::plus<>{});
        std::ranges::transform(unresolved_units_, other.unresolved_units_, unresolved_units_.begin(), std::plus<>{});
        std::ranges::transform(unresolved_chips_, other.unresolved_chips_, unresolved_chips_.begin(), std::plus<>{});
        nodes_ += other.nodes_;
    }

    void book_knockout(Line winner, Line loser, Mass mass) {
        knockouts_[winner + loser / static_cast<Line>(players())] += mass;
    }

    // --- read by the answer --------------------------------------------------------------------------------------

    std::uint64_t nodes() const { return nodes_; }

    // Probability of winning: the player's share of the chips.
    double win(int player) const {
        return static_cast<double>(start_[static_cast<std::size_t>(player)]) / static_cast<double>(total_);
    }

    // Booked probability of a place, without the unresolved part.
    double booked(int player, int place) const {
        if (place == 0) return win(player);
        const double in_cell = probability(places_[line_of(player) + cell_of(place)]);
        return place == 1 ? second(player) : in_cell;
    }

    // Probability of being first or second minus that of winning. It is negative if rounding has lost much.
    double second(int player) const {
        return probability(places_[line_of(player)]) - (win(player) - unresolved_win(player));
    }

    // Probability that a player is in an unexplored branch with `left` players and does not win there.
    double unresolved(int player, int left) const {
        const Line cell = line_of(player) + static_cast<Line>(left - 1);
        return std::max(0.0, probability(unresolved_units_[cell]) - share_of(unresolved_chips_[cell]));
    }

    // The same for any number of players, plus the loss from rounding.
    double unresolved(int player) const {
        double sum = lost(player);
        for (int left = 3; left <= players(); ++left) sum += unresolved(player, left);
        return sum;
    }

    // Units that divisions leave over, and the rounding of the sums of chips, which are floats with one term per
    // unexplored branch.
    double lost(int player) const {
        const Mass* booked = &places_[line_of(player)];
        const Mass* left = &unresolved_units_[line_of(player)];
        const Mass known = std::accumulate(booked, booked + players(), Mass{0});
        const Mass in_play = std::accumulate(left, left + players(), Mass{0});
        const double rounding = (static_cast<double>(nodes_) + 8.0 * players()) * 0x1p-53 * probability(in_play);
        return probability(kOne - known - in_play) + rounding;
    }

    double largest_unresolved() const {
        double largest = 0.0;
        for (int player = 0; player < players(); ++player) largest = std::max(largest, unresolved(player));
        return largest;
    }

    double knockout(int winner, int loser) const {
        return probability(knockouts_[line_of(winner) + static_cast<Line>(loser)]);
    }

private:
    // Chips times units, as a share of all chips.
    double share_of(double chips) const { return chips * kUnit / static_cast<double>(total_); }

    // Probability that a player wins in one of the unexplored branches: the player's share of the chips there.
    double unresolved_win(int player) const {
        const double* left = &unresolved_chips_[line_of(player)];
        return share_of(std::accumulate(left, left + players(), 0.0));
    }

    std::vector<Chips> start_;
    Chips total_;
    std::vector<Mass> places_;
    std::vector<Mass> unresolved_units_;    // by player, and by the number of players left, less one
    std::vector<double> unresolved_chips_;  // likewise: chips times units
    std::vector<Mass> knockouts_;           // by winner and loser; empty if not requested
    std::uint64_t nodes_ = 0;
};

}  // namespace finaltable
