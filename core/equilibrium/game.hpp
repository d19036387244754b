// A game in which every seat acts once: all-in or fold. The caller gives the values of outcomes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equilibrium/dealing.hpp"

namespace finaltable {

inline constexpr std::size_t kMaxSeats = 10;
inline constexpr std::size_t kMostIn = 3;  // all-in by choice

// Pairs p < q and triples p < q < k of seats, numbered.
constexpr std::size_t pair_of(std::size_t p, std::size_t q) { return q * (q - 1) / 2 + p; }
constexpr std::size_t triple_of(std::size_t p, std::size_t q, std::size_t k) {
    return k * (k - 1) * (k - 2) / 6 + pair_of(p, q);
}
constexpr std::size_t pairs_of(std::size_t seats) { return seats * (seats - 1) / 2; }
constexpr std::size_t triples_of(std::size_t seats) { return seats * (seats - 1) * (seats - 2) / 6; }

// A decision of a seat: first in, facing one all-in, or facing two. The nodes of a seat are consecutive.
constexpr std::size_t open_node(std::size_t s) { return s + pairs_of(s) + triples_of(s); }
constexpr std::size_t call_node(std::size_t i, std::size_t s) { return open_node(s) + 1 + i; }
constexpr std::size_t over_node(std::size_t i, std::size_t j, std::size_t s) {
    return open_node(s) + 1 + s + pair_of(i, j);
}
constexpr std::size_t nodes_of(std::size_t seats) { return open_node(seats); }

// Probabilities of channels (who beats whom, as far as it matters) given classes, and for every set of all-in seats the
// gain of each player in each channel, relative to the outcome in which the last of these seats had folded.
struct Game {
    std::size_t seats;    // players who decide, in the order of action
    std::size_t players;  // players whose money is counted; seats come first
    bool last_opens;      // false: if all fold, the last seat has won without a decision
    std::size_t one_channels, two_channels;
    std::span<const double> one_shares;   // channel by class
    std::span<const double> two_shares;   // channel by class of the earlier seat by class of the later one
    const Dealing& dealing;               // three players: how they can be dealt, and who beats whom
    std::span<const double> one_gains;    // seat by channel by player
    std::span<const double> two_gains;    // pair by channel by player
    std::span<const double> three_gains;  // triple by order by player

    double one_gain(std::size_t i, std::size_t channel, std::size_t player) const {
        return one_gains[(i * one_channels + channel) * players + player];
    }
    double two_gain(std::size_t pair, std::size_t channel, std::size_t player) const {
        return two_gains[(pair * two_channels + channel) * players + player];
    }
    double three_gain(std::size_t triple, std::size_t order, std::size_t player) const {
        return three_gains[(triple * kOrders + order) * players + player];
    }
};

using Profile = std::vector<double>;  // node by class: probability of going in
using NodeRows = std::vector<Row>;    // the same, or any number for every class at every node

// Call visit(p, q) for every pair of seats p < q, in the order of their numbers.
template <class Visit>
void for_each_pair(std::size_t seats, Visit visit) {
    for (std::size_t q = 1; q < seats; ++q) {
        for (std::size_t p = 0; p < q; ++p) visit(p, q);
    }
}

// Call visit(p, q, k) for every triple of seats p < q < k, in the order of their numbers.
template <class Visit>
void for_each_triple(std::size_t seats, Visit visit) {
    for (std::size_t k = 2; k < seats; ++k) for_each_pair(k, [&](std::size_t p, std::size_t q) { visit(p, q, k); });
}

// The node at which f folds when p and q go in; f may act before, between or after them.
constexpr std::size_t folding_node(std::size_t f, std::size_t p, std::size_t q) {
    if (f < p) return open_node(f);
    return f < q ? call_node(p, f) : over_node(p, q, f);
}

}  // namespace finaltable
