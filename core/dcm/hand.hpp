// One hand of the DCM tree, and the stacks after it.
#pragma once

#include <algorithm>
#include <array>
#include <span>

namespace finaltable {

// The players of a hand by descending stack, each with the seat that a book defines.
template <class Chips, class Seat>
struct HandView {
    Chips* stack;
    Seat* seat;
    int players;
};

// The same, with the number of players as a compile-time constant.
template <class Chips, class Seat, int M>
struct Hand {
    std::array<Chips, M> stack;
    std::array<Seat, M> seat;

    HandView<Chips, Seat> view() { return {stack.data(), seat.data(), M}; }
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

// The hand after rank K - 1 wins `won` chips and gets the seat `winner`; returns whether they tie with another player.
// Without branches, because the new rank of the winner cannot be predicted.
template <class Chips, class Seat, int M, int K>
bool seat_winner(const Hand<Chips, Seat, M>& hand, Seat winner, Chips won, Hand<Chips, Seat, K>& next) {
    const Chips lost = hand.stack[K - 1];
    int ahead = 0;
    bool tied = false;
    for (int r = 0; r < K - 1; ++r) {
        ahead += hand.stack[r] - lost > won;
        tied |= hand.stack[r] - lost == won;
    }
    for (int r = 0; r < K - 1; ++r) {
        const int rank = r + (r >= ahead);
        next.stack[rank] = hand.stack[r] - lost;
        next.seat[rank] = hand.seat[r];
    }
    next.stack[ahead] = won;
    next.seat[ahead] = winner;
    return tied;
}

// The hand after a player with `lost` chips wins `won`, for any number of players: those who stay, and the winner after
// all with at least as many chips.
template <class Chips, class Seat>
void seat_winner(HandView<Chips, Seat> hand, Seat winner, Chips lost, Chips won, HandView<Chips, Seat> next) {
    const int others = next.players - 1;
    int rank = 0;
    while (rank < others && hand.stack[rank] - lost >= won) ++rank;
    for (int r = 0; r < others; ++r) {
        next.stack[r + (r >= rank)] = hand.stack[r] - lost;
        next.seat[r + (r >= rank)] = hand.seat[r];
    }
    next.stack[rank] = won;
    next.seat[rank] = winner;
}

// The next hand of the chain: the shortest stack wins, and all players stay. Returns whether the winner now ties with
// the player before them.
template <class Chips, class Seat>
bool shortest_wins(HandView<Chips, Seat> hand) {
    const auto& [stack, seat, players] = hand;
    const Chips lost = stack[players - 1];
    const Chips won = static_cast<Chips>(players) * lost;
    const Seat winner = seat[players - 1];
    int rank = players - 1;
    for (; rank > 0 && stack[rank - 1] - lost < won; --rank) {
        stack[rank] = stack[rank - 1] - lost;
        seat[rank] = seat[rank - 1];
    }
    for (int r = 0; r < rank; ++r) stack[r] -= lost;
    stack[rank] = won;
    seat[rank] = winner;
    return rank > 0 && stack[rank - 1] == won;
}

}  // namespace finaltable
