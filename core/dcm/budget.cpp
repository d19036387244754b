#include "dcm/budget.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "dcm/mass.hpp"
#include "dcm/tree.hpp"

namespace finaltable {
namespace {

constexpr double kBetweenEntries = 1.02;  // covers the spacing of the table
constexpr double kTies = 4.0;             // with ties, rounding loses more units than the table predicts

}  // namespace

double cost_threshold(std::size_t entry) { return std::exp(-static_cast<double>(entry) * kCostStep); }

TreeCounts count_tree(int players, int least, int most) {
    constexpr double kLargestLog = 43.0;  // a threshold of 2^-62: a branch below it has less than a unit
    const auto entries = static_cast<std::size_t>(kLargestLog / kCostStep) + 1;
    TreeCounts counts{std::vector<double>(entries), std::vector<double>(entries)};
    // Sums below a node whose probability is exp(i * kCostStep) times the threshold, over nodes of 3, 4, ... m players.
    std::vector<double> nodes_up_to(entries), unresolved_up_to(entries);
    for (int m = 3; m <= players; ++m) {
        const double own = least <= m && m <= most ? 1.0 : 0.0, branches = std::max(0, std::min(m, most) - least + 1);
        const auto hand = static_cast<std::size_t>(std::lround(std::log(m) / kCostStep));
        for (std::size_t i = 0; i < entries; ++i) {
            const bool expands = i >= hand;
            counts.nodes[i] = own + (expands ? nodes_up_to[i - hand] : 0.0);
            counts.unresolved[i] = expands ? unresolved_up_to[i - hand] : branches / m / cost_threshold(i);
            nodes_up_to[i] += counts.nodes[i];
            unresolved_up_to[i] += counts.unresolved[i];
        }
    }
    for (std::size_t i = 0; i < entries; ++i) counts.unresolved[i] *= cost_threshold(i);
    return counts;
}

const TreeCost& TreeCost::of(int players) {
    static std::array<std::unique_ptr<const TreeCost>, kMaxTreePlayers + 1> made;
    static std::array<std::once_flag, kMaxTreePlayers + 1> once;
    const int most = std::min(players, kMaxTreePlayers);
    const auto which = static_cast<std::size_t>(most);
    std::call_once(once[which], [&] { made[which].reset(new TreeCost(most)); });
    return *made[which];
}

TreeCost::TreeCost(int players) {
    TreeCounts counts = count_tree(players, 3, players);
    nodes_ = std::move(counts.nodes);
    unresolved_ = std::move(counts.unresolved);
    double least = 1.0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        unresolved_[i] = kBetweenEntries * unresolved_[i] + kLostPerNode * nodes_[i];
        least = std::min(least, unresolved_[i]);
        falling_.push_back(least);
    }
    rounding_ = unit_rounding(static_cast<std::size_t>(players));
    finest_ = kTies * (least + rounding_);
}

std::size_t TreeCost::entry_for(double unresolved) const {
    const auto found = std::ranges::lower_bound(falling_, unresolved, std::greater<>{});
    return std::min(static_cast<std::size_t>(found - falling_.begin()), falling_.size() - 1);
}

std::size_t TreeCost::entry_within(double nodes) const {
    const double most = std::max(nodes, nodes_[0]);
    std::size_t entry = nodes_.size() - 1;
    while (nodes_[entry] > most) --entry;
    return entry;
}

double TreeCost::unresolved_at(double threshold) const {
    std::size_t low = 0, high = unresolved_.size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        (cost_threshold(middle) <= threshold) ? high = middle : low = middle + 1;
    }
    return unresolved_[low];
}

}  // namespace finaltable
