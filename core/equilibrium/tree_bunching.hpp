// What folded cards change in a tree, beyond the factor of each fold: see folders.hpp and boards.hpp. It is found for
// one profile, and kept while strategies change a little.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "equilibrium/folders.hpp"
#include "equilibrium/tree_cards.hpp"

namespace finaltable {

class TreeBunching {
public:
    TreeBunching(const TreeGame& game, const TwoHands& two);

    // Find what the folders of every path do together.
    void find_folders(const Played& played);
    // Find the boards that they leave, for the hands that a profile shows.
    void find_boards(const Played& played);

    // After a fold at a decision: the weights of the hands of others, beyond those after single folds.
    const NodeRows& beyond() const { return beyond_; }
    // False if no player has folded before the end, or if it is not known how boards depend on folded cards.
    bool tilted(std::size_t end) const { return tilted_[end]; }
    // Of the ranks on the board.
    const ByRank& density(std::size_t end) const { return density_[end]; }
    // For the first or the second of two players: the change of the probability of a channel, seen from that player.
    const Row& change(std::size_t end, std::size_t place, std::size_t channel) const {
        return changes_[(end * 2 + place) * game_.two_channels + channel];
    }
    // One player goes in, and others are all-in by posting: channel by class.
    std::span<const double> one_shares(std::size_t end) const {
        return tilted_[end] ? std::span<const double>(one_shares_[end]) : game_.one_shares;
    }

private:
    void fold(std::int32_t next, const Folders& folders);
    void show(const Played& played, std::int32_t next, const Pot& pot);
    void show_one(std::size_t end);
    void show_two(std::size_t end, const Pot& pot);
    void change_orders(const Row& weights, const Tilt& tilt, const ByRank& density, Row* changes) const;

    const TreeGame& game_;
    const TwoHands& two_;
    std::vector<FoldedHands> hands_;               // decision
    NodeRows beyond_;                              // decision
    std::vector<bool> tilted_;                     // end
    std::vector<ByRank> density_;                  // end
    std::vector<Row> changes_;                     // end by place by channel
    std::vector<std::vector<double>> one_shares_;  // end
};

}  // namespace finaltable
