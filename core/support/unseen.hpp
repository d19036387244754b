// The error that every sampler states: four standard errors plus an allowance for rare events.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace finaltable {

// An error exceeds this many standard errors once in 16,000 times.
inline constexpr double kStandardErrors = 4.0;

// An event that was never drawn has at most this probability, divided by the number of tournaments: such an event would
// have been missed once in exp(10) = 22,000 times, about as often as an error exceeds four standard errors.
inline constexpr double kUnseen = 10.0;

// Rounding of sums of millions of prizes, relative to all prizes.
inline constexpr double kSummation = 0x1p-37;

// The error of a mean of `draws` draws; `spread` is the largest difference between outcomes.
constexpr double sampling_error(double standard_error, double spread, double draws) {
    return kStandardErrors * standard_error + kUnseen * spread / draws;
}

// The error of the least certain of several probabilities, each a share of the draws.
inline double sampled_probability_error(std::span<const double> chances, double draws) {
    double variance = 0.0;
    for (const double chance : chances) variance = std::max(variance, chance * (1.0 - chance));
    return sampling_error(std::sqrt(variance / draws), 1.0, draws);
}

}  // namespace finaltable
