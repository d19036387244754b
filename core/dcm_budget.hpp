// How far the tree must be searched for a given tolerance, known before the search.
//
// Without ties the number of nodes whose probability is at least eps depends on the number of players alone: it counts
// the exponents with 3^d3 * ... * n^dn <= 1/eps, lattice points of a simplex, and its volume is a close estimate.
#pragma once

namespace finaltable {

// Nodes with three or more of `players` players left and a probability of at least `threshold`.
double expected_nodes(int players, double threshold);

// Probability left open when no node below `threshold` is expanded; on the safe side.
double expected_open(int players, double threshold);

// The threshold that leaves at most `tolerance` open.
double threshold_for_tolerance(int players, double tolerance);

// The threshold that expands at most `nodes` nodes.
double threshold_for_nodes(int players, double nodes);

}  // namespace finaltable
