// Sequential elimination solved exactly, but for rounding: finish probabilities and knockouts of small tables.
#pragma once

#include <span>
#include <vector>

#include "sem/walk.hpp"
#include "support/watch.hpp"

namespace finaltable {

// The largest stack may be this many times the smallest: seven of them are multiplied, and must fit a double.
inline constexpr double kMaxSemRange = 1e80;

// Finish probabilities, players by places, for at most kMaxSemPlayers who hold chips. Large tables use several threads,
// and the answer does not depend on how many. Returns false if the watch stopped the work.
bool sem_finish(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> finish,
                Watch& watch);

// Knockout probabilities, [i, j]: i busts j. The chips of j are divided, and so is the knockout, in the same proportion.
bool sem_knockouts(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> knockouts,
                   Watch& watch);

// Stacks times a power of two, which no bit notices: the largest and the smallest are equally far from 1.
std::vector<double> centred(const std::vector<double>& sorted);

}  // namespace finaltable
