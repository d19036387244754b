// What a sample says of events that it never met.
#pragma once

namespace finaltable {

// An event that never came up in so many tournaments has at most this probability, divided by their number: one as likely
// would have been missed once in exp(10) = 22,000 times, about as often as an answer is four standard errors off.
inline constexpr double kUnseen = 10.0;

}  // namespace finaltable
