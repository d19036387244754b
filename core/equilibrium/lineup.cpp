#include "equilibrium/lineup.hpp"

#include <algorithm>
#include <utility>

namespace finaltable {
namespace {

bool among(const Seats& seats, std::size_t seat) { return std::ranges::find(seats, seat) != seats.end(); }

// The players with chips, clockwise from the left of a seat.
Seats clockwise(std::span<const HandChips> chips, std::size_t seat) {
    Seats found;
    for (std::size_t k = 1; k <= chips.size(); ++k) {
        const std::size_t other = (seat + k) % chips.size();
        if (chips[other] > 0) found.push_back(other);
    }
    return found;
}

// The seats of the small and the big blind; heads-up, the button is the small blind.
std::pair<std::size_t, std::size_t> blind_seats(std::span<const HandChips> chips, std::size_t button) {
    const Seats left = clockwise(chips, button);
    if (left.size() == 2 && chips[button] > 0) return {left[1], left[0]};
    return {left[0], left[1]};
}

std::vector<HandChips> possible_raises(const Lineup& lineup, std::span<const HandChips> bets) {
    std::vector<HandChips> found(lineup.chips.size());
    HandChips behind = 0;  // the largest all-in of later players
    for (std::size_t turn = lineup.deciding.size(); turn-- > 0;) {
        const std::size_t seat = lineup.deciding[turn];
        if (bets[seat] > 0 && bets[seat] < std::min(lineup.able[seat], behind)) found[seat] = bets[seat];
        behind = std::max(behind, lineup.able[seat]);
    }
    return found;
}

}  // namespace

bool Lineup::last_opens() const { return !among(deciding, big_blind_seat); }

Seats Lineup::showdown(const Seats& pushed) const {
    Seats found = pushed;
    if (pushed.empty() && !last_opens()) found.push_back(big_blind_seat);
    found.insert(found.end(), all_in.begin(), all_in.end());
    return found;
}

Lineup post_blinds(std::vector<HandChips> chips, std::size_t button, const Forced& forced, const Seats& folded,
                   const Seats& elsewhere, std::span<const HandChips> bets) {
    std::vector<HandChips> dealt = chips;
    for (const std::size_t seat : elsewhere) dealt[seat] = 0;
    const auto [small, big] = blind_seats(dealt, button);
    Lineup lineup{std::move(chips), {}, {}, {}, 0, big, {}, {}, {}};
    for (const HandChips chip : dealt) lineup.posted.push_back(std::min(chip, forced.ante));
    const auto post = [&](std::size_t seat, HandChips blind) {
        lineup.posted[seat] += std::min(dealt[seat] - lineup.posted[seat], blind);
    };
    post(small, forced.small_blind);
    post(big, forced.big_blind);
    lineup.dead = std::min(dealt[big] - lineup.posted[big], forced.big_blind_ante);
    lineup.able = lineup.chips;
    lineup.able[big] -= lineup.dead;
    for (const std::size_t seat : clockwise(dealt, big)) {
        if (among(folded, seat)) continue;
        lineup.acting.push_back(seat);
        (lineup.posted[seat] < lineup.able[seat] ? lineup.deciding : lineup.all_in).push_back(seat);
    }
    std::ranges::stable_sort(lineup.all_in, std::ranges::greater{},
                             [&](std::size_t seat) { return lineup.able[seat]; });
    if (!bets.empty()) lineup.raised = possible_raises(lineup, bets);
    return lineup;
}

}  // namespace finaltable
