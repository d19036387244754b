// The Dependent Chip Model for a few dozen players: the likely nodes of the tree exactly, the rest by sampling.
//
// The search goes down to a threshold. The branches that it cuts off are put in a row, each as long as its probability,
// and sampled at equal distances from a random start: from each branch hit, one tournament is played at random. 32
// independent starts give 32 answers, whose scatter gives the error.
#pragma once

#include <cstdint>
#include <span>

#include "support/chips.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Facts about the sampled part.
struct SampledPart {
    double path;          // probability that each path represents
    double unresolved;    // proved bound on the error of finish probabilities
    std::uint64_t nodes;  // expanded by the search
    std::uint64_t paths;

    // The error of values with this standard error; `spread` is the largest difference between open places. It is four
    // standard errors plus an allowance for rare events, or the proved bound if that is smaller. The scatter of few
    // paths is not reliable: with few paths the error is the proved bound.
    double error(double standard_error, double spread) const;
};

// Expands nodes down to the least threshold, and samples about limits.tournaments of the branches that are cut off.
// For players who all hold chips. finish[i * players + k]; its rows and columns sum to one. standard_errors and the
// report's `error` are those of the equities for these payouts, `finish_error` is that of `finish`. The work is nodes
// and paths together. If the watch stopped it, the values are undefined.
template <class Chips>
Report hybrid_finish(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                     std::span<double> finish, std::span<double> standard_errors, Watch& watch);

}  // namespace finaltable
