// Limits of a kernel, and its report besides the values.
#pragma once

#include <cstdint>

namespace finaltable {

// Each kernel reads the limits that apply to it.
struct Limits {
    double tolerance = 0.0;         // of the error: relative to all money (searches), in units of the values (samples)
    double least_threshold = 0.0;   // a search expands no node less probable than this
    std::uint64_t tournaments = 0;  // a sample draws at most about this many
    std::uint64_t seed = 0;
    int quasi_random = 6;           // number of first hands of a tournament that are quasi-random; at most 8
    unsigned threads = 1;           // the answer does not depend on it
    double finish_tolerance = 1.0;  // finish probabilities that come with equities are written if they are within it
};

struct Report {
    double error = 0.0;         // bound on the error of all values: proved by a search; four standard errors plus an
                                // allowance for rare events for a sample
    std::uint64_t work = 0;     // nodes, states, terms, points or tournaments
    bool finished = true;       // false: the watch stopped the kernel before it met its limits
    double finish_error = 0.0;  // of finish probabilities that come with equities
};

}  // namespace finaltable
