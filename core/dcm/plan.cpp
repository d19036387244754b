#include "dcm/plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace finaltable {
namespace {

constexpr double kLostPerNode = 2.0 * 0x1p-63;  // probability is counted in units of 2^-63 and rounded down
constexpr double kBetweenEntries = 1.02;        // covers the spacing of the table

// What a search leaves, by threshold: made to fall, so that it can be looked up.
std::vector<double> left_by_threshold(int players) {
    const TreeCost cost = tree_cost(players);
    std::vector<double> left(cost.nodes.size());
    double least = 1.0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        least = std::min(least, kBetweenEntries * cost.unresolved[i] + kLostPerNode * cost.nodes[i]);
        left[i] = least;
    }
    return left;
}

}  // namespace

ThresholdTable::ThresholdTable(int players) {
    for (int m = 0; m <= players; ++m) unresolved_.push_back(left_by_threshold(m));
}

double ThresholdTable::threshold(int players, double unresolved) const {
    const std::vector<double>& left = unresolved_[static_cast<std::size_t>(players)];
    const auto found = std::ranges::lower_bound(left, unresolved, std::greater<>{});
    const auto entry = std::min<std::ptrdiff_t>(found - left.begin(), static_cast<std::ptrdiff_t>(left.size()) - 1);
    return std::exp(-static_cast<double>(entry) * kCostStep);
}

}  // namespace finaltable
