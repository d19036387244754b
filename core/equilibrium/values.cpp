#include "equilibrium/values.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "dcm/budget.hpp"
#include "dcm/equities.hpp"
#include "icm/subsets.hpp"
#include "sem/tree.hpp"

namespace finaltable {
namespace {

// Set the equities, and return their error as a share of all payouts.
double equities_by_dcm(const Valuation& table, std::span<const HandChips> stacks, std::span<double> equities) {
    const auto live = static_cast<int>(std::ranges::count_if(stacks, [](HandChips chips) { return chips > 0; }));
    const Limits limits{.tolerance = std::max(table.tolerance, TreeCost::of(live).finest_tolerance())};
    NoWatch watch;
    return dcm_equities<HandChips>(stacks, table.payouts, limits, equities, {}, watch).error / table.prizes();
}

double equities_of(const Valuation& table, std::span<const HandChips> after, std::span<double> equities) {
    if (table.model == ChipModel::dcm) return equities_by_dcm(table, after, equities);
    std::vector<double> stacks;
    for (const HandChips chips : after) stacks.push_back(static_cast<double>(chips));
    NoWatch watch;
    if (table.model == ChipModel::sem) {
        return sem_equities(stacks, table.payouts, SemKernel::knockout, 1, equities, watch).error / table.prizes();
    }
    const std::size_t players = after.size();
    std::vector<double> finish(players * players);
    const Report report = icm_subsets(stacks, finish);
    for (std::size_t i = 0; i < players; ++i) {
        equities[i] = std::inner_product(table.payouts.begin(), table.payouts.end(), &finish[i * players], 0.0);
    }
    return report.error;
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
    const double error = equities_of(table, after, values);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i] == 0) values[i] = prize_of_the_out(table.before, table.payouts, after, i);
    }
    return error;
}

}  // namespace finaltable
