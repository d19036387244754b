// C interface of the core, for WebAssembly in a browser. The host has checked all input; nothing is thrown.
//
// Numbers are passed in memory of the module, which the host allocates with `take` and frees with `give_back`. A kernel
// writes its report last: error, work, and the error of finish probabilities that come with equities.
#pragma once

#include <cstddef>

#include "support/report.hpp"

#define FINALTABLE_EXPORT extern "C" __attribute__((visibility("default"), used))

namespace finaltable {

// Integers are passed as doubles: counts are far below 2^53.
inline void write(double* report, const Report& found) {
    report[0] = found.error;
    report[1] = static_cast<double>(found.work);
    report[2] = found.finish_error;
}

}  // namespace finaltable
