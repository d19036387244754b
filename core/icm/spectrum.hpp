// The number of players who have finished at a fixed time, as a characteristic function at few frequencies.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "icm/nodes.hpp"
#include "icm/payout_blocks.hpp"

namespace finaltable {

// Integrals over time, at the nodes of a field and at its distinct stacks.
struct FieldSums {
    explicit FieldSums(const StackNodes& field) : at_nodes(field.nodes().size()), at_stacks(field.bins().size()) {}

    std::vector<double> at_nodes;
    std::vector<std::vector<double>> at_stacks;  // of the bins that were taken stack by stack at some times
};

// Probabilities of neighbouring places for some players, player by player.
struct PlaceRows {
    std::ptrdiff_t first = 0, last = -1;
    std::vector<double> chances;

    void clear(std::size_t players) { chances.assign(players * static_cast<std::size_t>(last - first + 1), 0.0); }
    double* row(std::size_t player) { return chances.data() + player * static_cast<std::size_t>(last - first + 1); }
};

class Spectrum {
public:
    // What lies beyond the window of places, and beyond the frequencies, is at most exp(-tail) in all.
    Spectrum(const StackNodes& field, const PayoutBlocks& payouts, double tail);

    // Add to each sum: weight * s exp(-s time) * the mean payout of a player with stack s who finishes at this time.
    void add(double time, double weight, FieldSums& sums);

    // Extend the range of places to those that matter at this time.
    void widen(double time, PlaceRows& rows);
    // Add to the rows of players with these stacks: weight * s exp(-s time) * the probability of each place of a player
    // who finishes at this time. Payouts do not count.
    void add_rows(double time, double weight, std::span<const double> stacks, PlaceRows& rows);

    // The largest error so far of a mean payout, in payout units: of the nodes that stand for the stacks, and an
    // estimate of all rounding.
    double compression() const { return compression_; }
    double rounding() const { return rounding_; }

private:
    static constexpr std::size_t kLanes = 8;  // loops go in groups of these; the order of sums is fixed
    static constexpr std::size_t kMostTerms = 64;

    struct Moments {
        double mean = 0.0, variance = 0.0;
    };

    // Places around the mean number of the finished, and as many frequencies as matter.
    struct Window {
        std::ptrdiff_t first, last;
        std::ptrdiff_t centre;
        double turn;              // the first frequency, an angle; the others are its multiples
        double length;            // 2 pi / turn: places until the transform repeats itself
        std::size_t frequencies;  // with zero
        std::ptrdiff_t block;     // places in a block of payouts; 0: place by place
        std::size_t level;        // of these blocks
        bool wide;                // the frequencies reach so far that a series in the chance 1/2 converges slowly

        double highest() const { return turn * static_cast<double>(frequencies - 1); }
    };

    // Nodes that go by power series in m = min(b, 1 - b).
    struct Series {
        void clear();
        void add(double chance, double node_weight, double node_gain, double* sum);
        void fill_lanes();
        double largest() const;
        void power_sums(std::size_t terms, double* sums) const;
        void read_out(std::size_t terms, const double* coefficients);

        std::vector<double> chances, weights, gains, values;
        std::vector<double*> sums;
    };

    // A node whose chance is too near to 1/2.
    struct Even {
        Coin coin;
        double weight, gain;
        double* sum;
    };

    Moments toss(double time);
    Window window_of(const Moments& moments) const;
    void sort_nodes(double time, double weight, const Window& window, FieldSums& sums);
    void add_node(double stack, Coin coin, double node_weight, double weight, bool counted, bool wide, double* sum);
    void set_frequencies(const Window& window);
    double transform_payouts(const Window& window);
    double transform_places(const Window& window);
    double transform_blocks(const Window& window);
    void rotate(double angle, double* cosines, double* sines) const;
    void find_logarithms();
    void find_spectrum(const Window& window, double paid);
    void read_out();
    void take_out(double stack, double time, double weight, double* re, double* im) const;
    double ellipse(const StackBin& bin, double time, double frequency) const;

    const StackNodes& field_;
    const PayoutBlocks& payouts_;
    double tail_;
    std::size_t first_paid_;
    double compression_ = 0.0, rounding_ = 0.0;

    // Of one time:
    std::vector<Coin> coins_;  // of the nodes
    Series unfinished_, finished_;
    std::vector<Even> even_;
    double surely_finished_ = 0.0;  // less the centre of the window
    double bin_error_ = 0.0;        // of log phi for each unit of frequency
    double node_error_ = 0.0;       // of a value at the worst node
    std::size_t terms_ = 0;
    double absolute_ = 0.0;  // sum of all chances that entered log phi: what its rounding grows with
    // For each frequency, filled up to whole lanes with frequencies that weigh nothing:
    std::vector<double> scale_, versine_, sine_, cosine_half_;  // versine: 1 - cosine
    std::vector<double> log_re_, log_im_, product_re_, product_im_, power_re_, power_im_;
    std::vector<double> paid_re_, paid_im_, spectrum_re_, spectrum_im_;
    std::vector<double> turn_re_, turn_im_, block_re_, block_im_, node_re_, node_im_;
    // Of rows:
    FieldSums no_sums_;                        // no node is read out
    std::vector<double> alone_re_, alone_im_;  // the spectrum for each player, who is taken out
};

}  // namespace finaltable
