// The ledger of a search: which player ends in which place, and who is left where the search stops, in integer units of
// probability.
//
// Invariant: nothing is booked twice, and nothing is rounded up. For every place, each unit is booked to a player, or in a
// hand that is not explored, or lost by a division. So the units that are lost are known exactly.
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

using Line = std::uint32_t;  // where a player's cells begin

// Places count from 0, the winner. Places 0 and 1 have no cell, because heads-up needs no search: the probability of
// winning is a player's share of the chips, and being second is the rest. So a line reads
//
//     third | rank 0, 1, 2 of 3 players left | fourth | rank 0, 1, 2, 3 of 4 players left | fifth | ...
constexpr Line place_cell(int place) { return static_cast<Line>((place + 1) * (place + 2) / 2 - 6); }
constexpr Line rank_cell(int left, int rank) { return static_cast<Line>(left * (left + 1) / 2 - 5 + rank); }
constexpr std::size_t cells_of(int players) { return players < 2 ? 0 : place_cell(players); }

template <class Chips>
class Ledger {
public:
    // Players are numbered by descending stack.
    explicit Ledger(std::span<const Chips> sorted)
        : start_(sorted.begin(), sorted.end()), total_(std::accumulate(sorted.begin(), sorted.end(), Chips{0})),
          cells_(sorted.size() * cells_of(players())) {}

    int players() const { return static_cast<int>(start_.size()); }
    Chips total() const { return total_; }
    Line line_of(int player) const { return static_cast<Line>(static_cast<std::size_t>(player) * cells_of(players())); }

    // --- written by walks ----------------------------------------------------------------------------------------

    // Forget everything but the count of nodes, which goes on over all searches.
    void clear() {
        std::ranges::fill(cells_, Mass{0});
        lost_in_ties_ = 0;
    }

    void count_node() { ++nodes_; }
    void count_nodes(std::uint64_t nodes) { nodes_ += nodes; }

    // From the third place down.
    void book(Line line, int place, Mass mass) { cells_[line + place_cell(place)] += mass; }

    // The player has this rank in a hand of `left` players that will not be explored.
    void leave(Line line, int left, int rank, Mass mass) { cells_[line + rank_cell(left, rank)] += mass; }

    // A hand with ties divides units among players and places, which can lose one for each of its places.
    void lose_in_ties(int units) { lost_in_ties_ += static_cast<Mass>(units); }

    // Another search will explore what was left.
    void forget_left() {
        for (int player = 0; player < players(); ++player) {
            for (int left = 3; left <= players(); ++left) {
                std::fill_n(&cells_[line_of(player) + rank_cell(left, 0)], left, Mass{0});
            }
        }
    }

    // Add the results of another search of the same table.
    void add(const Ledger& other) {
        std::ranges::transform(cells_, other.cells_, cells_.begin(), std::plus<>{});
        lost_in_ties_ += other.lost_in_ties_;
        nodes_ += other.nodes_;
    }

    // --- read by the answer --------------------------------------------------------------------------------------

    std::uint64_t nodes() const { return nodes_; }

    // Probability of winning: the player's share of the chips.
    double win(int player) const {
        return static_cast<double>(start_[static_cast<std::size_t>(player)]) / static_cast<double>(total_);
    }

    // The player's cells.
    std::span<const Mass> cells(int player) const {
        return std::span(cells_).subspan(line_of(player), cells_of(players()));
    }

    // Booked probability of a place from the third down.
    double booked(int player, int place) const { return probability(cells(player)[place_cell(place)]); }

    // Probability that a search of all hands with more than `place` players has lost, at most. Each unit of the place is
    // booked, or in a hand that is not explored, which has one player of rank 0.
    double lost(int place) const {
        Mass known = 0;
        for (int player = 0; player < players(); ++player) {
            const std::span<const Mass> own = cells(player);
            known += own[place_cell(place)];
            for (int left = place + 1; left <= players(); ++left) known += own[rank_cell(left, 0)];
        }
        return probability(kOne - known + lost_in_ties_);
    }

    // Probability that is not booked for a place: of hands that are not explored, or lost.
    double unresolved(int place) const {
        Mass booked = 0;
        for (int player = 0; player < players(); ++player) booked += cells(player)[place_cell(place)];
        return probability(kOne - booked);
    }

private:
    std::vector<Chips> start_;
    Chips total_;
    std::vector<Mass> cells_;
    Mass lost_in_ties_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace finaltable
