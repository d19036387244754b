#include "icm/subsets.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#include "support/seating.hpp"

namespace finaltable {

void icm_subsets(std::span<const double> stacks, std::span<double> finish) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    const Seating<double> seating(stacks);
    seating.write_out_players(finish);
    const auto players = static_cast<unsigned>(seating.players());
    const std::uint32_t everybody = (std::uint32_t{1} << players) - 1;

    std::vector<double> chips(everybody + 1);  // of the players in the subset
    for (std::uint32_t set = 1; set <= everybody; ++set) {
        chips[set] = chips[set & (set - 1)] + seating.sorted[static_cast<std::size_t>(std::countr_zero(set))];
    }
    std::vector<double> first(everybody + 1);  // probability that just this subset fills the first places
    first[0] = 1.0;
    for (std::uint32_t set = 0; set < everybody; ++set) {
        const auto place = static_cast<std::size_t>(std::popcount(set));
        const double per_chip = first[set] / chips[everybody ^ set];
        for (std::uint32_t rest = everybody ^ set; rest != 0; rest &= rest - 1) {
            const auto next = static_cast<std::size_t>(std::countr_zero(rest));
            const double term = per_chip * seating.sorted[next];
            finish[seating.seat[next] * width + place] += term;
            first[set | (std::uint32_t{1} << next)] += term;
        }
    }
}

}  // namespace finaltable
