// The Dependent Chip Model for a few dozen players: the likely nodes of the tree exactly, the rest by sampling.
//
// The search goes as far as a threshold. What it cuts off is lined up, branch after branch, by probability, and sampled
// at equal distances from a random start: from each branch hit, one tournament is played to its end at random. Thirty-two
// independent starts give thirty-two answers, whose scatter is the error.
#pragma once

#include <cstdint>
#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// What is known about the part that was sampled.
struct SampledPart {
    double path;          // probability that each path stands for
    double unresolved;    // no finish probability is further from the truth than this: a proof
    std::uint64_t nodes;  // expanded by the search
    std::uint64_t paths;

    // The error of values with this standard error; `spread` is how much the places that are open differ by. Four
    // standard errors and what scatter does not show, or what is proved if that is less. The scatter of a few paths says
    // little: with few of them the error is what is proved.
    double error(double standard_error, double spread) const;
};

// Expands nodes down to the least threshold, and samples about as many of the branches cut off as limits.tournaments.
// For players who all hold chips. finish[i * players + k]; its rows and columns sum to one. standard_errors and the
// report's `error` are those of the equities for these payouts, `finish_error` is that of `finish`. The work is nodes and
// paths together. Where the watch stopped it, the values mean nothing.
template <class Chips>
Report hybrid_finish(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                     std::span<double> finish, std::span<double> standard_errors, Watch& watch);

}  // namespace finaltable
