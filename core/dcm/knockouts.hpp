// The book of knockouts: records who busts whom during a search of the tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "dcm/hand.hpp"
#include "dcm/mass.hpp"

namespace finaltable {

template <class Chips>
class KnockoutBook {
public:
    using Seat = std::uint32_t;  // the player
    struct Waiting {
        Mass mass = 0;
        void add(Waiting other) { mass += other.mass; }
    };
    using View = HandView<Chips, Seat>;

    explicit KnockoutBook(std::span<const Chips> sorted)
        : start_(sorted.begin(), sorted.end()), total_(std::accumulate(sorted.begin(), sorted.end(), Chips{0})),
          cells_(sorted.size() * sorted.size()) {}

    double knockout(int winner, int loser) const { return probability(cells_[cell(winner, loser)]); }

    // Probability that a player does not win the tournament, and the part of it that is not booked.
    double loses(int player) const {
        return 1.0 - static_cast<double>(start_[static_cast<std::size_t>(player)]) / static_cast<double>(total_);
    }
    double unresolved(int loser) const {
        double left = loses(loser);
        for (int winner = 0; winner < players(); ++winner) left -= knockout(winner, loser);
        return std::max(0.0, left);
    }

    // --- interface of a Book (search.hpp) ------------------------------------------------------------------------

    Mass threshold = 0;
    int players() const { return static_cast<int>(start_.size()); }
    Seat seat_of(int player) const { return static_cast<Seat>(player); }
    static int open() { return 2; }
    void clear() { std::ranges::fill(cells_, Mass{0}); }
    void settle() {}
    void stop() {}
    void count_node() { ++nodes_; }
    std::uint64_t nodes() const { return nodes_; }
    double unresolved() const {
        double largest = 0.0;
        for (int loser = 0; loser < players(); ++loser) largest = std::max(largest, unresolved(loser));
        return largest;
    }
#ifdef FINALTABLE_ONE_THREAD
    static constexpr bool kUnrolls = false;  // a browser's module is small
#else
    static constexpr bool kUnrolls = true;
#endif

    static Seat seat_after(Seat winner, Waiting) { return winner; }
    static Seat tied_seat(View hand, int, int winner) { return hand.seat[winner]; }

    // Every winner busts all players behind them; if two are left, they play heads-up.
    template <class N>
    void book_hand(View hand, N players, Waiting* waiting, Mass share) {
        for (int winner = 0; winner < players; ++winner) {
            for (int r = winner + 1; r < players; ++r) book(hand.seat[winner], hand.seat[r], share);
        }
        heads_up(hand, 1, share);
        for (int r = 2; r < players - 1; ++r) waiting[r].mass += share;
    }

    void book_ties(View hand, Mass share) {
        for (int winner = 0; winner < hand.players; ++winner) {
            const int first = first_equal(hand.stack, winner);
            for (int r = first; r < hand.players; ++r) {
                if (r != winner) book(hand.seat[winner], hand.seat[r], share);
            }
            if (first == 1) heads_up(hand, winner, share);
        }
    }

    void walk_three(Chips x, Chips y, Chips z, const Seat* seat, Mass mass) {
        std::array<Chips, 3> stack{x, y, z};
        std::array<Seat, 3> seats{seat[0], seat[1], seat[2]};
        const auto sort = [&](std::size_t r) {
            if (stack[r] >= stack[r + 1]) return;
            std::swap(stack[r], stack[r + 1]);
            std::swap(seats[r], seats[r + 1]);
        };
        while (mass >= threshold) {
            for (const std::size_t r : {1, 0, 1}) sort(r);
            count_node();
            mass /= 3;
            book_ties({stack.data(), seats.data(), 3}, mass);
            const Chips least = stack[2];
            if (stack[1] == least) return;
            stack = {stack[0] - least, stack[1] - least, 3 * least};
        }
    }

    // What is not booked is unresolved.
    template <class N>
    void leave(View, N, Mass) {}
    void leave_tied(View, Mass) {}

private:
    std::size_t cell(int winner, int loser) const {
        return static_cast<std::size_t>(winner) * start_.size() + static_cast<std::size_t>(loser);
    }

    void book(Seat winner, Seat loser, Mass mass) { cells_[winner * start_.size() + loser] += mass; }

    // The leader and the winner of the hand, who has all other chips: each busts the other by chip share.
    void heads_up(View hand, int winner, Mass share) {
        const double lead = static_cast<double>(hand.stack[0] - hand.stack[winner]) / static_cast<double>(total_);
        const auto leader = static_cast<Mass>(static_cast<double>(share) * lead);
        book(hand.seat[0], hand.seat[winner], leader);
        book(hand.seat[winner], hand.seat[0], share - leader);
    }

    std::vector<Chips> start_;
    Chips total_;
    std::vector<Mass> cells_;  // by winner and loser
    std::uint64_t nodes_ = 0;
};

}  // namespace finaltable
