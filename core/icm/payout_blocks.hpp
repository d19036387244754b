// Payouts in blocks, for sums over places that need only low frequencies.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace finaltable {

// A block of 32, 64, 128, ... places is replaced by 24 Chebyshev nodes: for frequencies of at most kMostTurn / places
// both have the same Fourier transform, to 1e-16 of what the block pays.
class PayoutBlocks {
public:
    static constexpr std::size_t kNodes = 24;
    static constexpr double kMostTurn = 8.0;

    // Small fields have no blocks, and no block has more places than the root of the number of players.
    PayoutBlocks(std::span<const double> payouts, std::size_t players);

    std::span<const double> payouts() const { return payouts_; }
    std::size_t levels() const { return levels_.size(); }
    static std::size_t places(std::size_t level) { return kSmallest << level; }
    // What the nodes of a block pay.
    std::span<const double> block(std::size_t level, std::size_t index) const {
        return {levels_[level].data() + index * kNodes, kNodes};
    }
    // Where the nodes lie in a block, from 1 to -1; the last are the first with the sign changed.
    double position(std::size_t node) const { return cosines_[kNodes + node]; }

private:
    static constexpr std::size_t kSmallest = 32;

    // What a unit that is paid at this position of a block is at its nodes.
    void spread(double position, double* nodes) const;

    std::span<const double> payouts_;
    std::vector<double> cosines_;  // cosines_[r * kNodes + j] = T_r at node j
    std::vector<std::vector<double>> levels_;
};

}  // namespace finaltable
