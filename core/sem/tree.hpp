// Sequential elimination of small tables, exact up to rounding: finish probabilities and knockouts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sem/walk.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Limit on the ratio of the largest to the smallest stack: products of seven stacks must fit a double.
inline constexpr double kMaxSemRange = 1e80;

// Finish probabilities, players by places, for at most kMaxSemPlayers who hold chips. Large tables use several threads,
// and the answer does not depend on how many. The work is the number of states.
Report sem_finish(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> finish,
                  Watch& watch);

// Equities; their error is in money. Players without chips share the last prizes. Where all prizes that are left differ
// only in that of first place, the tree ends.
Report sem_equities(std::span<const double> stacks, std::span<const double> payouts, SemKernel kernel, unsigned threads,
                    std::span<double> equities, Watch& watch);

// Knockout probabilities, [i, j]: i busts j. The chips of j are divided, and so is the knockout, in the same
// proportion.
Report sem_knockouts(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> knockouts,
                     Watch& watch);

// Bound on the rounding error of a probability with `players` players.
double sem_rounding(int players);
inline constexpr double kUnevenGrowth = 2.25;  // of the uneven error of stacks per elimination: see
                                               // docs/how-it-works/sem.md

// Number of states of the tree: orders of elimination until `last` players are left.
std::uint64_t sem_states(int players, int last = 2);

// Scale stacks by a power of two, which changes no bit of an answer: the largest and smallest get equally far from 1.
std::vector<double> centred(const std::vector<double>& sorted);

}  // namespace finaltable
