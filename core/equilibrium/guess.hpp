// A first guess of an equilibrium: that of the same game if every decision goes in with the best hands of one ranking.
//
// A strategy is then one number, the share of hands that go in. A few rounds of best responses find them:
// 1. Hands are valued in groups of the ranking. A group against the best hands of another player: sums over all deals,
//    prepared for every number of best classes.
// 2. Players fold independently of each other. Three who are in race for the pots: each comes first as often as their
//    odds against the ranges of the other two say, and these two race for the second place.
// 3. The best response is the share up to the group at which going in stops to gain; each round moves part of the way.
// The exploitability of the guess is usually below a thousandth of the pool: a search from there is short.
#pragma once

#include <cstddef>
#include <span>

#include "equilibrium/game.hpp"

namespace finaltable {

// The classes from best to worst are `ranking`. Nodes that are `locked` keep the strategy of `start`; those of the other
// nodes are where the rounds begin.
Profile guess_profile(const Game& game, std::span<const std::size_t> ranking, std::span<const bool> locked,
                      const Profile& start);

}  // namespace finaltable
