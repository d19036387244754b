// The book of places: records who ends in which place, and the ranks of the players where the search stops.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>

#include "dcm/hand.hpp"
#include "dcm/ledger.hpp"

namespace finaltable {

template <class Chips>
using PlaceView = HandView<Chips, Line>;

// Receives the hands that are not explored.
//
//     kUnrolls      false for a short search: its code is a third as large
//     stop          the search was stopped: ignore hands from now on
//     cut_hand      one hand with probability `mass`; its players may come in any order
template <class F, class Chips>
concept Frontier = requires(F frontier, PlaceView<Chips> hand, Mass mass) {
    { F::kUnrolls } -> std::convertible_to<bool>;
    frontier.stop();
    frontier.cut_hand(hand, mass);
};

// The ranks of the players in such a hand are enough for a proof. Another frontier may sample it.
struct UnresolvedFrontier {
    static constexpr bool kUnrolls = true;
    void stop() {}
    template <class Chips>
    void cut_hand(PlaceView<Chips>, Mass) {}
};

template <class Chips, Frontier<Chips> Cut>
class PlaceBook {
public:
    using Seat = Line;
    struct Waiting {
        Mass mass = 0;
        void add(Waiting other) { mass += other.mass; }
    };

    // Hands with no more than `open` players need no search: places up to that are paid alike.
    PlaceBook(std::span<const Chips> sorted, int open, Cut& frontier)
        : ledger_(sorted), open_(open), frontier_(frontier) {}

    const Ledger<Chips>& ledger() const { return ledger_; }
    Ledger<Chips>& ledger() { return ledger_; }

    // --- interface of a Book (search.hpp) ------------------------------------------------------------------------

    Mass threshold = 0;  // hands below it are not explored
    int players() const { return ledger_.players(); }
    Line seat_of(int player) const { return ledger_.line_of(player); }
    int open() const { return open_; }
    void clear() { ledger_.clear(); }
    void settle() {}
    void stop() { frontier_.stop(); }
    void count_node() { ledger_.count_node(); }
    std::uint64_t nodes() const { return ledger_.nodes(); }
    double unresolved() const { return ledger_.unresolved(open_); }
    static constexpr bool kUnrolls = Cut::kUnrolls;

    static Line seat_after(Line winner, Waiting) { return winner; }
    static Line tied_seat(PlaceView<Chips> hand, int, int winner) { return hand.seat[winner]; }

    // Rank r is out in place r if one of the r players above wins.
    template <class N>
    void book_hand(PlaceView<Chips> hand, N players, Waiting* waiting, Mass share) {
        for (int r = 2; r < players; ++r) ledger_.book(hand.seat[r], r, static_cast<Mass>(r) * share);
        for (int r = 2; r < players - 1; ++r) waiting[r].mass += share;
    }

    template <class N>
    void leave(PlaceView<Chips> hand, N players, Mass mass) {
        for (int r = 0; r < players; ++r) ledger_.leave(hand.seat[r], players, r, mass);
        frontier_.cut_hand(hand, mass);
    }

    // Equal players have each of their ranks with the same probability.
    void leave_tied(PlaceView<Chips> hand, Mass mass) {
        for (int last = hand.players - 1, first; last >= 0; last = first - 1) {
            first = first_equal(hand.stack, last);
            const Mass each = mass / static_cast<Mass>(last - first + 1);
            for (int r = first; r <= last; ++r) {
                for (int rank = first; rank <= last; ++rank) ledger_.leave(hand.seat[r], hand.players, rank, each);
            }
        }
        ledger_.lose_in_ties(hand.players);
        frontier_.cut_hand(hand, mass);
    }

    // The shortest stack is third unless it wins; then it has three times its chips, and the others lose as much as it
    // had. Only the last of the three stacks may be out of order, here and after every hand: two exchanges put it in its
    // place. Half of the time is spent here: plain variables stay in registers, and exchanges need no branches.
    void walk_three(Chips high, Chips middle, Chips low, const Line* line, Mass mass) {
        Line high_line = line[0], middle_line = line[1], low_line = line[2];
        std::uint64_t hands = 0;
        const Mass least_mass = threshold;
        for (;;) {
            exchange_if_less(middle, low, middle_line, low_line);
            exchange_if_less(high, middle, high_line, middle_line);
            if (mass < least_mass) break;
            ++hands;
            if (low == middle) [[unlikely]] {  // at most two players are left: the equal ones share the rest of third
                const Mass each = mass / (high == middle ? 3 : 2);
                ledger_.book(low_line, 2, each);
                ledger_.book(middle_line, 2, each);
                if (high == middle) ledger_.book(high_line, 2, each);
                mass = 0;
                break;
            }
            mass /= 3;
            ledger_.book(low_line, 2, 2 * mass);
            high -= low;
            middle -= low;
            low *= 3;
        }
        ledger_.count_nodes(hands);
        if (mass != 0) leave_three({high, middle, low}, {high_line, middle_line, low_line}, mass);
    }

    void book_ties(PlaceView<Chips> hand, Mass share) {
        for (int last = hand.players - 1, first; last >= 0; last = first - 1) {
            first = first_equal(hand.stack, last);
            book_group(hand.seat, first, last, share);
        }
        ledger_.lose_in_ties(hand.players);
    }

private:
    // The lines by a mask, because compilers make branches of choices between four values.
    static void exchange_if_less(Chips& high, Chips& low, Line& high_line, Line& low_line) {
        const Line moved = (high_line ^ low_line) & -static_cast<Line>(high < low);
        const Chips higher = high < low ? low : high;
        low = high < low ? high : low;
        high = higher;
        high_line ^= moved;
        low_line ^= moved;
    }

    void leave_three(std::array<Chips, 3> stack, std::array<Line, 3> seats, Mass mass) {
        const PlaceView<Chips> hand{stack.data(), seats.data(), 3};
        if (stack[0] == stack[1] || stack[1] == stack[2]) [[unlikely]]
            return leave_tied(hand, mass);
        leave(hand, Fixed<3>{}, mass);
    }

    // Places of a group for every winner (the paper's section 4.3): equal players who are out share their places.
    void book_group(const Line* line, int first, int last, Mass share) {
        const auto size = static_cast<Mass>(last - first + 1);
        const Mass beaten_from_above = static_cast<Mass>(first) * share / size;
        for (int r = first; r <= last; ++r) {
            for (int place = std::max(2, first); place <= last; ++place) {
                // If one of the group wins, the others share the places below the best of the group.
                const Mass beaten_by_equal = place > first ? share : 0;
                ledger_.book(line[r], place, beaten_from_above + beaten_by_equal);
            }
        }
    }

    Ledger<Chips> ledger_;
    int open_;
    Cut& frontier_;
};

}  // namespace finaltable
