// Evaluates a profile: the gain of going in over folding, at every node with every class.
//
// Cards of three players at a time are dealt exactly. A folder between or before two players who are all-in weighs their
// hands by the chance of folding given both (bunching); around three players, by the product of the chances given each.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "equilibrium/dealing.hpp"
#include "equilibrium/game.hpp"
#include "support/watch.hpp"

namespace finaltable {

// A number for every class at every node; every seat's nodes stand together.
using NodeRows = std::vector<Row>;

// What stays the same while strategies change a little: matrices for pairs of seats, and for every node what pairs and
// triples of other seats contribute.
struct Frozen {
    std::vector<Row> opener;  // pair by class of the caller: what a call changes for the opener, by the opener's class
    std::vector<Row> caller;  // pair by class of the opener: what a call is worth to the caller, by the caller's class
    std::vector<Row> bystander;  // pair by class of the later seat, who opens: deals, by the class of the earlier one
    NodeRows rest;               // from pairs of others and triples
    NodeRows reach;              // how often a node is reached with each class
    std::vector<double> folds;   // how often a node folds
};

// How often each channel decides.
struct Masses {
    std::vector<double> one, two, three;
};

class Sweep {
public:
    Sweep(const Game& game, unsigned threads);

    // False if the watch stopped it.
    bool run(const Profile& profile, Watch& watch);

    const Frozen& frozen() const { return frozen_; }
    const Masses& masses() const { return masses_; }
    const Game& game() const { return game_; }
    const Dealing& dealing() const { return dealing_; }

    // What a single all-in of `opener` changes for `player`, by the opener's class.
    std::span<const float> one_gain(std::size_t opener, std::size_t player) const {
        return one_gain_[opener * game_.players + player].value;
    }

private:
    struct Part;  // what one part of the pairs of classes adds
    class Visit;  // one pair of classes

    void prepare(const Profile& profile);
    void weigh_triples();
    void collect(const std::vector<Part>& parts);
    void add_opening();
    void add_triple(std::size_t p, std::size_t q, std::size_t k, const std::vector<Part>& parts,
                    std::vector<double>& unseen);
    void add_unseen(const std::vector<double>& unseen);
    double fold_except(std::size_t p, std::size_t q, std::size_t k, std::size_t except) const;

    const Game& game_;
    unsigned threads_;
    Dealing dealing_;
    std::vector<Row> one_gain_;
    Frozen frozen_;
    Masses masses_;
    NodeRows strategy_;                // the profile, as rows
    NodeRows fold_;                    // chance that a node folds, given one other class
    std::vector<std::size_t> active_;  // nodes first in and facing one that ever go in
    std::vector<Row> weight_;          // triple by seat: strategy times what folders say of the class
    std::vector<Row> bunching_;        // triple: what folders say of a class
    std::vector<std::array<std::array<float, kOrders>, 6>> seated_gain_;  // triple by seating: what the third gains
    std::array<std::array<std::size_t, kOrders>, 6> seating_;
};

}  // namespace finaltable
