// The cost of a search of the tree, and what it leaves unresolved, before it starts.
//
// Without ties a node is known by how many hands were played with n, n - 1, ... players; its probability is the product
// of the inverses. So the number of nodes above a threshold, and the probability cut off below it, depend on the number
// of players alone, and follow level by level: a node of m players has one child for every number of players up to m.
#pragma once

#include <cstddef>
#include <vector>

namespace finaltable {

// Entry i of a table belongs to the threshold exp(-i * kCostStep).
inline constexpr double kCostStep = 0.02;
double cost_threshold(std::size_t entry);

struct TreeCounts {
    std::vector<double> nodes;       // nodes of three or more players that are at least as probable as the threshold
    std::vector<double> unresolved;  // probability of the branches below the threshold
};

TreeCounts count_tree(int players);

// Probability is counted in units of 2^-63 and rounded down: at most so much of it is lost at a node.
inline constexpr double kLostPerNode = 2.0 * 0x1p-63;

// How far to search for an error, and the error that a number of nodes is good for.
class TreeCost {
public:
    // The table for so many players with chips, or for the most that the tree takes. Made when it is first asked for;
    // threads share it.
    static const TreeCost& of(int players);

    // The largest threshold that leaves at most `unresolved`, or the smallest there is; and the nodes that takes.
    double threshold_for(double unresolved) const { return cost_threshold(entry_for(unresolved)); }
    double nodes_for(double unresolved) const { return nodes_[entry_for(unresolved)]; }

    // The smallest threshold that expands at most so many nodes, or about as few; and what it leaves unresolved.
    double threshold_within(double nodes) const { return cost_threshold(entry_within(nodes)); }
    double unresolved_within(double nodes) const { return unresolved_[entry_within(nodes)]; }

    // What a search as far as a threshold leaves unresolved.
    double unresolved_at(double threshold) const;

    // Rounding of a finish probability, and the smallest error of one that a search can prove.
    double rounding() const { return rounding_; }
    double finest_tolerance() const { return finest_; }

private:
    explicit TreeCost(int players);
    std::size_t entry_for(double unresolved) const;
    std::size_t entry_within(double nodes) const;

    std::vector<double> nodes_;
    std::vector<double> unresolved_;  // what rounding down loses included, and what lies between two entries
    std::vector<double> falling_;     // the least so far, 1 at the most: for a binary search
    double rounding_ = 0.0;
    double finest_ = 0.0;
};

}  // namespace finaltable
