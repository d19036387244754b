#include "dcm/equities.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "dcm/tree.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

// What the places that can still be won pay: place 1 is a player's share of the chips, so only the others are unknown.
double spread_below_first(std::span<const double> payouts, int live) {
    if (live < 2) return 0.0;
    const auto [least, most] = std::ranges::minmax(payouts.subspan(1, static_cast<std::size_t>(live) - 1));
    return most - least;
}

// Turning whole units into floats, and summing a row of them.
double rounding(std::size_t players) { return (static_cast<double>(players) + 8.0) * 0x1p-53; }

}  // namespace

template <class Chips>
EquityReport dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts,
                          std::span<const double> tolerances, const ThresholdTable& thresholds,
                          std::span<double> equities, Watch& watch) {
    const std::size_t players = stacks.size();
    const int live = static_cast<int>(std::ranges::count_if(stacks, [](Chips stack) { return stack > 0; }));
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    const double spread = spread_below_first(payouts, live);
    const double slack = rounding(players) * pool;
    const double allowed =
        spread > 0.0 ? std::max(0.0, (tolerances[static_cast<std::size_t>(live)] * pool - slack) / spread) : 1.0;
    std::vector<double> finish(players * players), unresolved(players);
    const TreeLimits limits{thresholds.threshold(live, allowed), allowed};
    const TreeReport report = dcm_finish(stacks, limits, finish, unresolved, watch);
    for (std::size_t i = 0; i < players; ++i) {
        equities[i] = std::inner_product(payouts.begin(), payouts.end(), &finish[i * players], 0.0);
    }
    return {std::ranges::max(unresolved) * spread + slack, report.nodes, report.finished};
}

template EquityReport dcm_equities<std::int64_t>(std::span<const std::int64_t>, std::span<const double>,
                                                 std::span<const double>, const ThresholdTable&, std::span<double>,
                                                 Watch&);

}  // namespace finaltable
