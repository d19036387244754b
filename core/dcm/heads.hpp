// The book of bounties: records how much each player wins of which bounty during a search of the tree.
//
// The search carries bounties (heads) along: a player who busts another is paid a share of their bounty, and the rest
// is added to their own. If the last player is paid their own bounty, all bounties of a hand are won, which makes three
// players simple. Where the search stops, a player's part of all bounties is guessed to be their share of the chips.
// docs/how-it-works/bounties.md proves a bound on the error, which depends only on the number of players, the chips and
// the bounties.
//
// Money comes in lanes: a walk carries several sets of bounties at once, so that a few walks find the whole matrix.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "dcm/guess.hpp"
#include "dcm/hand.hpp"
#include "dcm/mass.hpp"
#include "support/head_rules.hpp"
#include "support/money.hpp"

namespace finaltable {

template <class Chips, int L>
class HeadBook {
public:
    // The processor waits if it loads what was stored in other pieces: money comes first, so that lanes are copied in
    // the pairs in which they are computed.
    struct Seat {
        Money<L> head;
        std::uint32_t player;
        std::uint32_t roundings;  // of the bounty: its relative error is at most this many times 2^-53
    };
    // Future income is linear in the bounties: paths that lead to the same hand count as one with their mean bounty.
    struct Waiting {
        Money<L> heads{};  // the winner's bounty after the hand, times units of probability
        Mass mass = 0;
        std::uint32_t roundings = 0;

        void add(const Waiting& other) {
            mass += other.mass;
            roundings = std::max(roundings, other.roundings) + 1;
            heads += other.heads;
        }
    };
    using View = HandView<Chips, Seat>;

    // Bounties of lane l begin at heads[l * players]; players are numbered by descending stack.
    HeadBook(std::span<const Chips> sorted, std::span<const double> heads, HeadRules rules)
        : rules_(rules), taken_(rules.own ? 1.0 : rules.share), own_(rules.own ? 1.0 : 0.0),
          per_chip_(1.0 / static_cast<double>(std::accumulate(sorted.begin(), sorted.end(), Chips{0}))),
          start_(sorted.size()), recent_(sorted.size()), settled_(sorted.size()) {
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            for (std::size_t l = 0; l < L; ++l) start_[i].lane[l] = heads[l * sorted.size() + i];
        }
        for (int k = 0; k <= players(); ++k) guess_.emplace_back(k, rules);
    }

    // --- read by the answer, after settle() ----------------------------------------------------------------------

    double income(int player, int lane) const { return settled_[index(player)].income.lane[index(lane)]; }

    // Bound on the error of every income of a lane.
    double error(int lane) const {
        double largest = 0.0, heads = 0.0;
        for (int i = 0; i < players(); ++i) {
            const Entry& entry = settled_[index(i)];
            largest = std::max({largest, entry.less.lane[index(lane)], entry.more.lane[index(lane)]});
            heads += start_[index(i)].lane[index(lane)];
        }
        return largest * (1.0 + 0x1p-30) + rounding() * heads;
    }

    // Relative to all bounties: units of probability that divisions leave over, and the rounding of bounties, of terms
    // and of sums in two levels.
    double rounding() const {
        const double nodes = static_cast<double>(nodes_ - nodes_before_), n = static_cast<double>(start_.size());
        return nodes * n * kUnit +
               (most_roundings_ + n + 128.0 + std::min(4.0 * nodes, 0x1p17 + nodes * 0x1p-13)) * 0x1p-53;
    }

    // --- interface of a Book (search.hpp) ------------------------------------------------------------------------

    Mass threshold = 0;
    int players() const { return static_cast<int>(start_.size()); }
    Seat seat_of(int player) const { return {start_[index(player)], static_cast<std::uint32_t>(player), 0}; }
    void count_node() { ++nodes_; }
    std::uint64_t nodes() const { return nodes_; }
    static constexpr bool kUnrolls = true;
    static int open() { return 2; }
    void stop() {}

    void clear() {
        nodes_before_ = nodes_;
        most_roundings_ = 0;
        std::ranges::fill(recent_, Entry{});
        std::ranges::fill(settled_, Entry{});
    }

    // Sums of sums: a single sum over millions of nodes would round millions of times.
    void settle() {
        for (std::size_t i = 0; i < recent_.size(); ++i) {
            settled_[i].income += kUnit * recent_[i].income;
            settled_[i].less += kUnit * recent_[i].less;
            settled_[i].more += kUnit * recent_[i].more;
        }
        std::ranges::fill(recent_, Entry{});
    }

    // The largest error, relative to all bounties of its lane.
    double unresolved() const {
        double largest = 0.0;
        for (int l = 0; l < L; ++l) {
            double heads = 0.0;
            for (const Money<L>& head : start_) heads += head.lane[index(l)];
            if (heads > 0.0) largest = std::max(largest, error(l) / heads);
        }
        return largest;
    }

    [[gnu::always_inline]] Seat seat_after(const Seat& winner, const Waiting& branch) {
        return noted({(1.0 / static_cast<double>(branch.mass)) * branch.heads, winner.player, branch.roundings + 3});
    }

    // The winner is paid for all players behind them. After a win of rank 0 the tournament is over; of rank 1,
    // heads-up.
    template <class N>
    void book_hand(View hand, N players, Waiting* waiting, Mass share) {
        const double mass = static_cast<double>(share), paid = mass * rules_.share;
        Seat behind{};  // all players behind one
        for (int r = players - 1; r > 1; --r) {
            pay(hand.seat[r], paid * behind.head);
            if (r < players - 1) {
                const Seat winner = with(hand.seat[r], behind);
                waiting[r].add({mass * winner.head, share, winner.roundings + 2});
            }
            join(behind, hand.seat[r]);
        }
        pay(hand.seat[1], paid * behind.head);
        heads_up(hand.seat[0], with(hand.seat[1], behind), hand.stack[0] - hand.stack[1], mass);
        join(behind, hand.seat[1]);
        pay(hand.seat[0], mass * (own_ * hand.seat[0].head + taken_ * behind.head));
    }

    void book_ties(View hand, Mass share) {
        const double mass = static_cast<double>(share);
        for (int winner = 0; winner < hand.players; ++winner) {
            const int first = first_equal(hand.stack, winner);
            const Seat behind = behind_group(hand, first, winner);
            const Seat seat = hand.seat[winner];
            if (first == 0) {
                pay(seat, mass * (own_ * seat.head + taken_ * behind.head));
            } else {
                pay(seat, mass * rules_.share * behind.head);
            }
            if (first == 1) heads_up(hand.seat[0], with(seat, behind), hand.stack[0] - hand.stack[winner], mass);
        }
    }

    Seat tied_seat(View hand, int first, int winner) {
        return noted(with(hand.seat[winner], behind_group(hand, first, winner)));
    }

    void walk_three(Chips x, Chips y, Chips z, const Seat* seat, Mass mass) {
        if (rules_.own) {
            walk_three_for_all(x, y, z, seat, mass);
        } else {
            walk_three_for_cash({x, y, z}, seat, mass);
        }
    }

    template <class N>
    void leave(View hand, N players, Mass mass) {
        leave(hand.stack, hand.seat, players, mass);
    }
    void leave_tied(View hand, Mass mass) { leave(hand.stack, hand.seat, hand.players, mass); }

private:
    struct Entry {
        Money<L> income;
        Money<L> less, more;  // bounds: how far the truth may lie below and above
    };

    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

    // The winner after taking the bounties of all behind.
    [[gnu::always_inline]] Seat with(const Seat& winner, const Seat& behind) const {
        const std::uint32_t roundings = std::max(winner.roundings, behind.roundings + 2) + 1;
        return {winner.head + (1.0 - rules_.share) * behind.head, winner.player, roundings};
    }

    static void join(Seat& group, const Seat& one) {
        group.roundings = std::max(group.roundings, one.roundings) + 1;
        group.head += one.head;
    }

    Seat noted(const Seat& seat) {
        most_roundings_ = std::max(most_roundings_, static_cast<double>(seat.roundings));
        return seat;
    }

    void pay(const Seat& seat, const Money<L>& money) { recent_[seat.player].income += money; }

    [[gnu::always_inline]] void heads_up(const Seat& leader, const Seat& other, Chips lead, double mass) {
        const double part = per_chip_ * static_cast<double>(lead);
        pay(leader, mass * part * (own_ * leader.head + taken_ * other.head));
        pay(other, mass * (1.0 - part) * (own_ * other.head + taken_ * leader.head));
    }

    // Bounties on all players whom a winner among equal stacks busts.
    static Seat behind_group(View hand, int first, int winner) {
        Seat behind{};
        for (int r = first; r < hand.players; ++r) {
            if (r != winner) join(behind, hand.seat[r]);
        }
        return behind;
    }

    // If the winner is paid their own bounty. When x is the shortest, y and z can bust x: y wins all bounties, or takes
    // the bounty on x and goes heads-up. The sum of both cases is all bounties and, for y, the bounties after paying
    // for x, times the lead of y over z; for z the same with the opposite sign. So one number per shortest player is
    // enough.
    void walk_three_for_all(Chips x, Chips y, Chips z, const Seat* seat, Mass mass) {
        Mass x_out = 0, y_out = 0, z_out = 0;                // units in which one of the others wins
        double lead_yz = 0.0, lead_zx = 0.0, lead_xy = 0.0;  // units times chips
        const Money<L> heads = seat[0].head + seat[1].head + seat[2].head;
        while (mass >= threshold) {
            const Chips least = std::min(x, std::min(y, z));
            const bool x_least = x == least, y_least = y == least, z_least = z == least;
            count_node();
            const Mass share = mass / 3;
            if (x_least + y_least + z_least > 1) {
                end_in_tie({x, y, z}, least, seat, heads, static_cast<double>(share));
                mass = 0;
                break;
            }
            const double unit = static_cast<double>(share);
            x_out += x_least ? share : 0;
            y_out += y_least ? share : 0;
            z_out += z_least ? share : 0;
            const double lead = unit * static_cast<double>(x_least ? y - z : y_least ? z - x : x - y);
            lead_yz += x_least ? lead : 0.0;
            lead_zx += y_least ? lead : 0.0;
            lead_xy += z_least ? lead : 0.0;
            x = x_least ? 3 * least : x - least;
            y = y_least ? 3 * least : y - least;
            z = z_least ? 3 * least : z - least;
            mass = share;
        }
        if (mass != 0) {
            const std::array<Chips, 3> left{x, y, z};
            leave(left.data(), seat, 3, mass);
        }
        const Money<L> yz = per_chip_ * lead_yz * (heads - rules_.share * seat[0].head);
        const Money<L> zx = per_chip_ * lead_zx * (heads - rules_.share * seat[1].head);
        const Money<L> xy = per_chip_ * lead_xy * (heads - rules_.share * seat[2].head);
        pay(seat[0], static_cast<double>(y_out + z_out) * heads + (xy - zx));
        pay(seat[1], static_cast<double>(z_out + x_out) * heads + (yz - xy));
        pay(seat[2], static_cast<double>(x_out + y_out) * heads + (zx - yz));
    }

    // Two or three of the three players have the shortest stack. If one of them wins, the others of them bust.
    void end_in_tie(std::array<Chips, 3> stack, Chips least, const Seat* seat, const Money<L>& heads, double mass) {
        for (std::size_t winner = 0; winner < 3; ++winner) {
            Money<L> won = heads;
            for (std::size_t top = 0; top < 3; ++top) {
                if (stack[winner] != least || stack[top] == least) continue;
                const std::size_t out = 3 - winner - top;
                const double part = per_chip_ * static_cast<double>(stack[top] - least);
                const Money<L> lost = part * (heads - rules_.share * seat[out].head);
                pay(seat[top], mass * lost);
                won = won - lost;
            }
            pay(seat[winner], mass * won);
        }
    }

    // If the winner is not paid their own bounty: the rules step by step.
    void walk_three_for_cash(std::array<Chips, 3> stack, const Seat* seat, Mass mass) {
        while (mass >= threshold) {
            std::array<Chips, 3> sorted = stack;
            std::array<Seat, 3> seats{seat[0], seat[1], seat[2]};
            for (const auto& [a, b] : {std::array<std::size_t, 2>{0, 1}, {1, 2}, {0, 1}}) {
                if (sorted[a] < sorted[b]) {
                    std::swap(sorted[a], sorted[b]);
                    std::swap(seats[a], seats[b]);
                }
            }
            count_node();
            const Mass share = mass / 3;
            book_ties({sorted.data(), seats.data(), 3}, share);
            const Chips least = sorted[2];
            if (sorted[1] == least) return;
            for (Chips& chips : stack) chips = chips == least ? 3 * least : chips - least;
            mass = share;
        }
        leave(stack.data(), seat, 3, mass);
    }

    void leave(const Chips* stack, const Seat* seat, int players, Mass units) {
        const double mass = static_cast<double>(units);
        Money<L> heads{}, risk{};  // risk: bounties on players who will be busted
        for (int r = 0; r < players; ++r) {
            heads += seat[r].head;
            risk += (1.0 - per_chip_ * static_cast<double>(stack[r])) * seat[r].head;
        }
        const Guess& guess = guess_[index(players)];
        for (int r = 0; r < players; ++r) {
            leave_player(seat[r], per_chip_ * static_cast<double>(stack[r]), heads, risk, guess, mass);
        }
    }

    [[gnu::always_inline]] void leave_player(const Seat& seat, double part, const Money<L>& heads, const Money<L>& risk,
                                             const Guess& guess, double mass) {
        Entry& entry = recent_[seat.player];
        const Money<L> others = heads - seat.head;
        const double weight = mass * part;
        entry.income += weight * (guess.part * others + own_ * seat.head);
        entry.less += weight * guess.less * others;
        entry.more += (mass * guess.lost) * (risk - (1.0 - part) * seat.head) - weight * guess.share * others;
    }

    HeadRules rules_;
    double taken_;     // paid part of another's bounty in the last hand of the tournament
    double own_;       // and of the own bounty
    double per_chip_;  // share of the chips
    std::vector<Money<L>> start_;
    std::vector<Entry> recent_;   // in units of probability times money
    std::vector<Entry> settled_;  // in money
    std::vector<Guess> guess_;    // by number of players
    std::uint64_t nodes_ = 0;
    std::uint64_t nodes_before_ = 0;  // before this search
    double most_roundings_ = 0.0;     // of a bounty
};

}  // namespace finaltable
