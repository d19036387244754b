// The error that every sampler states: four standard errors, and room for events that were never drawn.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace finaltable {

// An answer is this many standard errors off once in 16,000 times.
inline constexpr double kStandardErrors = 4.0;

// An event that never came up in so many tournaments has at most this probability, divided by their number: one as likely
// would have been missed once in exp(10) = 22,000 times, about as often as an answer is four standard errors off.
inline constexpr double kUnseen = 10.0;

// Adding up millions of prizes may round so much, as a share of all that is paid.
inline constexpr double kSummation = 0x1p-37;

// The error of a mean of so many draws; `spread` is how far apart what an event brings can be.
constexpr double sampling_error(double standard_error, double spread, double draws) {
    return kStandardErrors * standard_error + kUnseen * spread / draws;
}

// The error of the least certain of some probabilities, each a share of so many draws.
inline double sampled_probability_error(std::span<const double> chances, double draws) {
    double variance = 0.0;
    for (const double chance : chances) variance = std::max(variance, chance * (1.0 - chance));
    return sampling_error(std::sqrt(variance / draws), 1.0, draws);
}

}  // namespace finaltable
