#include "equilibrium/boards.hpp"

#include <algorithm>

namespace finaltable {
namespace {

constexpr std::size_t kResults = 3;  // of two hands: the first wins, ties, loses
constexpr int kRounds = 2;           // of fitting orders to results

constexpr std::array<std::array<std::size_t, 2>, 3> kTwoOfThree{{{0, 1}, {0, 2}, {1, 2}}};

// The result of two of three players in every order.
constexpr auto kResultOf = [] {
    std::array<std::array<std::size_t, kOrders>, 3> found{};
    for (std::size_t two = 0; two < 3; ++two) {
        for (std::size_t order = 0; order < kOrders; ++order) {
            const int one = kOrderRanks[order][kTwoOfThree[two][0]], other = kOrderRanks[order][kTwoOfThree[two][1]];
            found[two][order] = one < other ? 0 : one == other ? 1 : 2;
        }
    }
    return found;
}();

using Results = std::array<double, kResults>;

// Four sums side by side, then one: the same for every compiler.
double dot(const ByRank& one, const ByRank& other) {
    std::array<float, 4> sums{};
    for (std::size_t i = 0; i < one.value.size(); i += sums.size()) {
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += one.value[i + j] * other.value[i + j];
    }
    return static_cast<double>((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

Results shifted(const Results& before, const Shift& shift, double total) {
    const Results change{shift.win, shift.tie, -shift.win - shift.tie};
    Results after{};
    for (std::size_t i = 0; i < kResults; ++i) {
        after[i] = before[i] > 0.0 ? std::max(0.0, before[i] + total * change[i]) : 0.0;
    }
    return after;
}

Results results_of(std::span<const double, kOrders> orders, std::size_t two) {
    Results found{};
    for (std::size_t order = 0; order < kOrders; ++order) found[kResultOf[two][order]] += orders[order];
    return found;
}

}  // namespace

Shift Covariances::shift(const ByRank& density) const { return {dot(density, win), dot(density, tie)}; }

void shift_any_results(std::span<const double> shares, const Shift& shift, std::span<double> changed) {
    const bool three = shares.size() == kOrders;
    const Results before = three ? results_of(shares.first<kOrders>(), 0) : Results{shares[0], shares[1], shares[2]};
    const Results after = shifted(before, shift, 1.0);
    const double total = after[0] + after[1] + after[2];
    Results factor{};
    for (std::size_t i = 0; i < kResults; ++i) factor[i] = before[i] > 0.0 ? after[i] / before[i] / total : 0.0;
    for (std::size_t i = 0; i < shares.size(); ++i) changed[i] = shares[i] * factor[three ? kResultOf[0][i] : i];
}

void shift_orders(std::span<double, kOrders> orders, const Shifts& shifts) {
    double total = 0.0;
    for (const double share : orders) total += share;
    if (total <= 0.0) return;
    std::array<Results, 3> wanted{};
    for (std::size_t two = 0; two < 3; ++two) wanted[two] = shifted(results_of(orders, two), shifts[two], total);
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t two = 0; two < 3; ++two) {
            const Results now = results_of(orders, two);
            Results factor{};
            for (std::size_t i = 0; i < kResults; ++i) factor[i] = now[i] > 0.0 ? wanted[two][i] / now[i] : 0.0;
            for (std::size_t order = 0; order < kOrders; ++order) orders[order] *= factor[kResultOf[two][order]];
        }
    }
    double sum = 0.0;
    for (const double share : orders) sum += share;
    for (double& share : orders) share *= sum > 0.0 ? total / sum : 1.0;
}

Boards::Boards(std::span<const std::int8_t> wins, std::span<const std::int8_t> ties, std::array<double, 2> scales)
    : pairs_(wins.size() / kRanks) {
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            const std::size_t place = rank * pairs_.size() + pair;
            pairs_[pair].win.value[rank] = static_cast<float>(scales[0] * wins[place]);
            pairs_[pair].tie.value[rank] = static_cast<float>(scales[1] * ties[place]);
        }
    }
}

}  // namespace finaltable
