#include "icm/subsets.hpp"

#include <algorithm>

#include "support/seating.hpp"

namespace finaltable {

void icm_subsets(std::span<const double> stacks, std::span<double> finish) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    const Seating<double> seating(stacks);
    seating.write_out_players(finish);
    Subsets(seating.sorted).for_each_next([&](PlayerSet set, std::size_t next, double probability) {
        finish[seating.seat[next] * width + static_cast<std::size_t>(std::popcount(set))] += probability;
    });
}

void icm_subset_equities(std::span<const double> stacks, std::span<const double> payouts, std::span<double> equities) {
    const Seating<double> seating(stacks);
    seating.write_out_equities(payouts, equities);
    for (const std::size_t seat : seating.seat) equities[seat] = 0.0;
    Subsets(seating.sorted).for_each_next([&](PlayerSet set, std::size_t next, double probability) {
        equities[seating.seat[next]] += probability * payouts[static_cast<std::size_t>(std::popcount(set))];
    });
}

}  // namespace finaltable
