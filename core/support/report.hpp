// How far a kernel may go, and what it reports beside its values.
#pragma once

#include <cstdint>

namespace finaltable {

// Each kernel reads the limits it has a use for.
struct Limits {
    double tolerance = 0.0;         // stop once no value can be further from the truth than this; relative to all that
                                    // is paid for a search, in the units of the values for a sample
    double least_threshold = 0.0;   // a search expands no node less probable than this
    std::uint64_t tournaments = 0;  // a sample draws about this many at the most
    std::uint64_t seed = 0;
    int quasi_random = 6;  // the first hands of a simulated tournament, spread evenly instead of drawn; at most 8
    unsigned threads = 1;  // no answer depends on them
};

struct Report {
    double error = 0.0;      // no value is further from the truth than this: proved by a search, four standard errors
                             // and what was never drawn for a sample
    std::uint64_t work = 0;  // nodes, states, terms, points or tournaments
    bool finished = true;    // false: the watch stopped the kernel before it met its limits
    double finish_error = 0.0;  // of finish probabilities that come with equities
};

}  // namespace finaltable
