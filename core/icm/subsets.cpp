#include "icm/subsets.hpp"

#include <algorithm>
#include <numeric>

#include "support/seating.hpp"

namespace finaltable {
namespace {

// The relative rounding error of a sum of positive terms, and the number of terms.
Report report_for(std::size_t players) {
    double largest = 1.0;  // binomial(players, players / 2); every step is an integer
    for (std::size_t k = 1; k <= players / 2; ++k) {
        largest = largest * static_cast<double>(players - players / 2 + k) / static_cast<double>(k);
    }
    const auto n = static_cast<double>(players);
    return {.error = (n * n + largest + 8.0) * 0x1p-52, .work = std::uint64_t{players} << (players - 1)};
}

}  // namespace

Report icm_subsets(std::span<const double> stacks, std::span<double> finish) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    const Seating<double> seating(stacks);
    seating.write_out_players(finish);
    Subsets(seating.sorted).for_each_next([&](PlayerSet set, std::size_t next, double probability) {
        finish[seating.seat[next] * width + static_cast<std::size_t>(std::popcount(set))] += probability;
    });
    return report_for(seating.sorted.size());
}

Report icm_subset_equities(std::span<const double> stacks, std::span<const double> payouts,
                           std::span<double> equities) {
    const Seating<double> seating(stacks);
    seating.write_out_equities(payouts, equities);
    for (const std::size_t seat : seating.seat) equities[seat] = 0.0;
    Subsets(seating.sorted).for_each_next([&](PlayerSet set, std::size_t next, double probability) {
        equities[seating.seat[next]] += probability * payouts[static_cast<std::size_t>(std::popcount(set))];
    });
    Report report = report_for(seating.sorted.size());
    report.error *= std::accumulate(payouts.begin(), payouts.end(), 0.0);
    return report;
}

}  // namespace finaltable
