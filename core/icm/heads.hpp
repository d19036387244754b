// Bounties under the Independent Chip Model, which has no knockouts. The usual assumption is that the player in a place
// is busted by any of those in better places, each as likely as the others.
//
// Of the bounty on the player in place k, the player in place m < k then wins a part that is the product of a factor of
// m and a factor of k (docs/how-it-works/bounties.md), so that income is one more sum over subsets.
#pragma once

#include <span>

#include "support/head_rules.hpp"
#include "support/report.hpp"

namespace finaltable {

// At most kMaxSubsetPlayers players with chips; the others win nothing, and their bounties are ignored. The work is
// the number of terms of both sums.
Report icm_income(std::span<const double> stacks, std::span<const double> heads, HeadRules rules,
                  std::span<double> income);

// matrix[i * players + j] is the part of the bounty on player j that player i wins.
Report icm_heads(std::span<const double> stacks, HeadRules rules, std::span<double> matrix);

}  // namespace finaltable
