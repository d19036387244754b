// Probability in integer units. Shares are rounded down, never up.
#pragma once

#include <cstddef>
#include <cstdint>

namespace finaltable {

using Mass = std::uint64_t;  // probability in units of 2^-63

inline constexpr Mass kOne = Mass{1} << 63;
inline constexpr double kUnit = 1.0 / static_cast<double>(kOne);

inline double probability(Mass mass) { return static_cast<double>(mass) * kUnit; }

// Bound on the error from converting integer units to floats and summing a row of them.
constexpr double unit_rounding(std::size_t players) { return (static_cast<double>(players) + 8.0) * 0x1p-53; }

}  // namespace finaltable
