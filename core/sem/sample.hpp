// Sequential elimination of fields that are too large for the tree: eliminations are drawn until few are left, and those
// are solved exactly. That is an expected value in place of an outcome, so it can only make the scatter smaller.
#pragma once

#include <cstdint>
#include <span>

#include "sem/kernels.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct SemLimits {
    std::uint64_t seed;
    std::uint64_t tournaments;  // at the most, about
    double tolerance;           // stop when no equity is further from the truth than this, in payout units
    unsigned threads;
};

struct SemReport {
    std::uint64_t tournaments = 0;
    double error = 0.0;    // of every equity, in payout units: see support/unseen.hpp
    bool finished = true;  // false: the watch stopped it; the values hold for what was drawn until then
};

struct SemSample {
    std::span<double> equities;
    std::span<double> standard_errors;  // of the equities
    std::span<double> finish;           // players by places
};

// For at least 4 players who all hold chips; `payouts` has one for every place. First place is known: chip share. The same
// seed gives the same bits whatever the number of threads, unless the watch stops the work.
SemReport sem_sample(std::span<const double> stacks, std::span<const double> payouts, SemKernel kernel,
                     SemLimits limits, SemSample sample, Watch& watch);

}  // namespace finaltable
