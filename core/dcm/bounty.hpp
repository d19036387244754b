// Bounties under the Dependent Chip Model by searching its tree, with a proof of the error.
#pragma once

#include <cstdint>
#include <span>

#include "dcm/plan.hpp"
#include "support/chips.hpp"
#include "support/head_rules.hpp"
#include "support/watch.hpp"

namespace finaltable {

struct BountyReport {
    double error = 0.0;       // nothing is further from the truth than this
    std::uint64_t nodes = 0;  // nodes expanded with three or more players
    bool finished = true;     // false: the watch stopped the search before the tolerance was met
};

struct BountyLimits {
    double tolerance;        // search until nothing can be further from the truth than this, relative to all heads,
    double least_threshold;  // unless that takes nodes less probable than this
};

// Players with no chips are out already and win nothing; their heads count for nothing.
template <class Chips>
BountyReport dcm_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules,
                        BountyLimits limits, const ThresholdTable& thresholds, std::span<double> income, Watch& watch);

// matrix[i * players + j] is what player i wins of a unit on the head of player j.
template <class Chips>
BountyReport dcm_heads(std::span<const Chips> stacks, HeadRules rules, BountyLimits limits,
                       const ThresholdTable& thresholds, std::span<double> matrix, Watch& watch);

}  // namespace finaltable
