// Players before the cards are dealt: blinds and antes, the order of acting, players all-in by posting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/chips.hpp"

namespace finaltable {

#if FINALTABLE_WIDE_CHIPS
using HandChips = WideChips;
#else
using HandChips = std::int64_t;
#endif

using Seats = std::vector<std::size_t>;

// Chips are whole numbers of a unit small enough to divide every pot.
struct Forced {
    HandChips small_blind, big_blind, ante;
    HandChips big_blind_ante;  // posted by the big blind, after the blind; players do not have to match it
};

// Chips by seat of the table.
struct Lineup {
    std::vector<HandChips> chips;   // before the hand
    std::vector<HandChips> posted;  // antes included
    std::vector<HandChips> able;    // in the pot after going all-in
    std::vector<HandChips> raised;  // in the pot after a raise; 0: cannot raise
    HandChips dead;                 // the big blind ante
    std::size_t big_blind_seat;
    Seats acting;    // players in the hand, in the order of acting
    Seats deciding;  // those with chips left to push or call
    Seats all_in;    // those all-in by posting, the largest stake first

    // Whether the last player has a decision if all others fold. The big blind has none: they win.
    bool last_opens() const;

    // The players at the showdown: those who pushed, and those all-in by posting. If no player pushes, the big blind.
    Seats showdown(const Seats& pushed) const;
};

// Post blinds and antes. Players who have folded leave theirs in the pot; players elsewhere post nothing. `bets` are the
// raises of all seats with their antes, 0 for none: possible if chips are left, and if a later player can raise again.
Lineup post_blinds(std::vector<HandChips> chips, std::size_t button, const Forced& forced, const Seats& folded,
                   const Seats& elsewhere, std::span<const HandChips> bets);

}  // namespace finaltable
