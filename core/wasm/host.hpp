// The core for hosts that speak C: a browser's WebAssembly. The host has checked all input; nothing is thrown.
//
// Numbers come and go in memory of the module, which the host asks for with `take` and gives back with `give_back`. A
// kernel writes its report last: error, work, and the error of finish probabilities that come with equities.
#pragma once

#include <cstddef>

#include "support/report.hpp"

#define FINALTABLE_EXPORT extern "C" __attribute__((visibility("default"), used))

namespace finaltable {

// Whole numbers cross as doubles: counts stay far below 2^53.
inline void write(double* report, const Report& found) {
    report[0] = found.error;
    report[1] = static_cast<double>(found.work);
    report[2] = found.finish_error;
}

}  // namespace finaltable
