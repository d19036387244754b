// The effect of folded cards on the hands and boards of the players who are in: bunching.
//
// Given the hands of the players who are in, folders are independent of each other in a first step: each folds with a
// probability that is counted exactly from all deals. What they change together follows from the densities of ranks.
#pragma once

#include <array>
#include <vector>

#include "equilibrium/folders.hpp"
#include "equilibrium/game.hpp"

namespace finaltable {

// The players who folded before one, two or three went in.
struct Bunched {
    double together = 1.0;  // probability that all fold, divided by the product of their probabilities
    std::array<double, kMaxSeats> without{};  // seat: the same, if this seat had not folded
    Row beyond;      // class: weight of a shown hand, beyond the product of the folders' probabilities given that hand
    Row hands;       // class: the same, times that product
    ByRank density;  // of the ranks on the board
};

class Bunching {
public:
    // The probability that each node folds, and that it folds given a class that another player holds.
    void find(const Game& game, const NodeRows& strategy, const std::vector<double>& folds, const NodeRows& given);

    const Bunched& before_opener(std::size_t s) const { return one_[s]; }
    const Bunched& before_caller(std::size_t pair) const { return two_[pair]; }
    const Bunched& before_last(std::size_t triple) const { return three_[triple]; }

private:
    std::vector<Bunched> one_, two_, three_;
};

}  // namespace finaltable
