// CFR+ for a game of all-in or fold, and the exploitability of a profile.
//
// 1. A sweep evaluates the average profile exactly, with its exploitability. The best profile is kept.
// 2. Iterations of predictive CFR+, seat by seat: exact for pairs of seats; the contributions of triples and bystanders
//    follow the strategies to first order from the last sweep. The average weights iteration t by its fifth power.
// 3. Repeat until the exploitability is low enough.
// Averages under 1 % or over 99 % are rounded before a sweep; the exploitability is that of the rounded profile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "equilibrium/game.hpp"
#include "equilibrium/sweep.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct Solved;

struct SolveOptions {
    double tolerance;  // of the exploitability, summed over seats
    std::size_t most_sweeps;
    unsigned threads;
    double warmth =
        0.0;  // how far the first regrets follow the start: 0 for a guess, 1 for a solution of a similar game
    std::vector<double> rough = {};  // falling exploitabilities: when one is reached, the host is asked
    std::function<bool(const Solved&)> enough = nullptr;  // whether the search may end there
};

// The value of a profile, node by node: `gain` is that of going in over folding, times `reach`, the probability of
// reaching the node with that class.
struct Measured {
    Profile profile;
    std::vector<double> gain, reach;     // node by class
    std::vector<double> exploitability;  // seat
    std::vector<double> values;          // player: expected change by the hand, if all play the profile
    Masses masses;
};

// Probability of a class at a decision: below this, it has no value.
inline constexpr double kUnreached = 1e-15;

// Error of the card model in the value of a hand, as a fraction of the spread between the best and the worst hand of the
// decision, and of the largest spread of all decisions.
inline constexpr double kCardError = 0.004, kCardErrorElsewhere = 0.0005;

struct Solved {
    Measured best;
    std::vector<double> history;  // exploitability of the best profile after every sweep
    bool reached = false;         // whether the tolerance was met, or the host has enough

    // Adds a sweep, and keeps its profile if it is the best so far.
    void add(Measured found, double tolerance);

    double least() const { return history.empty() ? 0.0 : history.back(); }
    double done(double tolerance) const;  // from 0 to 1, in orders of magnitude of the exploitability
};

// Whether the search ends with the last sweep.
inline bool ends_search(const SolveOptions& options, const Solved& solved) {
    const std::vector<double>& history = solved.history;
    const auto passed = [&](std::size_t sweeps) {
        if (sweeps == 0) return std::ptrdiff_t{0};
        return std::ranges::count_if(options.rough, [&](double rough) { return history[sweeps - 1] <= rough; });
    };
    if (options.enough && passed(history.size()) > passed(history.size() - 1) && options.enough(solved)) return true;
    return history.back() <= options.tolerance;
}

// Solves a game in steps: sweeps with the iterations before each, for hosts with other work in between. `locked` nodes keep
// their strategy, and their gains do not count in the exploitability.
class Solver {
public:
    Solver(const Game& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // False if there is no further step: the tolerance is reached, or the watch stopped it.
    bool step(Watch& watch);

    double done() const;  // as that of Solved
    const Solved& solved() const;
    Solved take();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// All steps.
Solved solve_game(const Game& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options,
                  Watch& watch);

// The exploitability of a profile.
Measured measure(const Game& game, const Profile& profile, std::span<const bool> locked, unsigned threads,
                 Watch& watch);

}  // namespace finaltable
