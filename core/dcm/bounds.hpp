// Bounds on the expected loss of a player, for every cell of the player's line in the ledger.
//
// A booked place has its loss. In a hand that is not explored, with K players left, the loss of rank r lies between two
// numbers that depend on K and r only; docs/how-it-works/the-error.md has the proof. Losses are those against second
// place: places 0 and 1 have none, and what first place is paid is known from the chips.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "dcm/ledger.hpp"

namespace finaltable {

struct CellBounds {
    std::vector<double> least, most;  // by cell

    // `losses` by place, at least three.
    explicit CellBounds(std::span<const double> losses)
        : least(cells_of(static_cast<int>(losses.size()))), most(least.size()) {
        // The proof is for losses that never fall from one place to the next. So the bound from above raises some of
        // them, and the bound from below lowers some. If a place gains, it also moves all losses up by the gain, and
        // charges it for the largest probability of being third or below.
        const double gain = -std::min(0.0, *std::ranges::min_element(losses));
        std::vector<double> raised(losses.begin(), losses.end()), lowered(losses.begin(), losses.end());
        for (std::size_t place = 2; place < losses.size(); ++place) {
            raised[place] = std::max(raised[place - 1], losses[place]);
        }
        for (std::size_t place = losses.size() - 1; place-- > 2;) {
            lowered[place] = std::min(lowered[place + 1], losses[place]);
        }
        bound_from_above(raised);
        bound_from_below(lowered, gain);
        if (gain > 0.0) charge(gain);
        for (int place = 2; place < static_cast<int>(losses.size()); ++place) {
            least[place_cell(place)] = most[place_cell(place)] = losses[static_cast<std::size_t>(place)];
        }
    }

private:
    // The last of K players loses the most that is left. A hand earlier, K - 1 of K times nothing changes for the
    // bound, and once the rank falls by one.
    void bound_from_above(std::span<const double> losses) {
        for (int left = 3; left <= static_cast<int>(losses.size()); ++left) {
            double behind = losses[static_cast<std::size_t>(left - 1)];
            most[rank_cell(left, left - 1)] = behind;
            for (int rank = left - 2; rank >= 0; --rank) {
                const double before = left > 3 ? most[rank_cell(left - 1, rank)] : 0.0;
                behind = (before * (left - 1) + behind) / left;
                most[rank_cell(left, rank)] = behind;
            }
        }
    }

    void bound_from_below(std::span<const double> losses, double gain) {
        for (int left = 3; left <= static_cast<int>(losses.size()); ++left) {
            for (int rank = 2; rank < left; ++rank) {
                least[rank_cell(left, rank)] = (losses[static_cast<std::size_t>(rank)] + gain) * rank / (rank + 1);
            }
        }
    }

    void charge(double gain) {
        std::vector<double> one(2, 0.0);
        while (cells_of(static_cast<int>(one.size())) < most.size()) one.push_back(1.0);
        const CellBounds below(one);
        for (std::size_t cell = 0; cell < least.size(); ++cell) least[cell] -= gain * below.most[cell];
    }
};

}  // namespace finaltable
