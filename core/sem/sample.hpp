// Sequential elimination of fields that are too large for the tree: draw eliminations until few players are left, and
// solve for these exactly. Expected values replace outcomes, which can only reduce the scatter.
#pragma once

#include <span>

#include "sem/kernels.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct SemSample {
    std::span<double> equities;
    std::span<double> standard_errors;  // of the equities
    std::span<double> finish;           // players by places
};

// For at least 4 players who all hold chips; `payouts` has one for every place. First place is known: chip share. The
// work is the number of tournaments; those drawn before the watch stopped it count. The same seed gives the same bits
// for any number of threads, unless the watch stops the work.
Report sem_sample(std::span<const double> stacks, std::span<const double> payouts, SemKernel kernel, Limits limits,
                  SemSample sample, Watch& watch);

}  // namespace finaltable
