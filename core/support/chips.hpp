// Chips are integers, so that ties are exact: 64 bits for nearly every table, 128 for the rest. A compiler without
// 128-bit integers (Microsoft's) builds a core for 64 bits.
#pragma once

#include <cstdint>
#include <limits>

#if defined(__SIZEOF_INT128__) && !defined(FINALTABLE_64_BITS)
#define FINALTABLE_WIDE_CHIPS 1
#else
#define FINALTABLE_WIDE_CHIPS 0
#endif

namespace finaltable {

#if FINALTABLE_WIDE_CHIPS
__extension__ typedef __int128 WideChips;
#endif

// The largest total of a table for 64 bits: twice as many chips must fit.
inline constexpr std::uint64_t kMostNarrowChips = std::numeric_limits<std::int64_t>::max() / 2;

}  // namespace finaltable
