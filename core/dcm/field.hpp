// The Dependent Chip Model for fields of any size, by simulated tournaments that cost next to nothing.
//
// After any number of hands the players who have not won one yet are a prefix of the sorted starting stacks, all shorter
// by the same number of chips: the stack of the last winner counted from the start. So a tournament is a prefix length,
// an offset and a short list of past winners; a hand is a binary search, and a run of players who bust is one update.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "support/chips.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct FieldLimits {
    std::uint64_t seed;
    std::uint64_t tournaments;  // at the most, about
    double tolerance;           // stop when no equity is further from the truth than this, in payout units
    int quasi_random;           // hands of a tournament that are spread evenly instead of drawn; at most 8
    unsigned threads;
};

struct FieldReport {
    std::uint64_t tournaments = 0;
    double error = 0.0;    // of every equity, in payout units: see support/unseen.hpp
    bool finished = true;  // false: the watch stopped it; the values hold for what was simulated until then
};

// Equities and their standard errors, for players who all hold chips. The sum of the equities is that of the payouts.
template <class Chips>
FieldReport field_equities(std::span<const Chips> stacks, std::span<const double> payouts, FieldLimits limits,
                           std::span<double> equities, std::span<double> standard_errors, Watch& watch);

// finish[i * places + k] for the first `places` places.
template <class Chips>
FieldReport field_finish(std::span<const Chips> stacks, std::size_t places, FieldLimits limits,
                         std::span<double> finish, Watch& watch);

}  // namespace finaltable
