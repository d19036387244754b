// The search of the DCM tree: internal to the core.
//
// In a hand of n players everybody is all-in, and each wins with probability 1/n. The winner takes from everybody as
// much as they hold themselves; players with no more chips than the winner are out. Sorted by falling stack, rank k wins
// and k players are left (docs/how-it-works/the-tree.md). Only the win of the shortest stack keeps everybody: hands with
// the same players form a chain, and the tree is made of chains that hang on chains.
//
// Three walks explore it, and a ledger books what they find:
//
//     walk_three     three players: all is over but who is third
//     walk_chain     four to kMaxUnrolled players, no two stacks equal; the compiler knows how many there are
//     walk_ties      any number of players, equal stacks, knockouts: slower, and rarely needed for long
//
// A walk takes a hand with its probability. It books the players who are out, whoever wins; it hands every branch on to
// a walk; and it follows the chain in a loop. Branches below the threshold stay unresolved. What is done with them is the
// Frontier's business: nothing for a proof, sampling for an estimate.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "dcm/ledger.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Unrolling for more players costs the compiler seconds and gains nothing: a tree is made of its small hands.
inline constexpr int kMaxUnrolled = 9;
inline constexpr std::uint64_t kNodesBetweenLooks = 1 << 14;

// The players of a hand by falling stack, with their lines in the ledger.
template <class Chips>
struct HandView {
    Chips* stack;
    Line* line;
    int players;
};

// The same, with the number of players known to the compiler.
template <class Chips, int M>
struct Hand {
    std::array<Chips, M> stack;
    std::array<Line, M> line;

    HandView<Chips> view() { return {stack.data(), line.data(), M}; }
};

// Branches that are not expanded stay unresolved.
struct UnresolvedFrontier {
    // The search is given up: what is cut from now on is not meant.
    void stop() {}
    // Rank K of a hand wins and K players are left, for every K from 3 to all, each with probability `share`.
    template <class Chips>
    void cut_children(HandView<Chips>, Mass) {}
    // One hand with probability `mass`; its players may come in any order.
    template <class Chips>
    void cut_hand(HandView<Chips>, Mass) {}
};

template <class Chips, class Frontier>
class Search {
public:
    Search(std::span<const Chips> sorted, bool with_knockouts, Frontier& frontier, Watch& watch)
        : ledger_(sorted, with_knockouts), frontier_(frontier), watch_(watch), start_(sorted.begin(), sorted.end()),
          spare_stacks_(sorted.size() * (sorted.size() + 1) / 2), spare_lines_(spare_stacks_.size()) {}

    // Expand every node whose probability is at least `threshold`.
    void run(double threshold) {
        ledger_.clear();
        threshold_ = std::max(Mass{1}, static_cast<Mass>(threshold * static_cast<double>(kOne)));
        std::vector<Chips> stacks = start_;
        std::vector<Line> lines(start_.size());
        for (int player = 0; player < ledger_.players(); ++player) {
            lines[static_cast<std::size_t>(player)] = ledger_.line_of(player);
        }
        walk({stacks.data(), lines.data(), ledger_.players()}, kOne);
    }

    const Ledger<Chips>& ledger() const { return ledger_; }
    bool stopped() const { return stopped_; }

private:
    // Explore everything below a hand of three or more players. The hand is used up.
    void walk(HandView<Chips> hand, Mass mass) {
        while (mass != 0) mass = is_plain(hand) ? walk_plain<3>(hand, mass) : walk_ties(hand, mass);
    }

    bool is_plain(HandView<Chips> hand) const {
        const std::span stacks(hand.stack, static_cast<std::size_t>(hand.players));
        return hand.players <= kMaxUnrolled && !ledger_.has_knockouts() &&
               std::ranges::adjacent_find(stacks) == stacks.end();
    }

    // Find the walk for as many players: M or more. Returns what walk_chain returns.
    template <int M>
    Mass walk_plain(HandView<Chips> hand, Mass mass) {
        if constexpr (M > kMaxUnrolled) {
            return 0;
        } else {
            if (hand.players != M) return walk_plain<M + 1>(hand, mass);
            Hand<Chips, M> own;
            std::copy_n(hand.stack, M, own.stack.begin());
            std::copy_n(hand.line, M, own.line.begin());
            if constexpr (M == 3) {
                walk_three(own.stack[0], own.stack[1], own.stack[2], own.line.data(), mass);
                return 0;
            } else {
                const Mass rest = walk_chain(own, mass);
                std::ranges::copy(own.stack, hand.stack);
                std::ranges::copy(own.line, hand.line);
                return rest;
            }
        }
    }

    // Ask the watch now and then. When it says stop, no further node is worth expanding, and the search runs dry with
    // every unit of probability accounted for.
    void count_node() {
        ledger_.count_node();
        if (ledger_.nodes() - nodes_at_look_ >= kNodesBetweenLooks) look();
    }

    void look() {
        nodes_at_look_ = ledger_.nodes();
        const double unresolved = ledger_.largest_unresolved();
        if (!watch_.keep_going(1.0 - unresolved, unresolved)) {
            stopped_ = true;
            frontier_.stop();
            threshold_ = std::numeric_limits<Mass>::max();
        }
    }

    // --- three players -------------------------------------------------------------------------------------------
    // The shortest stack is third unless it wins; then it has three times its chips, and the others one stack less. No
    // order is needed, and ties above the shortest do not matter. Half of all the time is spent here: x, y and z are
    // plain variables so that they stay in registers.
    void walk_three(Chips x, Chips y, Chips z, const Line* line, Mass mass) {
        Mass x_third = 0, y_third = 0, z_third = 0, settled = 0;
        for (;;) {
            const Chips least = std::min(x, std::min(y, z));
            const bool x_least = x == least, y_least = y == least, z_least = z == least;
            const int tied = x_least + y_least + z_least;
            ledger_.count_node();
            if (tied > 1) {  // the hand leaves at most two, and the equals share what is left of third place
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
            if (share < threshold_) {
                Hand<Chips, 3> left{{x, y, z}, {line[0], line[1], line[2]}};
                ledger_.leave_unresolved(line[0], static_cast<double>(x), static_cast<double>(share));
                ledger_.leave_unresolved(line[1], static_cast<double>(y), static_cast<double>(share));
                ledger_.leave_unresolved(line[2], static_cast<double>(z), static_cast<double>(share));
                frontier_.cut_hand(left.view(), share);
                break;
            }
        }
        book_three(line[0], x_third, settled);
        book_three(line[1], y_third, settled);
        book_three(line[2], z_third, settled);
    }

    // Out of the units that are settled for everybody, the player is third in some, and first or second in the others.
    void book_three(Line line, Mass out, Mass settled) {
        ledger_.book(line, 2, out);
        ledger_.book(line, kTopTwo, settled - out);
    }

    void leave_unresolved(HandView<Chips> hand, Mass mass) {
        for (int r = 0; r < hand.players; ++r) {
            ledger_.leave_unresolved(hand.line[r], static_cast<double>(hand.stack[r]), static_cast<double>(mass));
        }
        frontier_.cut_hand(hand, mass);
    }

    // --- four to kMaxUnrolled players without ties ---------------------------------------------------------------
    // Returns the probability of the hand it leaves behind because two stacks have become equal, or 0 when all is
    // explored.
    template <int M>
    Mass walk_chain(Hand<Chips, M>& hand, Mass mass) {
        for (;;) {
            const Mass share = mass / M;
            count_node();
            book_losers(hand, share);
            if (share < threshold_) {
                leave_branches_unresolved(hand, share);
                return 0;
            }
            walk_branches<M, M - 1>(hand, share);
            if (shortest_wins(hand.view())) return share;
            mass = share;
        }
    }

    // Rank r (from 0) is out in place r whenever one of the r players above wins. The first two share a cell: each wins,
    // or is heads-up when the other wins.
    template <int M>
    void book_losers(const Hand<Chips, M>& hand, Mass share) {
        ledger_.book(hand.line[0], kTopTwo, 2 * share);
        ledger_.book(hand.line[1], kTopTwo, 2 * share);
        for (int r = 2; r < M; ++r) ledger_.book(hand.line[r], r, static_cast<Mass>(r) * share);
    }

    // The branches with three or more players, all at once. Over all M branches players hold M times their stack,
    // because the hand is fair. Taken off is what they hold when rank 0 wins (everything) and when rank 1 wins (rank 0
    // keeps the lead, rank 1 has the rest).
    template <int M>
    void leave_branches_unresolved(Hand<Chips, M>& hand, Mass share) {
        const auto& [stack, line] = hand;
        const double mass = static_cast<double>(share);
        const double total = static_cast<double>(ledger_.total());
        const double lead = static_cast<double>(stack[0] - stack[1]);
        ledger_.leave_unresolved(line[0], M * static_cast<double>(stack[0]) - total - lead, mass);
        ledger_.leave_unresolved(line[1], M * static_cast<double>(stack[1]) - total + lead, mass);
        for (int r = 2; r < M; ++r) ledger_.leave_unresolved(line[r], static_cast<double>(stack[r]), M * mass);
        frontier_.cut_children(hand.view(), share);
    }

    // The branches that leave K, K - 1, ... 3 players.
    template <int M, int K>
    void walk_branches(const Hand<Chips, M>& hand, Mass share) {
        const Chips lost = hand.stack[K - 1];
        Chips won = K * lost;
        for (int r = K; r < M; ++r) won += hand.stack[r];
        if constexpr (K == 3) {
            walk_three(hand.stack[0] - lost, hand.stack[1] - lost, won, hand.line.data(), share);
        } else {
            Hand<Chips, K> next;
            const bool tied = seat_winner(hand, lost, won, next);
            const Mass rest = tied ? share : walk_chain(next, share);
            if (rest != 0) walk(next.view(), rest);
            walk_branches<M, K - 1>(hand, share);
        }
    }

    // The hand after rank K - 1 wins; returns whether the winner ties with somebody. Free of jumps, since where the
    // winner comes to sit cannot be predicted.
    template <int M, int K>
    static bool seat_winner(const Hand<Chips, M>& hand, Chips lost, Chips won, Hand<Chips, K>& next) {
        int ahead = 0;
        bool tied = false;
        for (int r = 0; r < K - 1; ++r) {
            ahead += hand.stack[r] - lost > won;
            tied |= hand.stack[r] - lost == won;
        }
        for (int r = 0; r < K - 1; ++r) {
            const int rank = r + (r >= ahead);
            next.stack[rank] = hand.stack[r] - lost;
            next.line[rank] = hand.line[r];
        }
        next.stack[ahead] = won;
        next.line[ahead] = hand.line[K - 1];
        return tied;
    }

    // The next hand of the chain: everybody stays. Returns whether the winner now ties with the player before them.
    static bool shortest_wins(HandView<Chips> hand) {
        const auto& [stack, line, players] = hand;
        const Chips lost = stack[players - 1];
        const Chips won = static_cast<Chips>(players) * lost;
        const Line winner = line[players - 1];
        int rank = players - 1;
        for (; rank > 0 && stack[rank - 1] - lost < won; --rank) {
            stack[rank] = stack[rank - 1] - lost;
            line[rank] = line[rank - 1];
        }
        for (int r = 0; r < rank; ++r) stack[r] -= lost;
        stack[rank] = won;
        line[rank] = winner;
        return rank > 0 && stack[rank - 1] == won;
    }

    // --- any number of players, with ties or knockouts -----------------------------------------------------------
    // Ranks first..last with equal stacks are a group. Returns the probability of the hand it leaves behind because no
    // two stacks are equal any more, or 0 when all is explored.
    Mass walk_ties(HandView<Chips> hand, Mass mass) {
        do {
            const Mass share = mass / static_cast<Mass>(hand.players);
            count_node();
            book_groups(hand, share);
            if (ledger_.has_knockouts()) book_knockouts(hand, share);
            const bool expand = share >= threshold_;
            walk_groups(hand, share, expand);
            const bool shortest_are_tied = hand.stack[hand.players - 1] == hand.stack[hand.players - 2];
            if (!expand || shortest_are_tied) return 0;
            shortest_wins(hand);
            mass = share;
        } while (!is_plain(hand));
        return mass;
    }

    static int first_equal(const Chips* stack, int last) {
        int first = last;
        while (first > 0 && stack[first - 1] == stack[last]) --first;
        return first;
    }

    void book_groups(HandView<Chips> hand, Mass share) {
        for (int last = hand.players - 1, first; last >= 0; last = first - 1) {
            first = first_equal(hand.stack, last);
            book_group(hand.line, first, last, share);
        }
    }

    // Places of a group, whoever wins (the paper's section 4.3): equals who are out share their places. Those who are
    // then alone or heads-up are first or second.
    void book_group(const Line* line, int first, int last, Mass share) {
        const auto size = static_cast<Mass>(last - first + 1);
        const Mass beaten_from_above = static_cast<Mass>(first) * share / size;
        for (int r = first; r <= last; ++r) {
            for (int place = first; place <= last; ++place) {
                // An equal who wins takes the group's best place away from the others.
                const Mass beaten_by_equal = place > first ? share : 0;
                ledger_.book(line[r], place, beaten_from_above + beaten_by_equal);
            }
            if (first < 2) ledger_.book(line[r], kTopTwo, share);
        }
        if (first == 1) ledger_.book(line[0], kTopTwo, size * share);
    }

    // The branches that leave three or more players, from the shortest winner up; the chain itself is left to the
    // caller.
    void walk_groups(HandView<Chips> hand, Mass share, bool expand) {
        Chips below = 0;  // chips of everybody with less than the group
        for (int last = hand.players - 1, first; last >= 2; last = first - 1) {
            first = first_equal(hand.stack, last);
            const bool goes_on_in_chain = expand && first == hand.players - 1;
            if (first >= 2 && !goes_on_in_chain) group_wins(hand, first, last, below, share, expand);
            below += static_cast<Chips>(last - first + 1) * hand.stack[last];
        }
    }

    // One of the group wins, each in a branch of its own; first + 1 players are left.
    void group_wins(HandView<Chips> hand, int first, int last, Chips below, Mass share, bool expand) {
        const Chips lost = hand.stack[first];
        const Chips won = static_cast<Chips>(last + 1) * lost + below;
        const HandView<Chips> next{&spare_stacks_[spare_used_], &spare_lines_[spare_used_], first + 1};
        spare_used_ += static_cast<std::size_t>(next.players);
        for (int winner = first; winner <= last; ++winner) {
            seat_winner(hand, hand.line[winner], lost, won, next);
            if (expand) {
                walk(next, share);
            } else {
                leave_unresolved(next, share);
            }
        }
        spare_used_ -= static_cast<std::size_t>(next.players);
    }

    // The hand after the player of line `winner` wins: those who stay, with the winner behind all who have no less.
    static void seat_winner(HandView<Chips> hand, Line winner, Chips lost, Chips won, HandView<Chips> next) {
        const int others = next.players - 1;
        int rank = 0;
        while (rank < others && hand.stack[rank] - lost >= won) ++rank;
        for (int r = 0; r < others; ++r) {
            next.stack[r + (r >= rank)] = hand.stack[r] - lost;
            next.line[r + (r >= rank)] = hand.line[r];
        }
        next.stack[rank] = won;
        next.line[rank] = winner;
    }

    // The winner busts everybody they cover; heads-up, the chips decide who busts the other.
    void book_knockouts(HandView<Chips> hand, Mass share) {
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
    Frontier& frontier_;
    Watch& watch_;
    std::vector<Chips> start_;
    // Room for one hand of every size: a branch has fewer players than the hand it hangs on.
    std::vector<Chips> spare_stacks_;
    std::vector<Line> spare_lines_;
    std::size_t spare_used_ = 0;
    Mass threshold_ = 0;
    std::uint64_t nodes_at_look_ = 0;
    bool stopped_ = false;
};

}  // namespace finaltable
