// Bounties won in a hand: a share is paid at once, the rest is added to the bounty on the winner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/head_rules.hpp"

namespace finaltable {

// The share is a fraction, so that cents are exact. The product of its numbers and of the largest bounty in cents is
// below 2^62.
struct Bounties {
    std::vector<double> heads;  // by seat; empty: none
    std::int64_t paid = 1, of = 2;
    bool own = true;

    HeadRules rules() const { return {static_cast<double>(paid) / static_cast<double>(of), own}; }
};

// Who busts, and who takes the bounty: the winners of one bounty are adjacent, in the order in which odd cents are paid.
using Taken = std::vector<std::pair<std::size_t, std::size_t>>;

struct PaidBounties {
    std::vector<double> heads, cash;  // by seat
};

// Whole cents stay whole: odd cents are paid in cash, to the first of several winners.
PaidBounties take_bounties(const Bounties& bounties, const Taken& taken);

}  // namespace finaltable
