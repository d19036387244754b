// Ends of a hand: pots, side pots, and the stacks after it.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "equilibrium/lineup.hpp"
#include "equilibrium/showdowns.hpp"

namespace finaltable {

inline constexpr std::size_t kNoRaiser = static_cast<std::size_t>(-1);

// The players who pushed, numbered in the order of acting; and a player who raised and folded.
struct HandEnd {
    std::vector<std::size_t> pushed;
    std::size_t raiser = kNoRaiser;
};

// The ends of push or fold: none, one, two, three players push; the last of them changes slowest.
std::vector<HandEnd> push_fold_ends(std::size_t seats);

// The showdowns after none, one, two and three pushes.
using HandShowdowns = std::array<const Showdowns*, kMostIn + 1>;

// The bounty on a player who busts goes to the winners of the last pot that they could win.
struct TakenBounty {
    std::size_t outcome, busted, taker;  // players are seats

    bool operator==(const TakenBounty&) const = default;
};

// Chips at the end of a hand, by seat of the table; players at the showdown are seats.
struct Showing {
    Seats players;
    std::vector<HandChips> chips;   // before the hand
    std::vector<HandChips> put_in;  // without the big blind ante
    HandChips dead;                 // the big blind ante,
    std::size_t dead_from;          // and its seat
    HandChips extra = 0;            // chips added to the main pot
    HandChips whole = 1;            // pots of so many chips are split into them; odd ones go to
    std::size_t first = 0;          // the first winners from this seat on
};

struct Settled {
    std::vector<HandChips> stacks;
    std::vector<std::pair<std::size_t, std::size_t>> taken;  // who busts, and who takes the bounty

    auto operator<=>(const Settled&) const = default;
};

// Pay the main pot and the side pots to the best of those who can win them. Chips above the largest stake at the showdown
// go back.
Settled settle(const Showing& showing, const Ranks& ranks);

// Several ends can have the same outcome.
struct Outcomes {
    std::vector<std::size_t> rows;   // outcome of each end and order
    std::size_t count = 0;           // of outcomes
    std::vector<HandChips> stacks;   // outcome by seat of the table
    std::vector<TakenBounty> taken;  // of all outcomes, in the order of the showdown
};

// Settle every end with every order of the hands. Outcomes differ in stacks; with bounties, also in who takes them.
Outcomes settle_ends(const Lineup& lineup, const std::vector<HandEnd>& ends, const HandShowdowns& showdowns,
                     bool bounties);

}  // namespace finaltable
