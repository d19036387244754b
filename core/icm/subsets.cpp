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

}  // namespace finaltable
