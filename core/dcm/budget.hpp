// What a search of the tree costs and leaves unresolved, known before the search.
//
// Without ties a node is known by how many hands were played with n, n - 1, ... players; its probability is the product
// of the inverses. So the number of nodes above a threshold, and the probability cut off below it, depend on the number
// of players alone, and follow level by level: a node of m players has one child for every number of players up to m.
#pragma once

#include <vector>

namespace finaltable {

// Entry i belongs to the threshold exp(-i * kCostStep).
inline constexpr double kCostStep = 0.02;

struct TreeCost {
    std::vector<double> nodes;       // nodes of three or more players that are at least as probable as the threshold
    std::vector<double> unresolved;  // probability of the branches below the threshold
};

TreeCost tree_cost(int players);

}  // namespace finaltable
