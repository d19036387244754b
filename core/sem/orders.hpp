// Enumerates every elimination of every order, and passes it to a book: for results that depend on who takes whose
// chips.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "sem/walk.hpp"

namespace finaltable {

// book.out(chance, who, left, out, shares): player who[out] busts with this probability while `left` players are left,
// and who[j] takes shares[j] of their chips (shares[out] is 0, the others sum to 1). It records that, and returns the
// book for the rest of the order: itself if it only keeps sums, or a new one, for example with larger bounties.
// Bounties are paid in these shares.
template <class B>
concept OrderBook = requires(const B& book, double chance, const std::uint8_t* who, int left, const double* shares) {
    { book.out(chance, who, left, left, shares) } -> std::same_as<B>;
};

template <class Kernel, int left, OrderBook Book>
void follow_orders(const double* x, const std::uint8_t* who, double chance, const Book& book, int only = -1) {
    double weight[left][left], total[left], rate[left], rates = 0.0;
    weigh<Kernel, left>(x, weight, total);
    for (int i = 0; i < left; ++i) rates += rate[i] = total[i] / x[i];
    for (int i = 0; i < left; ++i) {
        if (only >= 0 && i != only) continue;
        const double out = rate[i] * (chance / rates);
        double shares[left];
        for (int j = 0; j < left; ++j) shares[j] = weight[i][j] / total[i];
        const Book next = book.out(out, who, left, i, shares);
        if constexpr (left > 2) {
            double rest[left - 1];
            std::uint8_t seats[left - 1];
            take_out<left>(x, who, weight[i], total[i], i, rest, seats);
            follow_orders<Kernel, left - 1, Book>(rest, seats, out, next);
        }
    }
}

// Follow all orders of `players` players, from 2 to kMaxSemPlayers, in which player `only` busts first.
template <class Kernel, OrderBook Book>
void follow_orders_from(int players, const double* x, const std::uint8_t* who, const Book& book, int only) {
    [&]<int... more>(std::integer_sequence<int, more...>) {
        ((players == 2 + more ? follow_orders<Kernel, 2 + more, Book>(x, who, 1.0, book, only) : void()), ...);
    }(std::make_integer_sequence<int, kMaxSemPlayers - 1>{});
}

}  // namespace finaltable
