// The Independent Chip Model by dynamic programming over subsets: exact up to rounding, for small tables.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/report.hpp"

namespace finaltable {

inline constexpr int kMaxSubsetPlayers = 20;

// finish[i * players + k] is the probability that player i ends in place k + 1. Every term is positive, so the
// relative error of an entry stays below (players^2 + binomial(players, players / 2)) * 2^-52. The work is the number
// of terms.
Report icm_subsets(std::span<const double> stacks, std::span<double> finish);

// Equities for as many payouts as players, without the matrix; the same terms, so the same relative error.
Report icm_subset_equities(std::span<const double> stacks, std::span<const double> payouts, std::span<double> equities);

using PlayerSet = std::uint32_t;

// Call use(player) for every player of a subset.
template <class Use>
void for_each_player(PlayerSet set, Use use) {
    for (; set != 0; set &= set - 1) use(static_cast<std::size_t>(std::countr_zero(set)));
}

// The subsets of players who all hold chips.
class Subsets {
public:
    explicit Subsets(std::span<const double> chips)
        : stacks_(chips.begin(), chips.end()), all_((PlayerSet{1} << chips.size()) - 1), chips_(all_ + 1) {
        for (PlayerSet set = 1; set <= all_; ++set) {
            chips_[set] = chips_[set & (set - 1)] + stacks_[static_cast<std::size_t>(std::countr_zero(set))];
        }
    }

    PlayerSet all() const { return all_; }
    PlayerSet others(PlayerSet set) const { return all_ ^ set; }
    double stack(std::size_t player) const { return stacks_[player]; }
    double chips(PlayerSet set) const { return chips_[set]; }

    // Call use(set, player, probability) for every subset and every other player, smaller subsets first: the subset
    // fills the first places, and the player has the next one.
    template <class Use>
    void for_each_next(Use use) const {
        std::vector<double> first(all_ + 1);  // probability that exactly this subset fills the first places
        first[0] = 1.0;
        for (PlayerSet set = 0; set < all_; ++set) {
            const double per_chip = first[set] / chips_[others(set)];
            for_each_player(others(set), [&](std::size_t next) {
                const double probability = per_chip * stacks_[next];
                first[set | PlayerSet{1} << next] += probability;
                use(set, next, probability);
            });
        }
    }

private:
    std::vector<double> stacks_;
    PlayerSet all_;
    std::vector<double> chips_;
};

}  // namespace finaltable
