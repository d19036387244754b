// The book of places: records finish probabilities and knockouts during a search of the tree.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>

#include "dcm/hand.hpp"
#include "dcm/ledger.hpp"

namespace finaltable {

template <class Chips>
using PlaceView = HandView<Chips, Line>;

// Receives the branches that are not expanded.
//
//     kUnrolls      false for a short search: its code is a third as large
//     stop          the search was stopped: ignore branches that are cut from now on
//     cut_hand      one hand with probability `mass`; its players may come in any order
//     cut_children  rank K of a hand wins and K players are left, for every K from 3 to all, each with this probability
template <class F, class Chips>
concept Frontier = requires(F frontier, PlaceView<Chips> hand, Mass mass) {
    { F::kUnrolls } -> std::convertible_to<bool>;
    frontier.stop();
    frontier.cut_hand(hand, mass);
} && (!F::kUnrolls || requires(F frontier, PlaceView<Chips> hand, Mass mass) { frontier.cut_children(hand, mass); });

// Leaves unexpanded branches unresolved, which is enough for a proof. Another frontier may sample them.
struct UnresolvedFrontier {
    static constexpr bool kUnrolls = true;
    void stop() {}
    template <class Chips>
    void cut_children(PlaceView<Chips>, Mass) {}
    template <class Chips>
    void cut_hand(PlaceView<Chips>, Mass) {}
};

template <class Chips, Frontier<Chips> Cut>
class PlaceBook {
public:
    using Seat = Line;
    template <int M>
    struct Winnings {};

    PlaceBook(std::span<const Chips> sorted, bool with_knockouts, Cut& frontier)
        : ledger_(sorted, with_knockouts), frontier_(frontier) {}

    const Ledger<Chips>& ledger() const { return ledger_; }

    // --- interface of a Book (search.hpp) ------------------------------------------------------------------------

    Mass threshold = 0;  // branches below it are not explored
    int players() const { return ledger_.players(); }
    Line seat_of(int player) const { return ledger_.line_of(player); }
    void clear() { ledger_.clear(); }
    void settle() {}
    // The branches left are to be explored elsewhere.
    void explore_what_was_left() { ledger_.forget_unresolved(); }
    void stop() { frontier_.stop(); }
    void count_node() { ledger_.count_node(); }
    std::uint64_t nodes() const { return ledger_.nodes(); }
    double unresolved() const { return ledger_.largest_unresolved(); }
    static constexpr bool kUnrolls = Cut::kUnrolls;
    bool unrolled() const { return !ledger_.has_knockouts(); }

    template <int M>
    static Line seat_after(const Hand<Chips, Line, M>& hand, Winnings<M>, int winner) {
        return hand.seat[static_cast<std::size_t>(winner)];
    }
    template <int M>
    static std::span<const Line, 3> three_after(const Hand<Chips, Line, M>& hand, Winnings<M>) {
        return std::span<const Line, 3>(hand.seat.data(), 3);
    }
    static Line tied_seat(PlaceView<Chips> hand, int, int winner) { return hand.seat[winner]; }

    // Rank r (from 0) is out in place r if one of the r players above wins. The first two share a cell: each wins, or
    // is heads-up if the other wins.
    template <int M>
    Winnings<M> book_hand(const Hand<Chips, Line, M>& hand, Mass share) {
        ledger_.book(hand.seat[0], kTopTwo, 2 * share);
        ledger_.book(hand.seat[1], kTopTwo, 2 * share);
        for (int r = 2; r < M; ++r) ledger_.book(hand.seat[r], r, static_cast<Mass>(r) * share);
        return {};
    }

    // The branches with three or more players: rank left - 1 wins, and `left` players are left.
    template <int M>
    void leave_branches(Hand<Chips, Line, M>& hand, Winnings<M>, Mass share) {
        const auto& [stack, line] = hand;
        double below = 0.0;  // chips of all players with less than the winner
        for (int left = M; left >= 3; --left) {
            const auto winner = static_cast<std::size_t>(left - 1);
            const double lost = static_cast<double>(stack[winner]);
            for (std::size_t r = 0; r < winner; ++r) {
                ledger_.leave_unresolved(line[r], left, static_cast<double>(stack[r]) - lost, share);
            }
            ledger_.leave_unresolved(line[winner], left, left * lost + below, share);
            below += lost;
        }
        frontier_.cut_children(hand.view(), share);
    }

    void leave(PlaceView<Chips> hand, Mass mass) {
        for (int r = 0; r < hand.players; ++r) {
            ledger_.leave_unresolved(hand.seat[r], hand.players, static_cast<double>(hand.stack[r]), mass);
        }
        frontier_.cut_hand(hand, mass);
    }

    // The shortest stack is third unless it wins; then it has three times its chips, and the others lose as much as it
    // had. The stacks need not be sorted, and ties above the shortest do not matter. Half of the time is spent here:
    // x, y and z are plain variables so that they stay in registers.
    void walk_three(Chips x, Chips y, Chips z, const Line* line, Mass mass) {
        Mass x_third = 0, y_third = 0, z_third = 0, settled = 0;
        std::uint64_t hands = 0;
        for (;;) {
            const Chips least = std::min(x, std::min(y, z));
            const bool x_least = x == least, y_least = y == least, z_least = z == least;
            const int tied = x_least + y_least + z_least;
            ++hands;
            if (tied > 1) {  // at most two players are left, and the equal ones share the rest of third place
                const Mass each = mass / static_cast<Mass>(tied);
                x_third += x_least ? each : 0;
                y_third += y_least ? each : 0;
                z_third += z_least ? each : 0;
                settled += each * static_cast<Mass>(tied);
                break;
            }
            const Mass share = mass / 3;
            x_third += x_least ? 2 * share : 0;
            y_third += y_least ? 2 * share : 0;
            z_third += z_least ? 2 * share : 0;
            settled += 2 * share;
            x = x_least ? 3 * least : x - least;
            y = y_least ? 3 * least : y - least;
            z = z_least ? 3 * least : z - least;
            mass = share;
            if (share < threshold) {
                Hand<Chips, Line, 3> left{{x, y, z}, {line[0], line[1], line[2]}};
                ledger_.leave_unresolved(line[0], 3, static_cast<double>(x), share);
                ledger_.leave_unresolved(line[1], 3, static_cast<double>(y), share);
                ledger_.leave_unresolved(line[2], 3, static_cast<double>(z), share);
                frontier_.cut_hand(left.view(), share);
                break;
            }
        }
        ledger_.count_nodes(hands);
        book_three(line[0], x_third, settled);
        book_three(line[1], y_third, settled);
        book_three(line[2], z_third, settled);
    }

    void book_ties(PlaceView<Chips> hand, Mass share) {
        for (int last = hand.players - 1, first; last >= 0; last = first - 1) {
            first = first_equal(hand.stack, last);
            book_group(hand.seat, first, last, share);
        }
        if (ledger_.has_knockouts()) book_knockouts(hand, share);
    }

private:
    // Of the units settled for all players, the player is third in `out` and first or second in the others.
    void book_three(Line line, Mass out, Mass settled) {
        ledger_.book(line, 2, out);
        ledger_.book(line, kTopTwo, settled - out);
    }

    // Places of a group for every winner (the paper's section 4.3): equal players who are out share their places.
    // Players who are then alone or heads-up are first or second.
    void book_group(const Line* line, int first, int last, Mass share) {
        const auto size = static_cast<Mass>(last - first + 1);
        const Mass beaten_from_above = static_cast<Mass>(first) * share / size;
        for (int r = first; r <= last; ++r) {
            for (int place = first; place <= last; ++place) {
                // If one of the group wins, the others share the places below the best of the group.
                const Mass beaten_by_equal = place > first ? share : 0;
                ledger_.book(line[r], place, beaten_from_above + beaten_by_equal);
            }
            if (first < 2) ledger_.book(line[r], kTopTwo, share);
        }
        if (first == 1) ledger_.book(line[0], kTopTwo, size * share);
    }

    // The winner busts all players they cover; heads-up, it is chip share.
    void book_knockouts(PlaceView<Chips> hand, Mass share) {
        const auto& [stack, line, players] = hand;
        for (int winner = 0; winner < players; ++winner) {
            const int first = first_equal(stack, winner);
            for (int r = first; r < players; ++r) {
                if (r != winner) ledger_.book_knockout(line[winner], line[r], share);
            }
            if (first == 1) {
                const double lead =
                    static_cast<double>(stack[0] - stack[winner]) / static_cast<double>(ledger_.total());
                const auto leader = static_cast<Mass>(static_cast<double>(share) * lead);
                ledger_.book_knockout(line[0], line[winner], leader);
                ledger_.book_knockout(line[winner], line[0], share - leader);
            }
        }
    }

    Ledger<Chips> ledger_;
    Cut& frontier_;
};

}  // namespace finaltable
