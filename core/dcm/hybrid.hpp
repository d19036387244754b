// The Dependent Chip Model for a few dozen players: the likely nodes of the tree exactly, the rest by sampling.
//
// The search goes as far as a threshold. What it cuts off is lined up, branch after branch, by probability, and sampled
// at equal distances from a random start: from each branch hit, one tournament is played to its end at random. Thirty-two
// independent starts give thirty-two answers, whose scatter is the error.
#pragma once

#include <cstdint>
#include <span>

#include "support/chips.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct HybridLimits {
    double threshold;   // expand nodes at least this probable
    double unresolved;  // probability that this leaves unresolved, about
    double paths;       // how many of the branches cut off to sample, about
    std::uint64_t seed;
};

struct HybridReport {
    std::uint64_t nodes = 0;
    std::uint64_t paths = 0;
    double finish_error = 0.0;  // largest standard error of a finish probability
    double path = 0.0;          // probability that each path stands for
    double unresolved = 0.0;    // no finish probability is further from the truth than this: a proof
    bool finished = true;       // false: the watch stopped it; the values mean nothing
};

// For players who all hold chips. finish[i * players + k]; its rows and columns sum to one. standard_errors are those of
// the equities for these payouts.
template <class Chips>
HybridReport hybrid_finish(std::span<const Chips> stacks, std::span<const double> payouts, HybridLimits limits,
                           std::span<double> finish, std::span<double> standard_errors, Watch& watch);

}  // namespace finaltable
