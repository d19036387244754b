// Bounties under the Independent Chip Model, which does not say who busts whom. The usual assumption is that the player in
// a place is busted by any of those in better places, each as likely as the others.
//
// Of a unit on the head of the player in place k, the player in place m < k then wins a part that is a product of a
// number for m and a number for k (docs/how-it-works/bounties.md), so that income is one more sum over subsets.
#pragma once

#include <span>

#include "support/head_rules.hpp"
#include "support/report.hpp"

namespace finaltable {

// At most kMaxSubsetPlayers players with chips; the others win nothing, and their heads count for nothing. The work is
// the number of terms of both sums.
Report icm_income(std::span<const double> stacks, std::span<const double> heads, HeadRules rules,
                  std::span<double> income);

// matrix[i * players + j] is the part of a unit on the head of player j that player i wins.
Report icm_heads(std::span<const double> stacks, HeadRules rules, std::span<double> matrix);

}  // namespace finaltable
