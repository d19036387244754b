#include "dcm/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>

#include "dcm/budget.hpp"
#include "dcm/tree.hpp"

namespace finaltable {
namespace {

constexpr int kKeptApart = 16;  // with more players, branches are not separated by the number of players left

}  // namespace

const SearchTable& SearchTable::of(int players) {
    static std::array<std::unique_ptr<const SearchTable>, kMaxTreePlayers + 1> made;
    static std::array<std::once_flag, kMaxTreePlayers + 1> once;
    const auto which = static_cast<std::size_t>(players);
    std::call_once(once[which], [&] { made[which].reset(new SearchTable(players)); });
    return *made[which];
}

// As in count_tree: a node of m players has one child for every number of players up to m.
SearchTable::SearchTable(int players) : players_(players) {
    const TreeCounts counts = count_tree(players);
    const std::size_t entries = counts.nodes.size();
    nodes_ = counts.nodes;
    if (players > kKeptApart) {
        unresolved_ = {counts.unresolved};
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
        for (std::size_t i = 0; i < entries; ++i) left[i] *= cost_threshold(i);
    }
    unresolved_ = std::move(own);
}

// A player is not in every unexplored branch, and may win there: only a part of the unresolved probability concerns one
// player. For all but a few percent of random tables this estimate is large enough; those few are searched again. Only
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
    // The first sufficient entry between `low` and `high`; the error nearly always decreases with the threshold.
    std::size_t low = 0, high = nodes_.size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        (expected_error(open, part, middle) <= error) ? high = middle : low = middle + 1;
    }
    return {cost_threshold(low), nodes_[low]};
}

}  // namespace finaltable
