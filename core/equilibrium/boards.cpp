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

Tilt CovarianceRows::tilt(const ByRank& density) const {
    Tilt found;
    sum_ranks(win, density, found.win);
    sum_ranks(tie, density, found.tie);
    return found;
}

void shift_results(std::span<double, kResults> results, const Shift& shift) {
    const Results after = shifted({results[0], results[1], results[2]}, shift, 1.0);
    const double total = after[0] + after[1] + after[2];
    for (std::size_t i = 0; i < kResults; ++i) results[i] = total > 0.0 ? after[i] / total : 0.0;
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
    : wins_(wins.empty() ? 0 : kHands * kRanks), ties_(wins_.size()) {
    if (wins.empty()) return;
    const std::size_t pairs = wins.size() / kRanks;
    for (std::size_t y = 0; y < kHands; ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            for (std::size_t rank = 0; rank < kRanks; ++rank) {
                const std::size_t place = rank * pairs + x + y * (y + 1) / 2;
                Shift shift{scales[0] * wins[place], scales[1] * ties[place]};
                if (x == y) shift.win = -0.5 * shift.tie;  // as often as they lose
                const auto put = [&](std::size_t own, std::size_t other, const Shift& change) {
                    wins_[own * kRanks + rank].value[other] = static_cast<float>(change.win);
                    ties_[own * kRanks + rank].value[other] = static_cast<float>(change.tie);
                };
                put(x, y, shift);
                put(y, x, shift.exchanged());
            }
        }
    }
}

void sum_ranks(std::span<const Row, kRanks> rows, const ByRank& density, Row& sum) {
    std::array<const Row*, kRanks> added;
    for (std::size_t rank = 0; rank < kRanks; ++rank) added[rank] = &rows[rank];
    row_loops().mix(sum, kRanks, density.value.data(), added.data());
}

std::span<const std::size_t> results_of_channels(std::size_t channels) {
    static constexpr std::array<std::size_t, kResults> kSame{0, 1, 2};
    if (channels == kOrders) return kResultOf[0];
    return kSame;
}

}  // namespace finaltable
