// Predicts the cost of a search of the tree, and the probability that it leaves unresolved.
//
// Without ties, the probability of a node depends only on how many hands were played with n, n - 1, ... players: it is
// the product of the inverses. So the number of nodes above a threshold, and the probability cut off below it, depend
// only on the number of players. They are counted level by level: a node of m players has one child for every number of
// players up to m. A search merges equal hands: it expands about half as many nodes, and leaves less.
#pragma once

#include <cstddef>
#include <vector>

namespace finaltable {

// Entry i of a table belongs to the threshold exp(-i * kCostStep).
inline constexpr double kCostStep = 0.02;
double cost_threshold(std::size_t entry);

struct TreeCounts {
    std::vector<double> nodes;       // nodes that are at least as probable as the threshold
    std::vector<double> unresolved;  // probability of the branches below the threshold
};

// Counts nodes with `least` to `most` players left; `least` is three or more.
TreeCounts count_tree(int players, int least, int most);

// Probability is counted in units of 2^-63 and rounded down: the most that is lost at a node.
inline constexpr double kLostPerNode = 2.0 * 0x1p-63;

// From an error to the threshold and the nodes it needs, and from a number of nodes to the error.
class TreeCost {
public:
    // The table for `players` players with chips, or for the most that the tree takes. Made on first use and shared by
    // threads.
    static const TreeCost& of(int players);

    // The largest threshold that leaves at most `unresolved`, or the smallest one; and its number of nodes.
    double threshold_for(double unresolved) const { return cost_threshold(entry_for(unresolved)); }
    double nodes_for(double unresolved) const { return nodes_[entry_for(unresolved)]; }

    // The smallest threshold that expands at most about `nodes` nodes; and the probability it leaves unresolved.
    double threshold_within(double nodes) const { return cost_threshold(entry_within(nodes)); }
    double unresolved_within(double nodes) const { return unresolved_[entry_within(nodes)]; }

    // The probability that a search down to a threshold leaves unresolved.
    double unresolved_at(double threshold) const;

    // Rounding of a finish probability, and the smallest error that a search can prove for one.
    double rounding() const { return rounding_; }
    double finest_tolerance() const { return finest_; }

private:
    explicit TreeCost(int players);
    std::size_t entry_for(double unresolved) const;
    std::size_t entry_within(double nodes) const;

    std::vector<double> nodes_;
    std::vector<double> unresolved_;  // with the loss from rounding down and from the spacing of the table
    std::vector<double> falling_;     // smallest so far, at most 1: for a binary search
    double rounding_ = 0.0;
    double finest_ = 0.0;
};

}  // namespace finaltable
