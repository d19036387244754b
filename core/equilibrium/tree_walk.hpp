// The values of one player at all decisions of a tree, hand by hand, if all play a profile.
#pragma once

#include <cstddef>
#include <vector>

#include "equilibrium/tree_bunching.hpp"
#include "equilibrium/tree_cards.hpp"
#include "equilibrium/tree_three.hpp"

namespace finaltable {

// What is found for a profile that is measured, and kept while strategies change a little.
struct Kept {
    Kept(const TreeGame& game, const TwoHands& two, unsigned threads)
        : bunching(game, two), three(game, threads), third(game.tree.seats * game.tree.decisions.size(), ones()) {}

    bool measuring = false;
    TreeBunching bunching;
    ThreeHands three;
    NodeRows third;  // player by decision: weight of the hands of the one who acts, divided by the product for actions
};

class Walk {
public:
    // `gain` has a row per decision and choice: its value minus that of folding, times `reach`, the probability that the
    // others let the player reach the decision with each class.
    Walk(const TreeGame& game, const Played& played, Kept& kept, NodeRows& gain, NodeRows& reach)
        : game_(game), tree_(game.tree), played_(played), two_(played.two()), kept_(kept), gain_(gain), reach_(reach) {}

    // Find the gains of a player.
    void run(std::size_t player);

    // After all players: how often the hand comes to every end, and its value for every player.
    std::vector<double> masses() const;
    std::vector<double> values(const std::vector<double>& masses);

private:
    void visit(std::int32_t next, const Pot& pot, const Row& reach, Row& value);
    void choose(std::size_t number, const Pot& pot, const Row& reach, Row& value);
    void respond(std::size_t number, const Pot& pot, const Row& reach, Row& value);
    void count(std::int32_t next, const Pot& pot, const std::vector<double>& masses, std::vector<double>& values);
    void show(std::size_t number, const Pot& pot, Row& value) const;
    void show_one(std::size_t number, const Pot& pot, Row& value) const;
    void show_two(std::size_t number, std::size_t own, const Pot& pot, Row& value) const;
    void show_others(std::size_t number, const Pot& pot, Row& value) const;
    void find_all(std::size_t number, const Pot& pot, const Row& odds, Row& all);

    const TreeGame& game_;
    const Tree& tree_;
    const Played& played_;
    const TwoHands& two_;
    Kept& kept_;
    NodeRows &gain_, &reach_;
    std::size_t player_ = 0;
};

}  // namespace finaltable
