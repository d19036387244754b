// The core for hosts that speak C: a browser's WebAssembly. Whatever is given has been checked; nothing is thrown.
//
// Numbers come and go in memory of the module, which the host asks for with `take` and gives back with `give_back`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#define FINALTABLE_EXPORT extern "C" __attribute__((visibility("default"), used))

namespace finaltable {

// Whole numbers cross as doubles: counts stay far below 2^53.
inline double as_double(std::uint64_t count) { return static_cast<double>(count); }

inline void write(double* report, std::initializer_list<double> numbers) {
    for (const double number : numbers) *report++ = number;
}

}  // namespace finaltable
