// A guess at the bounties of a hand that is not explored, and a bound on its error.
//
// The proof is in docs/how-it-works/bounties.md.
#pragma once

#include <cmath>

#include "support/head_rules.hpp"

namespace finaltable {

// Bounds for an unexplored hand. If the last player is paid their own bounty, a player wins of their own bounty their
// share of the chips. Of another's bounty, per unit and share of the chips:
struct Guess {
    double part;   // the guess
    double less;   // the truth is at most this much below it
    double lost;   // and at most this much above it: this, times the probability that the owner is busted,
    double share;  // minus this

    Guess(int players, HeadRules rules) {
        // This part of every bounty reaches the winner of the tournament, who is paid the rest at the last bust.
        const double sure = players < 2 ? 1.0 : std::pow(1.0 - rules.share, players - 2);
        const double by_chips = rules.own ? 1.0 : 0.5 + 0.5 * rules.share;  // of the rest
        part = (rules.own ? sure : rules.share * sure) + (1.0 - sure) * by_chips;
        less = (1.0 - sure) * by_chips;
        if (1.0 - sure <= 0.5) {
            lost = 1.0 - sure;
            share = (1.0 - sure) * by_chips;
        } else {  // bound by half of the chips (docs/how-it-works/bounties.md)
            lost = 0.5;
            share = part + (rules.own ? 0.0 : (1.0 - rules.share) * sure) - 0.5;
        }
    }
};

}  // namespace finaltable
