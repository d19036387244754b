#include "equilibrium/values.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dcm/budget.hpp"
#include "dcm/tree.hpp"
#include "icm/subsets.hpp"
#include "sem/tree.hpp"

namespace finaltable {
namespace {

// Nodes of a search that takes half a second.
constexpr double kMostNodes = 5e7;

Report finish_by_dcm(std::span<const HandChips> stacks, double tolerance, std::span<double> finish) {
    const auto live = static_cast<int>(std::ranges::count_if(stacks, [](HandChips chips) { return chips > 0; }));
    const TreeCost& cost = TreeCost::of(live);
    const Limits limits{.tolerance = std::max(tolerance, cost.finest_tolerance()),
                        .least_threshold = cost.threshold_within(kMostNodes)};
    NoWatch watch;
    return dcm_finish<HandChips>(stacks, limits, finish, watch);
}

Report finish_of(const Valuation& table, std::span<const HandChips> after, std::span<double> finish) {
    if (table.model == ChipModel::dcm) return finish_by_dcm(after, table.tolerance, finish);
    std::vector<double> stacks;
    for (const HandChips chips : after) stacks.push_back(static_cast<double>(chips));
    NoWatch watch;
    if (table.model == ChipModel::icm) return icm_subsets(stacks, finish);
    return sem_finish(stacks, SemKernel::knockout, 1, finish, watch);
}

}  // namespace

double prize_of_the_out(std::span<const HandChips> before, std::span<const double> payouts,
                        std::span<const HandChips> after, std::size_t player) {
    std::size_t first = 0, level = 0;
    for (std::size_t other = 0; other < after.size(); ++other) {
        if (after[other] > 0 || before[other] > before[player]) {
            ++first;
        } else if (before[other] == before[player]) {
            ++level;
        }
    }
    double sum = 0.0;
    for (std::size_t place = first; place < first + level; ++place) sum += payouts[place];
    return sum / static_cast<double>(level);
}

double value_outcome(const Valuation& table, std::span<const HandChips> after, std::span<double> values) {
    const std::size_t players = after.size();
    std::vector<double> finish(players * players);
    const Report report = finish_of(table, after, finish);
    for (std::size_t i = 0; i < players; ++i) {
        values[i] = 0.0;
        if (after[i] == 0) {
            values[i] = prize_of_the_out(table.before, table.payouts, after, i);
            continue;
        }
        for (std::size_t place = 0; place < players; ++place) {
            values[i] += finish[i * players + place] * table.payouts[place];
        }
    }
    return report.error;
}

}  // namespace finaltable
