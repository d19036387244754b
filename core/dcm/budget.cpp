#include "dcm/budget.hpp"

#include <cmath>
#include <cstddef>

namespace finaltable {

TreeCost tree_cost(int players) {
    constexpr double kLargestLog = 43.0;  // a threshold of 2^-62: below it a branch holds less than a unit
    const auto entries = static_cast<std::size_t>(kLargestLog / kCostStep) + 1;
    TreeCost cost{std::vector<double>(entries), std::vector<double>(entries)};
    if (players < 3) return cost;
    // Below a node whose probability is exp(i * kCostStep) thresholds: summed over nodes of 3, 4, ... m players.
    std::vector<double> nodes_up_to(entries), unresolved_up_to(entries);
    for (int m = 3; m <= players; ++m) {
        const auto hand = static_cast<std::size_t>(std::lround(std::log(m) / kCostStep));
        for (std::size_t i = 0; i < entries; ++i) {
            const bool expands = i >= hand;
            const double all = std::exp(static_cast<double>(i) * kCostStep);
            cost.nodes[i] = 1.0 + (expands ? nodes_up_to[i - hand] : 0.0);
            cost.unresolved[i] = expands ? unresolved_up_to[i - hand] : all * (m - 2) / m;
            nodes_up_to[i] += cost.nodes[i];
            unresolved_up_to[i] += cost.unresolved[i];
        }
    }
    for (std::size_t i = 0; i < entries; ++i) cost.unresolved[i] *= std::exp(-static_cast<double>(i) * kCostStep);
    return cost;
}

}  // namespace finaltable
