// Sequential elimination of small tables, solved exactly but for rounding: finish probabilities and knockouts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sem/walk.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// The largest stack may be this many times the smallest: seven of them are multiplied, and must fit a double.
inline constexpr double kMaxSemRange = 1e80;

// Finish probabilities, players by places, for at most kMaxSemPlayers who hold chips. Large tables use several threads,
// and the answer does not depend on how many. The work is the number of states.
Report sem_finish(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> finish,
                  Watch& watch);

// Knockout probabilities, [i, j]: i busts j. The chips of j are divided, and so is the knockout, in the same proportion.
Report sem_knockouts(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> knockouts,
                     Watch& watch);

// Bound on what rounding can have done to a probability of so many players.
double sem_rounding(int players);
inline constexpr double kUnevenGrowth = 2.25;  // of an uneven error of stacks, from one elimination to the next: see
                                               // docs/how-it-works/sem.md

// States of the tree: the players left of those who may have gone out, in every order, down to three.
std::uint64_t sem_states(int players);

// Stacks times a power of two, which changes no bit of an answer: the largest and the smallest are equally far from 1.
std::vector<double> centred(const std::vector<double>& sorted);

}  // namespace finaltable
