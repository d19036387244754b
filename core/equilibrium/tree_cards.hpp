// Cards of the players in a tree: what a player's hand, and the actions of others, say about the hands of the rest.
//
// The hand of the player whose values are found is dealt exactly against each opponent. Every action changes the odds of
// the hands of others (bunching), by the product of the factors of all actions; players who meet at a showdown are
// dealt against each other exactly, and their factors do not count. What several folders do together comes on top: see
// tree_bunching.hpp.
#pragma once

#include <cstddef>
#include <vector>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep.hpp"
#include "equilibrium/tree.hpp"

namespace finaltable {

inline Row ones() {
    Row row;
    row.value.fill(1.0F);
    return row;
}

inline void times(Row& product, const Row& row) { multiply(product, 1.0F, row); }

// Two players: how often the other holds a class, and who wins. Rows are over the classes of the first.
class TwoHands {
public:
    explicit TwoHands(const TreeGame& game);

    // Set `sum` to the weight of the other's hands, by the first player's class.
    void weigh(const Row& weights, Row& sum) const { mix(weights, given_.data(), sum); }
    // The same for the deals in which the two hands end in a channel, seen from the first player.
    void weigh(const Row& weights, std::size_t channel, Row& sum) const {
        mix(weights, &channels_[channel * kHands], sum);
    }

    // What the density of ranks on the board changes for the first player.
    Tilt tilt(const Row& weights, const ByRank& density) const;

    // How often a player holds each class.
    const Row& share() const { return share_; }
    // The same channel, seen from the other player.
    std::size_t exchanged(std::size_t channel) const { return exchanged_[channel]; }

private:
    void find_covariances(const Boards& boards);
    static void mix(const Row& weights, const Row* rows, Row& sum);

    Row share_;
    std::vector<Row> given_;        // class of the other
    std::vector<Row> channels_;     // channel by class of the other
    std::vector<Row> wins_, ties_;  // class of the other by rank: covariances with the board, times `given_`
    std::vector<std::size_t> exchanged_;
};

// A profile, and how much each action changes the odds of the hands of others.
class Played {
public:
    // Decision: weights of the hands of others after a fold, beyond those after single folds.
    Played(const Tree& tree, const TwoHands& two, const NodeRows& beyond);

    Row& strategy(std::size_t decision, std::size_t choice) { return strategy_[decision * kChoices + choice]; }
    const Row& strategy(std::size_t decision, std::size_t choice) const {
        return strategy_[decision * kChoices + choice];
    }
    // How likely the seat's own earlier actions are, by class.
    Row own_reach(std::size_t decision) const;

    // Call after the strategy at a decision, or at one that leads to it, has changed.
    void find_factors(std::size_t decision);
    // How much likelier an action is, by the class of another player; and what that makes of a third player's hands.
    const Row& factor(std::size_t decision, std::size_t action) const { return factor_[decision * kActions + action]; }
    const Row& third(std::size_t decision, std::size_t action) const { return third_[decision * kActions + action]; }

    const Tree& tree() const { return tree_; }
    const TwoHands& two() const { return two_; }

private:
    const Tree& tree_;
    const TwoHands& two_;
    std::vector<std::size_t> own_;
    const NodeRows& beyond_;
    NodeRows strategy_, factor_, third_;
};

// The players in the pot on the way to a decision, without the one whose values are found.
struct Pot {
    struct In {
        std::size_t seat;
        Row own;     // how likely their actions are, by class
        Row factor;  // what these say about the hands of others
    };

    Pot();
    std::size_t place_of(std::size_t seat) const;
    // Odds of the hands of a player who is about to act.
    Row odds(std::size_t place) const;
    // Weights of the hands of a player at a showdown.
    Row shown(std::size_t place) const;
    void act(const Played& played, std::size_t decision, std::size_t action);

    std::size_t count = 0;
    std::array<In, kMostIn> in;
    Row folded;  // what players who folded say about the hands of others
    Row acted;   // what all players say about the hands of one who has not acted
    Row third;   // the same, given the hand of the player whose values are found
};

}  // namespace finaltable
