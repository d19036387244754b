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

constexpr int kKeptApart = 16;  // with more players, hands are not separated by the number of players left

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
    if (players > kKeptApart) {
        counts_ = {count_tree(players, 3, players)};
        return;
    }
    for (int left = 3; left <= players; ++left) counts_.push_back(count_tree(players, left, left));
}

// A player is not in every unexplored hand, and the bounds of most ranks are narrower than the widest: only a part of
// the unresolved probability concerns one player. For all but a few percent of random tables this estimate is large
// enough; those few are searched again. Only the time depends on it.
double SearchTable::part_of_one_player(int open, double leader, double relative_error) const {
    const double coarse = std::max(0.0, std::log10(relative_error * 1e9)), ahead = std::max(0.0, leader - 0.25);
    return 2.7 / (players_ - open + 2) * (1.0 + 0.02 * coarse * coarse) + 0.3 * ahead;
}

SearchPlan SearchTable::plan(const CellBounds& bounds, int open, double leader, double error) const {
    std::vector<double> reach;  // the widest bounds of each number of players left
    for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
        const int left = counts_.size() == 1 ? players_ : static_cast<int>(kind) + 3;
        double widest = 0.0;
        for (int rank = 0; rank < left; ++rank) {
            const Line cell = rank_cell(left, rank);
            widest = std::max(widest, 0.5 * (bounds.most[cell] - bounds.least[cell]));
        }
        reach.push_back(widest);
    }
    const double largest = 2.0 * reach.back(), part = part_of_one_player(open, leader, error / largest);
    const auto expect = [&](std::size_t entry) {
        SearchPlan plan{cost_threshold(entry), 0.0, 0.0};
        for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
            plan.error += part * counts_[kind].unresolved[entry] * reach[kind];
            if (reach[kind] > 0.0) plan.nodes += counts_[kind].nodes[entry];
        }
        plan.error += kLostPerNode * plan.nodes * largest;
        return plan;
    };
    // The first sufficient entry between `low` and `high`; the error nearly always decreases with the threshold.
    std::size_t low = 0, high = counts_[0].nodes.size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        (expect(middle).error <= error) ? high = middle : low = middle + 1;
    }
    return expect(low);
}

}  // namespace finaltable
