// The variable of ICM's integrals over time.
#pragma once

#include <cmath>

namespace finaltable {

inline constexpr double kFirstY = -3.67;        // t = 2e-19: no player has finished
inline constexpr double kNegligibleLog = 41.5;  // exp(-41.5) = 1e-18

// Both ends of an integral over y fall off faster than exponentially.
inline double time_at(double y) { return std::exp(y - std::exp(-y)); }

}  // namespace finaltable
