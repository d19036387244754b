// A hand before the flop as a tree: players fold, go all-in, or raise and answer a re-raise. It ends with one player
// left, or with a showdown of up to three players who chose to go in. The caller gives the values of the ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "equilibrium/dealing.hpp"
#include "equilibrium/game.hpp"

namespace finaltable {

enum Action : std::size_t { kFold, kAllIn, kRaise };
inline constexpr std::size_t kActions = 3;
inline constexpr std::size_t kChoices = 2;  // actions other than folding
inline constexpr std::int32_t kNoAction = std::numeric_limits<std::int32_t>::min();
inline constexpr std::size_t kNoPlace = static_cast<std::size_t>(-1);

struct Decision {
    std::size_t seat;
    std::array<std::int32_t, kActions> next;  // after each action: a decision, ~end, or kNoAction

    bool has(std::size_t action) const { return next[action] != kNoAction; }
};

struct End {
    std::size_t count;                       // players at the showdown, without those all-in by posting
    std::array<std::size_t, kMostIn> seats;  // in the order of acting
    std::size_t values;                      // the row of its first channel
};

// The first decision is the root, and every decision comes after those that lead to it.
struct Tree {
    std::size_t seats;    // players who decide, in the order of acting
    std::size_t players;  // players whose money is counted; seats come first
    std::vector<Decision> decisions;
    std::vector<End> ends;

    // The choice of the same seat that led to each decision, as decision * kChoices + choice; or kNoPlace.
    std::vector<std::size_t> own_choices() const {
        std::vector<std::size_t> found(decisions.size(), kNoPlace);
        std::array<std::size_t, kMaxSeats> last;
        last.fill(kNoPlace);
        find_own(0, last, found);
        return found;
    }

private:
    void find_own(std::int32_t next, std::array<std::size_t, kMaxSeats>& last, std::vector<std::size_t>& found) const {
        if (next < 0) return;
        const std::size_t number = static_cast<std::size_t>(next), seat = decisions[number].seat, before = last[seat];
        found[number] = before;
        for (std::size_t action = 0; action < kActions; ++action) {
            if (!decisions[number].has(action)) continue;
            last[seat] = action == kFold ? before : number * kChoices + action - 1;
            find_own(decisions[number].next[action], last, found);
        }
        last[seat] = before;
    }
};

// A tree with cards and money. Channels are those of `Game`.
struct TreeGame {
    Tree tree;
    std::size_t one_channels, two_channels;
    std::span<const double> one_shares;  // channel by class
    std::span<const double> two_shares;  // channel by class of the earlier seat by class of the later one
    const Dealing& dealing;
    std::span<const double> values;  // row by player

    double value(const End& end, std::size_t channel, std::size_t player) const {
        return values[(end.values + channel) * tree.players + player];
    }
};

}  // namespace finaltable
