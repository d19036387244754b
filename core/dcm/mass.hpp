// Probability in whole units: what is divided among branches is rounded down, and never up.
#pragma once

#include <cstdint>

namespace finaltable {

using Mass = std::uint64_t;  // probability in units of 2^-63

inline constexpr Mass kOne = Mass{1} << 63;
inline constexpr double kUnit = 1.0 / static_cast<double>(kOne);

inline double probability(Mass mass) { return static_cast<double>(mass) * kUnit; }

}  // namespace finaltable
