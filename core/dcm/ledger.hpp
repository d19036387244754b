// The ledger of a search: which player ends in which place, in whole units of probability.
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
    // Players are numbered by falling stack.
    Ledger(std::span<const Chips> sorted, bool with_knockouts)
        : start_(sorted.begin(), sorted.end()), total_(std::accumulate(sorted.begin(), sorted.end(), Chips{0})),
          places_(sorted.size() * sorted.size()), unresolved_chips_(sorted.size() * sorted.size()),
          knockouts_(with_knockouts ? sorted.size() * sorted.size() : 0) {}

    int players() const { return static_cast<int>(start_.size()); }
    Chips total() const { return total_; }
    Line line_of(int player) const { return static_cast<Line>(player) * static_cast<Line>(players()); }
    bool has_knockouts() const { return !knockouts_.empty(); }

    // --- what a walk writes --------------------------------------------------------------------------------------

    // Make everything unresolved again. The nodes go on counting, over all searches.
    void clear() {
        std::ranges::fill(places_, Mass{0});
        std::ranges::fill(unresolved_chips_, 0.0);
        std::ranges::fill(knockouts_, Mass{0});
    }

    void count_node() { ++nodes_; }

    void book(Line line, int place, Mass mass) { places_[line + cell_of(place)] += mass; }

    // A branch of `mass` units, in which the player holds `chips`, will not be explored. The units stay unresolved; the chips
    // say how many of them the player will win.
    void leave_unresolved(Line line, double chips, double mass) { unresolved_chips_[line] += chips * mass; }

    void book_knockout(Line winner, Line loser, Mass mass) {
        knockouts_[winner + loser / static_cast<Line>(players())] += mass;
    }

    // --- what the answer reads -----------------------------------------------------------------------------------

    std::uint64_t nodes() const { return nodes_; }

    // Probability of winning: the player's share of the chips.
    double win(int player) const {
        return static_cast<double>(start_[static_cast<std::size_t>(player)]) / static_cast<double>(total_);
    }

    // Booked probability of a place, without what is unresolved.
    double booked(int player, int place) const {
        if (place == 0) return win(player);
        const double in_cell = probability(places_[line_of(player) + cell_of(place)]);
        return place == 1 ? std::max(0.0, in_cell - (win(player) - unresolved_win(player))) : in_cell;
    }

    // Probability that a player is in an unexplored branch and does not win there.
    double unresolved(int player) const {
        const Mass* line = &places_[line_of(player)];
        Mass booked = line[cell_of(kTopTwo)];
        for (int place = 2; place < players(); ++place) booked += line[cell_of(place)];
        // What is unresolved is a whole number. The chance to win there is a sum of floats, one per node, and is rounded.
        const double in_play = probability(kOne - booked);
        const double rounding = (static_cast<double>(nodes_) + 8.0 * players()) * 0x1p-53 * in_play;
        return std::max(0.0, in_play - unresolved_win(player)) + rounding;
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
    // Probability that a player wins in one of the unexplored branches: the player's share of the chips there.
    double unresolved_win(int player) const {
        return unresolved_chips_[line_of(player)] * kUnit / static_cast<double>(total_);
    }

    std::vector<Chips> start_;
    Chips total_;
    std::vector<Mass> places_;
    std::vector<double> unresolved_chips_;  // chips times units of probability; only the first cell of a line is used
    std::vector<Mass> knockouts_;           // by winner and loser; empty: not wanted
    std::uint64_t nodes_ = 0;
};

}  // namespace finaltable
