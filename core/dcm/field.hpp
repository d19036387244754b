// The Dependent Chip Model for fields of any size, by fast simulated tournaments.
//
// After any number of hands the players who have not won one yet are a prefix of the sorted starting stacks, all
// shorter by the same number of chips: the stack of the last winner counted from the start. So a tournament is a prefix
// length, an offset and a short list of past winners; a hand is a binary search, and a run of players who bust is one
// update.
#pragma once

#include <cstddef>
#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Equities and their standard errors, for players who all hold chips. The equities sum to the payouts. The work is the
// number of tournaments, including those simulated before the watch stopped the work.
template <class Chips>
Report field_equities(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                      std::span<double> equities, std::span<double> standard_errors, Watch& watch);

// finish[i * places + k] for the first `places` places.
template <class Chips>
Report field_finish(std::span<const Chips> stacks, std::size_t places, Limits limits, std::span<double> finish,
                    Watch& watch);

}  // namespace finaltable
