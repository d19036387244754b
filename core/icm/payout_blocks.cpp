#include "icm/payout_blocks.hpp"

#include <array>
#include <cmath>

#include "icm/nodes.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kLeastPlayers = 4000;

}  // namespace

PayoutBlocks::PayoutBlocks(std::span<const double> payouts, std::size_t players)
    : payouts_(payouts), cosines_(kNodes * kNodes) {
    for (std::size_t r = 0; r < kNodes; ++r) {
        for (std::size_t j = 0; j < kNodes; ++j) {
            const double angle = kPi * (static_cast<double>(j) + 0.5) / static_cast<double>(kNodes);
            cosines_[r * kNodes + j] = std::cos(static_cast<double>(r) * angle);
        }
    }
    if (players < kLeastPlayers) return;
    for (std::size_t size = kSmallest; size <= payouts.size() && size * size <= players; size *= 2) {
        std::vector<double> nodes((payouts.size() + size - 1) / size * kNodes);
        const double half = 0.5 * static_cast<double>(size - 1);
        // A block is made of its places, or of the nodes of two smaller blocks.
        const std::size_t parts = levels_.empty() ? kSmallest : 2 * kNodes;
        std::vector<std::array<double, kNodes>> share(parts);
        for (std::size_t i = 0; i < parts; ++i) {
            const double quarter = 0.25 * static_cast<double>(size), small_half = 0.5 * half - 0.25;
            const double from_centre = levels_.empty()
                                           ? static_cast<double>(i) - half
                                           : (i < kNodes ? -quarter : quarter) + small_half * position(i % kNodes);
            spread(from_centre / half, share[i].data());
        }
        const std::span<const double> before = levels_.empty() ? payouts : std::span<const double>(levels_.back());
        for (std::size_t m = 0; m < before.size(); ++m) {
            double* block = nodes.data() + m / parts * kNodes;
            for (std::size_t j = 0; j < kNodes; ++j) block[j] += before[m] * share[m % parts][j];
        }
        levels_.push_back(std::move(nodes));
    }
}

void PayoutBlocks::spread(double position, double* nodes) const {
    std::array<double, kNodes> polynomial{1.0, position};
    for (std::size_t r = 2; r < kNodes; ++r) {
        polynomial[r] = 2.0 * position * polynomial[r - 1] - polynomial[r - 2];
    }
    for (std::size_t j = 0; j < kNodes; ++j) {
        double sum = 1.0;
        for (std::size_t r = 1; r < kNodes; ++r) sum += 2.0 * polynomial[r] * cosines_[r * kNodes + j];
        nodes[j] = sum / static_cast<double>(kNodes);
    }
}

}  // namespace finaltable
