// The search of the DCM tree.
//
// In a hand of n players all of them are all-in, and each wins with probability 1/n. The winner takes from each other
// player up to their own stack; players with no more chips than the winner are out. Sorted by descending stack, if rank
// k wins, k players are left (docs/how-it-works/the-tree.md). Only a win of the shortest stack keeps all of them: hands
// with the same players form a chain, and the tree consists of chains that branch off chains.
//
// Three walks explore it, and a Book records places (places.hpp) or bounties (heads.hpp):
//
//     walk_three     three players: only the third place is open; each book implements it
//     walk_chain     four to kMaxUnrolled players, no two stacks equal; the number of players is a template argument
//     walk_ties      any number of players, equal stacks, knockouts: slower, and rarely needed for long
//
// A walk takes a hand with its probability. It books the players who are out for every winner, passes every branch to a
// walk, and follows the chain in a loop. Branches below the threshold stay unresolved, which the book records, too.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "dcm/hand.hpp"
#include "dcm/mass.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Unrolling for more players takes seconds to compile and gains nothing: most hands of a tree are small.
inline constexpr int kMaxUnrolled = 9;
inline constexpr std::uint64_t kNodesBetweenLooks = 1 << 14;

// Records the results of a search. `Seat` is the data that the book keeps for a player, `Winnings` the data from
// booking a hand that its branches need. Four stands for any number of players.
template <class B, class Chips>
concept Book = requires(B book, const B& read, HandView<Chips, typename B::Seat> view,
                        Hand<Chips, typename B::Seat, 4>& hand, const typename B::template Winnings<4>& winnings,
                        const typename B::Seat* seats, Chips chips, Mass mass, int rank) {
    { book.threshold } -> std::same_as<Mass&>;  // set by the search: branches below it are not explored
    { read.players() } -> std::same_as<int>;    // numbered by descending stack
    { read.seat_of(rank) } -> std::same_as<typename B::Seat>;
    book.clear();                                      // begin a new search
    book.settle();                                     // called from time to time
    book.stop();                                       // the search was stopped
    book.count_node();                                 // one more node
    { read.nodes() } -> std::same_as<std::uint64_t>;   // counted so far
    { read.unresolved() } -> std::same_as<double>;     // the error if the search stopped now
    { B::kUnrolls } -> std::convertible_to<bool>;      // whether walk_chain may walk hands without ties: ever,
    { read.unrolled() } -> std::convertible_to<bool>;  // and in this search
    {
        book.book_hand(hand, mass)
    } -> std::same_as<typename B::template Winnings<4>>;                          // all but the branches that leave
    book.book_ties(view, mass);                                                   // three players or more
    { read.seat_after(hand, winnings, rank) } -> std::same_as<typename B::Seat>;  // of a player who wins a hand
    { read.tied_seat(view, rank, rank) } -> std::same_as<typename B::Seat>;
    { read.three_after(hand, winnings)[0] } -> std::convertible_to<typename B::Seat>;  // ranks 0 to 2 after rank 2 wins
    book.walk_three(chips, chips, chips, seats, mass);                                 // all of a hand of three players
    book.leave_branches(hand, winnings, mass);  // branches of a hand that will not be explored,
    book.leave(view, mass);                     // and a whole hand
};

template <class Chips, Book<Chips> Kept>
class Search {
public:
    using Seat = typename Kept::Seat;
    template <int M>
    using Winnings = typename Kept::template Winnings<M>;

    Search(std::span<const Chips> sorted, Kept book, Watch& watch)
        : book_(std::move(book)), watch_(watch), start_(sorted.begin(), sorted.end()),
          spare_stacks_(sorted.size() * (sorted.size() + 1) / 2), spare_seats_(spare_stacks_.size()) {}

    // Expand every node whose probability is at least `threshold`.
    void run(double threshold) {
        begin(threshold);
        std::vector<Chips> stacks = start_;
        std::vector<Seat> seats(start_.size());
        for (int player = 0; player < book_.players(); ++player) {
            seats[static_cast<std::size_t>(player)] = book_.seat_of(player);
        }
        walk({stacks.data(), seats.data(), book_.players()}, kOne);
        book_.settle();
    }

    // Start a search that is explored hand by hand.
    void begin(double threshold) {
        book_.clear();
        book_.threshold = std::max(Mass{1}, static_cast<Mass>(threshold * static_cast<double>(kOne)));
    }

    // Also expand the nodes below one hand of probability `mass`. The hand is overwritten.
    void explore(HandView<Chips, Seat> hand, Mass mass) { walk(hand, mass); }

    Kept& book() { return book_; }
    const Kept& book() const { return book_; }
    bool stopped() const { return stopped_; }

private:
    using View = HandView<Chips, Seat>;
    template <int M>
    using HandOf = Hand<Chips, Seat, M>;

    // Explore everything below a hand of three or more players. The hand is overwritten.
    void walk(View hand, Mass mass) {
        while (mass != 0) mass = is_plain(hand) ? walk_plain<3>(hand, mass) : walk_ties(hand, mass);
    }

    bool is_plain(View hand) const {
        return Kept::kUnrolls && hand.players <= kMaxUnrolled && book_.unrolled() && !has_ties(hand);
    }

    // Call the walk for the number of players, which is M or more. Returns the result of walk_chain.
    template <int M>
    Mass walk_plain(View hand, Mass mass) {
        if constexpr (M > kMaxUnrolled || !Kept::kUnrolls) {
            return 0;
        } else {
            if (hand.players != M) return walk_plain<M + 1>(hand, mass);
            HandOf<M> own;
            std::copy_n(hand.stack, M, own.stack.begin());
            std::copy_n(hand.seat, M, own.seat.begin());
            if constexpr (M == 3) {
                book_.walk_three(own.stack[0], own.stack[1], own.stack[2], own.seat.data(), mass);
                return 0;
            } else {
                const Mass rest = walk_chain(own, mass);
                std::ranges::copy(own.stack, hand.stack);
                std::ranges::copy(own.seat, hand.seat);
                return rest;
            }
        }
    }

    // Ask the watch from time to time. If it stops the search, no further node is expanded, and the walks return with
    // every unit of probability accounted for.
    void count_node() {
        book_.count_node();
        if (book_.nodes() - nodes_at_look_ >= kNodesBetweenLooks) look();
    }

    void look() {
        nodes_at_look_ = book_.nodes();
        book_.settle();
        const double unresolved = book_.unresolved();
        if (!watch_.keep_going(1.0 - unresolved, unresolved)) {
            stopped_ = true;
            book_.stop();
            book_.threshold = std::numeric_limits<Mass>::max();
        }
    }

    // --- four to kMaxUnrolled players without ties ---------------------------------------------------------------
    // Returns the probability of the hand where two stacks have become equal, or 0 if all is explored.
    template <int M>
    Mass walk_chain(HandOf<M>& hand, Mass mass) {
        for (;;) {
            const Mass share = mass / M;
            count_node();
            const Winnings<M> winnings = book_.book_hand(hand, share);
            if (share < book_.threshold) {
                book_.leave_branches(hand, winnings, share);
                return 0;
            }
            walk_branches<M, M - 1>(hand, winnings, share);
            if (shortest_wins(hand.view())) return share;
            mass = share;
        }
    }

    // The branches that leave K, K - 1, ... 3 players.
    template <int M, int K>
    void walk_branches(const HandOf<M>& hand, const Winnings<M>& winnings, Mass share) {
        const Chips lost = hand.stack[K - 1];
        Chips won = K * lost;
        for (int r = K; r < M; ++r) won += hand.stack[r];
        if constexpr (K == 3) {
            const auto seats = book_.three_after(hand, winnings);
            book_.walk_three(hand.stack[0] - lost, hand.stack[1] - lost, won, seats.data(), share);
        } else {
            HandOf<K> next;
            const bool tied = seat_winner(hand, book_.seat_after(hand, winnings, K - 1), won, next);
            const Mass rest = tied ? share : walk_chain(next, share);
            if (rest != 0) walk(next.view(), rest);
            walk_branches<M, K - 1>(hand, winnings, share);
        }
    }

    // --- any number of players, with ties or knockouts -----------------------------------------------------------
    // Ranks first..last with equal stacks are a group. Returns the probability of the hand where no two stacks are
    // equal any more, or 0 if all is explored.
    Mass walk_ties(View hand, Mass mass) {
        do {
            const Mass share = mass / static_cast<Mass>(hand.players);
            count_node();
            book_.book_ties(hand, share);
            const bool expand = share >= book_.threshold;
            walk_groups(hand, share, expand);
            const bool shortest_are_tied = hand.stack[hand.players - 1] == hand.stack[hand.players - 2];
            if (!expand || shortest_are_tied) return 0;
            shortest_wins(hand);
            mass = share;
        } while (!is_plain(hand));
        return mass;
    }

    // The branches that leave three or more players, from the shortest winner up; the caller follows the chain
    // itself.
    void walk_groups(View hand, Mass share, bool expand) {
        Chips below = 0;  // chips of all players with less than the group
        for (int last = hand.players - 1, first; last >= 2; last = first - 1) {
            first = first_equal(hand.stack, last);
            const bool goes_on_in_chain = expand && first == hand.players - 1;
            if (first >= 2 && !goes_on_in_chain) group_wins(hand, first, last, below, share, expand);
            below += static_cast<Chips>(last - first + 1) * hand.stack[last];
        }
    }

    // Each of the group wins in a separate branch; first + 1 players are left.
    void group_wins(View hand, int first, int last, Chips below, Mass share, bool expand) {
        const Chips lost = hand.stack[first];
        const Chips won = static_cast<Chips>(last + 1) * lost + below;
        const View next{&spare_stacks_[spare_used_], &spare_seats_[spare_used_], first + 1};
        spare_used_ += static_cast<std::size_t>(next.players);
        for (int winner = first; winner <= last; ++winner) {
            seat_winner(hand, book_.tied_seat(hand, first, winner), lost, won, next);
            if (expand) {
                walk(next, share);
            } else {
                book_.leave(next, share);
            }
        }
        spare_used_ -= static_cast<std::size_t>(next.players);
    }

    Kept book_;
    Watch& watch_;
    std::vector<Chips> start_;
    // Memory for one hand of every size: a branch has fewer players than the hand before it.
    std::vector<Chips> spare_stacks_;
    std::vector<Seat> spare_seats_;
    std::size_t spare_used_ = 0;
    std::uint64_t nodes_at_look_ = 0;
    bool stopped_ = false;
};

}  // namespace finaltable
