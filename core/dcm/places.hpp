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
    // had. The stacks need not be sorted, and ties above the shortest do not matter. Half of the time is spent here:
    // plain variables stay in registers, and masks (all bits are set for the shortest) take the place of branches.
    void walk_three(Chips x, Chips y, Chips z, const Line* line, Mass mass) {
        Mass x_third = 0, y_third = 0, z_third = 0;
        std::uint64_t hands = 0;
        for (const Mass least_mass = threshold; mass >= least_mass; ++hands) {
            const Chips of_two = y < z ? y : z, least = x < of_two ? x : of_two, won = 3 * least;
            const Chips x_least = -static_cast<Chips>(x == least), y_least = -static_cast<Chips>(y == least),
                        z_least = -static_cast<Chips>(z == least);
            const auto tied = static_cast<Mass>(-(x_least + y_least + z_least));
            if (tied != 1) [[unlikely]] {  // at most two players are left: the equal ones share the rest of third place
                const Mass each = mass / tied;
                x_third += static_cast<Mass>(x_least) & each;
                y_third += static_cast<Mass>(y_least) & each;
                z_third += static_cast<Mass>(z_least) & each;
                mass = 0;
                ++hands;
                break;
            }
            mass /= 3;
            x_third += static_cast<Mass>(x_least) & (2 * mass);
            y_third += static_cast<Mass>(y_least) & (2 * mass);
            z_third += static_cast<Mass>(z_least) & (2 * mass);
            x += (x_least & won) - least;
            y += (y_least & won) - least;
            z += (z_least & won) - least;
        }
        ledger_.count_nodes(hands);
        ledger_.book(line[0], 2, x_third);
        ledger_.book(line[1], 2, y_third);
        ledger_.book(line[2], 2, z_third);
        if (mass != 0) leave_three({x, y, z}, line, mass);
    }

    void book_ties(PlaceView<Chips> hand, Mass share) {
        for (int last = hand.players - 1, first; last >= 0; last = first - 1) {
            first = first_equal(hand.stack, last);
            book_group(hand.seat, first, last, share);
        }
        ledger_.lose_in_ties(hand.players);
    }

private:
    // Sort without branches.
    void leave_three(std::array<Chips, 3> stack, const Line* line, Mass mass) {
        const auto& [x, y, z] = stack;
        if (x == y || y == z || x == z) [[unlikely]]
            return leave_tied_three(stack, line, mass);
        ledger_.leave(line[0], 3, (y > x) + (z > x), mass);
        ledger_.leave(line[1], 3, (x > y) + (z > y), mass);
        ledger_.leave(line[2], 3, (x > z) + (y > z), mass);
        std::array<Line, 3> seats{line[0], line[1], line[2]};
        frontier_.cut_hand(PlaceView<Chips>{stack.data(), seats.data(), 3}, mass);
    }

    void leave_tied_three(std::array<Chips, 3> stack, const Line* line, Mass mass) {
        std::array<Line, 3> seats{line[0], line[1], line[2]};
        for (const std::size_t r : {0, 1, 0}) {
            if (stack[r] >= stack[r + 1]) continue;
            std::swap(stack[r], stack[r + 1]);
            std::swap(seats[r], seats[r + 1]);
        }
        leave_tied({stack.data(), seats.data(), 3}, mass);
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
