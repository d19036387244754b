// A player decides whether to call players who are all-in: the values of calling and folding, and the break-even equity.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "equilibrium/outcomes.hpp"
#include "spots/bounties.hpp"

namespace finaltable {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Ranks of hero and of the players all-in, and its probability.
struct SeenOrder {
    Ranks ranks;
    double chance;
};

struct Spot {
    std::vector<HandChips> chips, posted;  // posted: with the stacks of players all-in
    std::vector<HandChips> put_in;         // if hero calls
    HandChips dead;                        // the big blind ante,
    std::size_t dead_from;                 // and its seat
    HandChips whole;                       // one chip
    std::size_t first;                     // odd chips go to the first winners from this seat on
    std::size_t hero;
    Seats all_in;
    std::vector<SeenOrder> orders;
    double boards = 0.0;  // that were drawn; 0: the probabilities are exact
    Bounties bounties;
};

struct After {
    std::vector<HandChips> stacks;
    std::vector<double> heads, cash;  // empty without bounties
};

// The end of the hand, with chips added to the main pot. Ranks are those of the players at the showdown.
After after_hand(const Spot& spot, bool calls, const Ranks& ranks, HandChips extra = 0);

// The value of an end for hero.
struct Worth {
    double prizes, later, error;
    double cash = 0.0;

    double total() const { return prizes + cash + later; }
};

// Values stacks, and bounties if there are any; cash is added later.
using Value = std::function<Worth(std::span<const HandChips> stacks, std::span<const double> heads)>;

// Numbers that do not exist are NaN: those of one player all-in if there are several, a break-even equity if calling
// never pays, dead chips if no number of them has the effect of the bounties.
struct Verdict {
    double fold, call, error;
    std::array<double, 3> ends;  // if hero calls, and wins, ties, loses
    double break_even;
    double prizes;                     // call minus fold, without bounties
    double cash, onto_head;            // of a call
    double later_fold, later_call;     // bounties after the hand
    double break_even_without, chips;  // dead chips in the main pot with the effect of the bounties
};

inline const std::array<Ranks, 3> kEnds{Ranks{0, 1}, Ranks{0, 0}, Ranks{1, 0}};

Verdict judge(const Spot& spot, const Value& value);

}  // namespace finaltable
