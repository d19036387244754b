// One hand of the DCM tree, and the stacks after it.
//
// Functions that take the number of players as a separate argument take an int or a compile-time constant, Fixed<M>.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

namespace finaltable {

template <int M>
using Fixed = std::integral_constant<int, M>;

// The players of a hand by descending stack, each with the seat that a book defines.
template <class Chips, class Seat>
struct HandView {
    Chips* stack;
    Seat* seat;
    int players;
};

// The first rank whose stack equals that of rank `last`.
template <class Chips>
int first_equal(const Chips* stack, int last) {
    int first = last;
    while (first > 0 && stack[first - 1] == stack[last]) --first;
    return first;
}

template <class Chips, class Seat>
bool has_ties(HandView<Chips, Seat> hand) {
    const std::span stacks(hand.stack, static_cast<std::size_t>(hand.players));
    return std::ranges::adjacent_find(stacks) != stacks.end();
}

// The new rank of a winner, and whether they tie with another player.
struct Landing {
    int rank;
    bool tied;
};

// The landing of a player who had `lost` chips and now has `won`, behind the first `others` players. Without branches,
// because it cannot be predicted.
template <class Chips, class N>
Landing landing_of(const Chips* stack, N others, Chips lost, Chips won) {
    Landing landing{0, false};
    for (int r = 0; r < others; ++r) {
        landing.rank += stack[r] - lost > won;
        landing.tied |= stack[r] - lost == won;
    }
    return landing;
}

// The hand after a player with `lost` chips wins `won` and gets the seat `winner`; `left` players are left.
template <class Chips, class Seat, class N>
Landing seat_winner(HandView<Chips, Seat> hand, N left, Seat winner, Chips lost, Chips won,
                    HandView<Chips, Seat> next) {
    const Landing landing = landing_of(hand.stack, left - 1, lost, won);
    for (int r = 0; r < left - 1; ++r) {
        const int rank = r + (r >= landing.rank);
        next.stack[rank] = hand.stack[r] - lost;
        next.seat[rank] = hand.seat[r];
    }
    next.stack[landing.rank] = won;
    next.seat[landing.rank] = winner;
    return landing;
}

// The next hand of the chain: the shortest stack wins, and all players stay.
template <class Chips, class Seat, class N>
void shortest_wins(HandView<Chips, Seat> hand, N players, int rank) {
    const auto& [stack, seat, unused] = hand;
    const Chips lost = stack[players - 1];
    const Seat winner = seat[players - 1];
    for (int r = players - 1; r > rank; --r) {
        stack[r] = stack[r - 1] - lost;
        seat[r] = seat[r - 1];
    }
    for (int r = 0; r < rank; ++r) stack[r] -= lost;
    stack[rank] = static_cast<Chips>(players) * lost;
    seat[rank] = winner;
}

}  // namespace finaltable
