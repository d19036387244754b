// A guess at the bounties of a hand that is not explored, and a bound on its error.
//
// The proof is in docs/how-it-works/bounties.md.
#pragma once

#include <cmath>

#include "support/head_rules.hpp"

namespace finaltable {

// What is known of a hand of some players that is not explored. Of a head, its owner wins what they hold in chips, if
// the last player is paid their own. Of another's head, per unit and share of the chips:
struct Guess {
    double part;   // what is guessed
    double less;   // it is at most so much less
    double lost;   // it is at most so much more: this, times the chance that the owner is busted,
    double share;  // without this

    Guess(int players, HeadRules rules) {
        // This much of every head reaches the winner of the tournament, who is paid all that is left by the last bust.
        const double sure = players < 2 ? 1.0 : std::pow(1.0 - rules.share, players - 2);
        const double by_chips = rules.own ? 1.0 : 0.5 + 0.5 * rules.share;  // of the rest
        part = (rules.own ? sure : rules.share * sure) + (1.0 - sure) * by_chips;
        less = (1.0 - sure) * by_chips;
        if (1.0 - sure <= 0.5) {
            lost = 1.0 - sure;
            share = (1.0 - sure) * by_chips;
        } else {  // nobody wins more than half of what the owner and they themselves do not
            lost = 0.5;
            share = part + (rules.own ? 0.0 : (1.0 - rules.share) * sure) - 0.5;
        }
    }
};

}  // namespace finaltable
