#include "equilibrium/boards.hpp"

#include <algorithm>
#include <numeric>

namespace finaltable {
namespace {

double dot(const ByRank& one, const ByRank& other) {
    std::array<float, 4> sums{};
    for (std::size_t i = 0; i < one.value.size(); i += sums.size()) {
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += one.value[i + j] * other.value[i + j];
    }
    return static_cast<double>((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

}  // namespace

void shift_results(std::span<double> shares, const Shift& shift) {
    // The channels in which the first hand is ahead, and those in which it is not behind.
    const std::size_t ahead = shares.size() == kOrders ? 5 : 1, level = shares.size() == kOrders ? 8 : 2;
    const std::array parts{shares.first(ahead), shares.subspan(ahead, level - ahead), shares.subspan(level)};
    const std::array changes{shift.win, shift.tie, -shift.win - shift.tie};
    double total = 0.0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double before = std::accumulate(parts[i].begin(), parts[i].end(), 0.0);
        const double after = std::max(0.0, before + changes[i]);
        for (double& share : parts[i]) share *= before > 0.0 ? after / before : 1.0;
        total += before > 0.0 ? after : 0.0;
    }
    for (double& share : shares) share /= total;
}

Boards::Boards(std::span<const std::int8_t> wins, std::span<const std::int8_t> ties, double scale)
    : covariance_(wins.empty() ? 0 : kHands * kHands) {
    for (std::size_t pair = 0; pair < covariance_.size(); ++pair) {
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            const std::size_t place = rank * kHands * kHands + pair;
            covariance_[pair].win.value[rank] = static_cast<float>(scale * wins[place]);
            covariance_[pair].tie.value[rank] = static_cast<float>(scale * ties[place]);
        }
    }
}

Shift Boards::shift(const ByRank& density, std::size_t x, std::size_t y) const {
    const Covariance& covariance = covariance_[x * kHands + y];
    return {dot(density, covariance.win), dot(density, covariance.tie)};
}

}  // namespace finaltable
