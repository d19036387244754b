// CFR+ for a game of all-in or fold, and how far a profile is from equilibrium.
//
// 1. A sweep over the average profile: everything exactly, with its exploitability. The best profile is kept.
// 2. Some iterations of CFR+, seat by seat, in which only pairs of seats are new; what triples and bystanders add stays
//    as the last sweep found it. Averages weigh iteration t by t squared.
// 3. Again, until the exploitability is low enough.
// Averages under 1 % or over 99 % are rounded before a sweep: it is that profile whose exploitability is told.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "equilibrium/game.hpp"
#include "equilibrium/sweep.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct SolveOptions {
    double tolerance;  // of the exploitability, all seats together
    std::size_t most_sweeps;
    unsigned threads;
};

// What a profile is worth, node by node: `gain` is going in minus folding, times how often the node is reached with that
// class; `reach` how often.
struct Measured {
    Profile profile;
    std::vector<double> gain, reach;     // node by class
    std::vector<double> exploitability;  // seat
    std::vector<double> values;          // player: what the hand changes for everybody, if all play it
    Masses masses;
};

struct Solved {
    Measured best;
    std::vector<double> history;  // exploitability of the best profile after every sweep
    bool reached = false;         // the tolerance
};

// Nodes that are `locked` keep their strategy, and what they could gain does not count.
Solved solve_game(const Game& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options,
                  Watch& watch);

// The exploitability of a profile.
Measured measure(const Game& game, const Profile& profile, std::span<const bool> locked, unsigned threads,
                 Watch& watch);

}  // namespace finaltable
