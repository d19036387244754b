// The error that every sampler states: so many standard errors, and room for events that it never met.
#pragma once

namespace finaltable {

// An answer is this many standard errors off once in 16,000 times.
inline constexpr double kStandardErrors = 4.0;

// An event that never came up in so many tournaments has at most this probability, divided by their number: one as likely
// would have been missed once in exp(10) = 22,000 times, about as often as an answer is four standard errors off.
inline constexpr double kUnseen = 10.0;

// The error of a mean of so many draws; `spread` is how far apart what an event brings can be.
constexpr double sampling_error(double standard_error, double spread, double draws) {
    return kStandardErrors * standard_error + kUnseen * spread / draws;
}

}  // namespace finaltable
