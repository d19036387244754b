// The Independent Chip Model by dynamic programming over subsets: exact up to rounding, for small tables.
#pragma once

#include <span>

namespace finaltable {

inline constexpr int kMaxSubsetPlayers = 20;

// finish[i * players + k] is the probability that player i ends in place k + 1. Every term is positive, so the
// relative error of an entry stays below (players^2 + binomial(players, players / 2)) * 2^-52.
void icm_subsets(std::span<const double> stacks, std::span<double> finish);

}  // namespace finaltable
