// Evaluates a profile: the gain of going in over folding, at every node with every class.
//
// Cards of three players are dealt exactly. Folders weight the hands of two all-in players by the probability of
// folding given both (bunching); those of three players, by the product of the probabilities given each.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "equilibrium/dealing.hpp"
#include "equilibrium/game.hpp"
#include "support/watch.hpp"

namespace finaltable {

// A number for every class at every node; the nodes of a seat are consecutive.
using NodeRows = std::vector<Row>;

// Kept between sweeps while strategies change a little: matrices for pairs of seats, and for every node the
// contribution of pairs and triples of other seats.
struct Frozen {
    std::vector<Row> opener;     // pair by class of the caller: gain of the opener from a call, by the opener's class
    std::vector<Row> caller;     // pair by class of the opener: gain of the caller from a call, by the caller's class
    std::vector<Row> bystander;  // pair by class of the later seat, who opens: deals, by the class of the earlier one
    NodeRows rest;               // contribution of pairs of others and of triples
    NodeRows reach;              // probability that a node is reached with each class
    std::vector<double> folds;   // probability that a node folds
};

// Probability of each channel.
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

    // Gain of `player` from a single all-in of `opener`, by the opener's class.
    std::span<const float> one_gain(std::size_t opener, std::size_t player) const {
        return one_gain_[opener * game_.players + player].value;
    }

private:
    struct Part;  // sums over one part of the pairs of classes
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
    NodeRows fold_;                    // probability that a node folds, given one other class
    std::vector<std::size_t> active_;  // nodes first in and facing one that go in with some class
    std::vector<Row> weight_;          // triple by seat: strategy times bunching
    std::vector<Row> bunching_;        // triple: weight of a class, given the folders
    std::vector<std::array<std::array<float, kOrders>, 6>> seated_gain_;  // triple by seating: gain of the third
    std::array<std::array<std::size_t, kOrders>, 6> seating_;
};

}  // namespace finaltable
