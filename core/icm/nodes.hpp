// A field of any size as a few hundred nodes.
//
// At a fixed time a player counts only through the stack, and smoothly. So stacks within a factor of two of each other
// are replaced by Chebyshev nodes in the logarithm of the stack: weights that reproduce the moments of the stacks make
// a sum over the nodes equal to the sum over the players, and values at the nodes are interpolated back to the players.
// A bin with few distinct stacks keeps them as its nodes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace finaltable {

inline constexpr double kPi = 3.14159265358979323846;

// Probabilities at a fixed time, neither of which loses digits.
struct Coin {
    double unfinished, finished;
};

Coin coin_at(double rate_times_time);

struct WeightedStacks {
    std::vector<double> stack, weight;

    std::size_t size() const { return stack.size(); }
    void add(double one_stack, double one_weight) {
        stack.push_back(one_stack);
        weight.push_back(one_weight);
    }
};

struct StackBin {
    std::size_t first, last;            // of the distinct stacks
    std::size_t first_node, last_node;  // of the nodes
    double players;
    bool compressed;                        // false: its nodes are its stacks
    double centre = 0.0, half_width = 0.0;  // a stack, and a distance of logarithms; of a compressed bin

    // Where a stack lies, from -1 to 1. The difference to the centre is exact, so neighbouring floats stay apart.
    double position(double stack) const;
};

class StackNodes {
public:
    // Different stacks above zero with the number of players; `per_bin` nodes stand for the stacks of a bin.
    StackNodes(const WeightedStacks& rising, std::size_t per_bin);

    std::size_t per_bin() const { return per_bin_; }
    const WeightedStacks& distinct() const { return distinct_; }  // as given, as shares of all chips
    const WeightedStacks& nodes() const { return nodes_; }        // weights can be negative
    const WeightedStacks& coarse() const { return coarse_; }      // a few positive weights, for estimates
    const std::vector<StackBin>& bins() const { return bins_; }
    double players() const { return players_; }

    // How many players have finished at a time, on average.
    double mean_finished(double time) const;

    // Add to each distinct stack the value that the values at the nodes give it.
    void interpolate(std::span<const double> at_nodes, std::span<double> at_distinct) const;

private:
    void cut_into_bins();
    void compress(StackBin& bin);
    void make_coarse();

    std::size_t per_bin_;
    double players_ = 0.0;
    WeightedStacks distinct_, nodes_, coarse_;
    std::vector<StackBin> bins_;
    std::vector<double> position_;  // of the distinct stacks, in compressed bins
    std::vector<double> cosines_;   // cosines_[r * per_bin + q] = T_r at node q
};

}  // namespace finaltable
