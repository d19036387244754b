// C interface of the core, for WebAssembly in a browser. The host has checked all input; nothing is thrown.
//
// Numbers are passed in memory of the module, which the host allocates with `take` and frees with `give_back`. A kernel
// writes its report last: error, work, and the error of finish probabilities that come with equities. The functions of all
// models have the same arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/report.hpp"

#define FINALTABLE_EXPORT extern "C" __attribute__((visibility("default"), used))

namespace finaltable {

using Chips = std::int64_t;  // the host has checked that the total is below 2^62

inline std::vector<double> as_numbers(std::size_t players, const Chips* stacks) { return {stacks, stacks + players}; }

// Integers are passed as doubles: counts are far below 2^53.
inline void write(double* report, const Report& found) {
    report[0] = found.error;
    report[1] = static_cast<double>(found.work);
    report[2] = found.finish_error;
}

// Equities from finish probabilities; their error is relative to all prizes, and rounding is added to it.
inline Report paid(const Report& found, double rounding, std::span<const double> finish,
                   std::span<const double> payouts, std::span<double> equities) {
    double pool = 0.0;
    for (const double payout : payouts) pool += payout;
    for (std::size_t i = 0; i < equities.size(); ++i) {
        equities[i] = 0.0;
        for (std::size_t place = 0; place < payouts.size(); ++place) {
            equities[i] += finish[i * payouts.size() + place] * payouts[place];
        }
    }
    return {.error = (found.error + rounding) * pool, .work = found.work, .finish_error = found.error};
}

}  // namespace finaltable
