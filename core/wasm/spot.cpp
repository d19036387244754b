// C interface of a hand when a player decides: blinds, showdowns of several ranges, and pots. Chips are whole numbers of
// a unit, below 2^53.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/showdown.hpp"
#include "equilibrium/outcomes.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

std::vector<HandChips> chips_of(const double* numbers, std::size_t count) {
    std::vector<HandChips> found;
    for (std::size_t i = 0; i < count; ++i) found.push_back(static_cast<HandChips>(numbers[i]));
    return found;
}

Seats seats_of(const double* numbers, std::size_t count) {
    Seats found;
    for (std::size_t i = 0; i < count; ++i) found.push_back(static_cast<std::size_t>(numbers[i]));
    return found;
}

}  // namespace

// Answers the chips that each player posts, the players with chips in the order of acting (-1 after the last), and the big
// blind ante with its seat.
FINALTABLE_EXPORT void spot_post(std::size_t players, const double* chips, std::size_t button, const double* forced,
                                 double* posted, double* acting, double* dead) {
    const std::vector<HandChips> posts = chips_of(forced, 4);
    const Lineup lineup =
        post_blinds(chips_of(chips, players), button, {posts[0], posts[1], posts[2], posts[3]}, {}, {}, {});
    for (std::size_t i = 0; i < players; ++i) {
        posted[i] = static_cast<double>(lineup.posted[i]);
        acting[i] = i < lineup.acting.size() ? static_cast<double>(lineup.acting[i]) : -1.0;
    }
    dead[0] = static_cast<double>(lineup.dead);
    dead[1] = static_cast<double>(lineup.big_blind_seat);
}

// Settle a showdown. `amounts` are the big blind ante, chips added to the main pot, and the unit in which pots are split;
// `seats` those of the ante and of the first winner of odd chips. Answers the stacks, and for each player at the
// showdown who takes their bounty: player by seat, 1 or 0.
FINALTABLE_EXPORT void spot_settle(std::size_t players, const double* chips, const double* put_in,
                                   const double* amounts, const double* seats, std::size_t shown, const double* showing,
                                   const double* ranks, double* stacks, double* takers) {
    const std::vector<HandChips> money = chips_of(amounts, 3);
    const Seats places = seats_of(seats, 2);
    const Settled settled = settle({seats_of(showing, shown), chips_of(chips, players), chips_of(put_in, players),
                                    money[0], places[0], money[1], money[2], places[1]},
                                   Ranks(ranks, ranks + shown));
    for (std::size_t i = 0; i < players; ++i) stacks[i] = static_cast<double>(settled.stacks[i]);
    std::fill_n(takers, shown * players, 0.0);
    for (const auto& [busted, taker] : settled.taken) {
        const auto place = std::find(showing, showing + shown, static_cast<double>(busted)) - showing;
        takers[static_cast<std::size_t>(place) * players + taker] = 1.0;
    }
}

// Deal boards to several ranges: `combos` are the player, both cards and the weight of each. Answers the count of every
// order, three bits for the rank of a player; and the number of boards.
FINALTABLE_EXPORT void spot_showdown(std::size_t players, std::size_t combos, const double* held, double samples,
                                     double seed, double* counts, double* boards) {
    std::vector<std::vector<Combo>> ranges(players);
    for (std::size_t i = 0; i < combos; ++i) {
        const double* const one = held + 4 * i;
        ranges[static_cast<std::size_t>(one[0])].push_back(
            {static_cast<int>(one[1]), static_cast<int>(one[2]), one[3]});
    }
    NoWatch watch;
    const Orders found =
        drawn_boards(ranges, static_cast<std::uint64_t>(samples), static_cast<std::uint64_t>(seed), watch);
    for (std::size_t i = 0; i < found.counts.size(); ++i) counts[i] = static_cast<double>(found.counts[i]);
    *boards = static_cast<double>(found.boards);
}
