#include "dcm/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>

#include "dcm/budget.hpp"
#include "dcm/tree.hpp"

namespace finaltable {
namespace {

constexpr double kLostPerNode = 2.0 * 0x1p-63;  // probability is counted in units of 2^-63 and rounded down
constexpr double kBetweenEntries = 1.02;        // covers the spacing of the table
// With more players than this the numbers of players left are not told apart.
constexpr int kToldApart = 16;

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

const SearchTable& SearchTable::of(int players) {
    static std::array<std::unique_ptr<const SearchTable>, kMaxTreePlayers + 1> made;
    static std::array<std::once_flag, kMaxTreePlayers + 1> once;
    const auto which = static_cast<std::size_t>(players);
    std::call_once(once[which], [&] { made[which].reset(new SearchTable(players)); });
    return *made[which];
}

// As in tree_cost: a node of m players has one child for every number of players up to m.
SearchTable::SearchTable(int players) : players_(players) {
    const TreeCost cost = tree_cost(players);
    const std::size_t entries = cost.nodes.size();
    nodes_ = cost.nodes;
    if (players > kToldApart) {
        unresolved_ = {cost.unresolved};
        return;
    }
    const auto kinds = static_cast<std::size_t>(players - 2);
    std::vector<std::vector<double>> up_to(kinds, std::vector<double>(entries)), own = up_to;
    for (int m = 3; m <= players; ++m) {
        const auto hand = static_cast<std::size_t>(std::lround(std::log(m) / kCostStep));
        for (std::size_t kind = 0; kind < static_cast<std::size_t>(m - 2); ++kind) {
            for (std::size_t i = 0; i < entries; ++i) {
                const double all = std::exp(static_cast<double>(i) * kCostStep);
                own[kind][i] = i >= hand ? up_to[kind][i - hand] : all / m;
                up_to[kind][i] += own[kind][i];
            }
        }
    }
    for (std::vector<double>& left : own) {
        for (std::size_t i = 0; i < entries; ++i) left[i] *= std::exp(-static_cast<double>(i) * kCostStep);
    }
    unresolved_ = std::move(own);
}

// Nobody is in every branch that is left, and who is may win there: no player has more than a part of what is
// unresolved. This is what random tables stay below, all but a few in a hundred, which are searched once more. Only
// the time depends on it.
double SearchTable::part_of_one_player(double leader, double relative_error) const {
    const double coarse = 0.05 * std::max(0.0, std::log10(relative_error * 1e8));
    const double ahead = 0.9 * std::max(0.0, leader - 0.25);
    return std::min(players_ < 6 ? 1.0 : 0.85, 0.2 + 2.5 / players_ + ahead + coarse);
}

double SearchTable::expected_error(const OpenPrizes& open, double part, std::size_t entry) const {
    double error = 0.0;
    for (std::size_t kind = 0; kind < unresolved_.size(); ++kind) {
        const int left = unresolved_.size() == 1 ? players_ : static_cast<int>(kind) + 3;
        error += unresolved_[kind][entry] * open.reach(left);
    }
    return part * error + kLostPerNode * nodes_[entry] * open.spread();
}

SearchPlan SearchTable::plan(const OpenPrizes& open, double leader, double error) const {
    const double part = part_of_one_player(leader, error / open.spread());
    // The first entry that is good enough, between `low` and `high`; the error falls with the threshold, nearly.
    std::size_t low = 0, high = nodes_.size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        (expected_error(open, part, middle) <= error) ? high = middle : low = middle + 1;
    }
    return {std::exp(-static_cast<double>(low) * kCostStep), nodes_[low]};
}

}  // namespace finaltable
