// The search of the DCM tree.
//
// In a hand of n players all of them are all-in, and each wins with probability 1/n. The winner takes from each other
// player up to their own stack; players with no more chips than the winner are out. Sorted by descending stack, if rank
// k (from 0) wins, k + 1 players are left (docs/how-it-works/the-tree.md). Only a win of the shortest stack keeps all of
// them: hands with the same players form a chain, and the tree consists of chains that branch off chains.
//
// Different paths lead to the same hand. What rank k leaves depends only on the players above k and on their leads over
// k. If a shorter stack wins first and stays behind k, neither changes: the branch of k is then the branch that the hand
// before has, too, and one visit serves both. So a branch waits until no more probability can reach it. Branches are
// explored from the shortest winner up, because a branch adds to those above it only.
//
// Three walks explore the tree, and a Book records places (places.hpp) or bounties (heads.hpp):
//
//     walk_three     three players: only the third place is open; each book implements it
//     walk_chain     no two stacks equal; up to kMaxUnrolled players their number is a compile-time constant
//     walk_ties      equal stacks: slower, and rarely needed for long
//
// A walk takes a hand with its probability. It books the players who are out for every winner, passes every branch to a
// walk, and follows the chain in a loop. Hands below the threshold are not explored, which the book records, too.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "dcm/hand.hpp"
#include "dcm/mass.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Unrolling for more players takes longer to compile, makes a larger module, and gains nothing: most hands are small.
inline constexpr int kMaxUnrolled = 6;
inline constexpr std::uint64_t kNodesBetweenLooks = 1 << 14;

// Records the results of a search. `Seat` is the data that the book keeps for a player, `Waiting` that of a branch that
// waits: its probability, and what its winner brings along. `Fixed<4>` stands for any number of players.
template <class B, class Chips>
concept Book = requires(B book, const B& read, HandView<Chips, typename B::Seat> view, Fixed<4> players,
                        typename B::Waiting& waiting, const typename B::Seat* seats, Chips chips, Mass mass, int rank) {
    { book.threshold } -> std::same_as<Mass&>;  // set by the search: hands below it are not explored
    { read.players() } -> std::same_as<int>;    // numbered by descending stack
    { read.seat_of(rank) } -> std::same_as<typename B::Seat>;
    { read.open() } -> std::same_as<int>;             // hands with no more players than this need no search; 2 or more
    book.clear();                                     // begin a new search
    book.settle();                                    // called from time to time
    book.stop();                                      // the search was stopped
    book.count_node();                                // one more node
    { read.nodes() } -> std::same_as<std::uint64_t>;  // counted so far
    { read.unresolved() } -> std::same_as<double>;    // the error if the search stopped now
    { B::kUnrolls } -> std::convertible_to<bool>;     // false for a short search: its code is a third as large
    book.book_hand(view, players, &waiting, mass);    // for every winner, with this probability; of three or more
                                                      // players left, all but the next hand of the chain wait
    waiting.add(waiting);                             // the same branch of another hand
    { waiting.mass } -> std::same_as<Mass&>;
    { book.seat_after(view.seat[0], waiting) } -> std::same_as<typename B::Seat>;  // of the winner of a branch
    book.book_ties(view, mass);                                                    // three players or more
    { book.tied_seat(view, rank, rank) } -> std::same_as<typename B::Seat>;
    book.walk_three(chips, chips, chips, seats, mass);  // all of a hand of three players
    book.leave(view, players, mass);                    // a hand that will not be explored, without ties
    book.leave_tied(view, mass);                        // and with ties
};

template <class Chips, Book<Chips> Kept>
class Search {
public:
    using Seat = typename Kept::Seat;

    Search(std::span<const Chips> sorted, Kept book, Watch& watch)
        : book_(std::move(book)), watch_(watch), start_(sorted.begin(), sorted.end()),
          spare_stacks_(sorted.size() * (sorted.size() + 1) / 2), spare_seats_(spare_stacks_.size()),
          spare_waiting_(spare_stacks_.size()) {}

    // Expand every node whose probability is at least `threshold`.
    void run(double threshold) {
        begin(threshold);
        std::vector<Seat> seats;
        for (int player = 0; player < book_.players(); ++player) seats.push_back(book_.seat_of(player));
        explore(start_, seats, kOne);
        book_.settle();
    }

    // Start a search that is explored hand by hand.
    void begin(double threshold) {
        book_.clear();
        book_.threshold = std::max(Mass{1}, static_cast<Mass>(threshold * static_cast<double>(kOne)));
    }

    // Also expand the nodes below one hand of probability `mass`, by descending stack.
    void explore(std::span<const Chips> stacks, std::span<const Seat> seats, Mass mass) {
        if (static_cast<int>(stacks.size()) <= book_.open()) return;
        SpareRoom room(*this, static_cast<int>(stacks.size()));
        std::ranges::copy(stacks, room.hand().stack);
        std::ranges::copy(seats, room.hand().seat);
        walk(room.hand(), room.waiting(), mass);
    }

    Kept& book() { return book_; }
    const Kept& book() const { return book_; }
    bool stopped() const { return stopped_; }

private:
    using View = HandView<Chips, Seat>;
    using Waiting = typename Kept::Waiting;

    // Memory for a hand and the waiting branches of its chain: local if the number of players is a constant.
    template <class N>
    struct LocalRoom {
        LocalRoom(Search&, N) {}
        View hand() { return {stacks.data(), seats.data(), N::value}; }
        Waiting* waiting() { return branches.data(); }

        std::array<Chips, N::value> stacks;
        std::array<Seat, N::value> seats;
        std::array<Waiting, N::value> branches;
    };

    // There is room for one hand of every size: a branch has fewer players than the hand before it.
    struct SpareRoom {
        SpareRoom(Search& owner, int players) : search(owner), left(players), first(owner.spare_used_) {
            search.spare_used_ += static_cast<std::size_t>(players);
        }
        SpareRoom(const SpareRoom&) = delete;
        SpareRoom& operator=(const SpareRoom&) = delete;
        ~SpareRoom() { search.spare_used_ = first; }
        View hand() { return {&search.spare_stacks_[first], &search.spare_seats_[first], left}; }
        Waiting* waiting() { return &search.spare_waiting_[first]; }

        Search& search;
        int left;
        std::size_t first;
    };

    template <class N>
    using Room = std::conditional_t<std::is_same_v<N, int>, SpareRoom, LocalRoom<N>>;

    // Explore everything below a hand of more than open() players. `waiting` has room for its branches.
    void walk(View hand, Waiting* waiting, Mass mass) {
        while (mass != 0) mass = has_ties(hand) ? walk_ties(hand, mass) : walk_plain<3>(hand, waiting, mass);
    }

    // Call the walk for the number of players, which is M or more. Returns the result of walk_chain.
    template <int M>
    Mass walk_plain(View hand, Waiting* waiting, Mass mass) {
        if constexpr (M > kMaxUnrolled || !Kept::kUnrolls) {
            return walk_chain(hand, hand.players, waiting, mass, waiting, 0);
        } else if (hand.players != M) {
            return walk_plain<M + 1>(hand, waiting, mass);
        } else if constexpr (M == 3) {
            book_.walk_three(hand.stack[0], hand.stack[1], hand.stack[2], hand.seat, mass);
            return 0;
        } else {
            return walk_chain(hand, Fixed<M>{}, waiting, mass, waiting, 0);
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

    // --- without ties --------------------------------------------------------------------------------------------
    // The branches of winners above rank `shared` are also branches of the hand before, where they wait in `above`.
    // Returns the probability of the hand where two stacks have become equal, or 0 if all is explored.
    template <class N>
    Mass walk_chain(View hand, N players, Waiting* waiting, Mass mass, Waiting* above, int shared) {
        std::fill_n(waiting, static_cast<int>(players), Waiting{});
        while (mass >= book_.threshold) {
            const Mass share = mass / static_cast<Mass>(players);
            count_node();
            book_.book_hand(hand, players, waiting, share);
            const Chips lost = hand.stack[players - 1];
            const Landing landing = landing_of(hand.stack, players - 1, lost, static_cast<Chips>(players) * lost);
            const bool ends = landing.tied || share < book_.threshold;
            walk_branches(hand, players, waiting, ends ? 0 : landing.rank, above, shared);
            shared = std::min(shared, landing.rank);
            shortest_wins(hand, players, landing.rank);
            if (landing.tied) return share;
            mass = share;
        }
        if (stopped_) walk_branches(hand, players, waiting, 0, above, shared);
        book_.leave(hand, players, mass);
        return 0;
    }

    // All waiting branches of winners from rank `from` down: no more probability can reach them.
    template <class N>
    void walk_branches(View hand, N players, Waiting* waiting, int from, Waiting* above, int shared) {
        from = std::max(from, book_.open());
        const Chips shortest = hand.stack[players - 1];
        if constexpr (std::is_same_v<N, int>) {
            Chips below = shortest;  // chips of all players with less than the winner
            for (int winner = players - 2; winner >= from; below += hand.stack[winner--]) {
                pass_or_walk<3>(hand, winner + 1, waiting, below, above, shared);
            }
        } else {
            walk_unrolled<N::value - 1>(hand, waiting, from, shortest, above, shared);
        }
    }

    template <int K>
    void walk_unrolled(View hand, Waiting* waiting, int from, Chips below, Waiting* above, int shared) {
        if constexpr (K >= 3) {
            if (K - 1 < from) return;
            pass_or_walk(hand, Fixed<K>{}, waiting, below, above, shared);
            walk_unrolled<K - 1>(hand, waiting, from, below + hand.stack[K - 1], above, shared);
        }
    }

    // The branch that leaves `left` players: M or more.
    template <int M>
    void pass_or_walk(View hand, int left, Waiting* waiting, Chips below, Waiting* above, int shared) {
        if constexpr (M > kMaxUnrolled || !Kept::kUnrolls) {
            pass_or_walk(hand, left, waiting, below, above, shared);
        } else if (left != M) {
            pass_or_walk<M + 1>(hand, left, waiting, below, above, shared);
        } else {
            pass_or_walk(hand, Fixed<M>{}, waiting, below, above, shared);
        }
    }

    template <class K>
    void pass_or_walk(View hand, K left, Waiting* waiting, Chips below, Waiting* above, int shared) {
        const Waiting branch = std::exchange(waiting[left - 1], Waiting{});
        if (left - 1 < shared) {
            above[left - 1].add(branch);
        } else if (branch.mass != 0) {
            walk_branch(hand, left, branch, below, waiting);
        }
    }

    template <class K>
    void walk_branch(View hand, K left, const Waiting& branch, Chips below, Waiting* waiting) {
        const Chips lost = hand.stack[left - 1];
        const Chips won = static_cast<Chips>(left) * lost + below;
        const Seat winner = book_.seat_after(hand.seat[left - 1], branch);
        if constexpr (std::is_same_v<K, Fixed<3>>) {
            const std::array<Seat, 3> seats{hand.seat[0], hand.seat[1], winner};
            book_.walk_three(hand.stack[0] - lost, hand.stack[1] - lost, won, seats.data(), branch.mass);
        } else {
            Room<K> room(*this, left);
            const View next = room.hand();
            const Landing landing = seat_winner(hand, left, winner, lost, won, next);
            if (landing.tied) return walk(next, room.waiting(), branch.mass);
            if (branch.mass < book_.threshold) return book_.leave(next, left, branch.mass);
            const Mass rest = walk_chain(next, left, room.waiting(), branch.mass, waiting, landing.rank);
            if (rest != 0) walk(next, room.waiting(), rest);
        }
    }

    // --- with ties -----------------------------------------------------------------------------------------------
    // Ranks first..last with equal stacks are a group. Returns the probability of the hand where no two stacks are
    // equal any more, or 0 if all is explored.
    Mass walk_ties(View hand, Mass mass) {
        do {
            if (mass < book_.threshold) {
                book_.leave_tied(hand, mass);
                return 0;
            }
            const Mass share = mass / static_cast<Mass>(hand.players);
            count_node();
            book_.book_ties(hand, share);
            walk_groups(hand, share);
            const Chips lost = hand.stack[hand.players - 1];
            if (hand.stack[hand.players - 2] == lost) return 0;
            const Chips won = static_cast<Chips>(hand.players) * lost;
            shortest_wins(hand, hand.players, landing_of(hand.stack, hand.players - 1, lost, won).rank);
            mass = share;
        } while (has_ties(hand));
        return mass;
    }

    // The branches that leave more than open() players, from the shortest winner up; the caller follows the chain.
    void walk_groups(View hand, Mass share) {
        Chips below = 0;  // chips of all players with less than the group
        for (int last = hand.players - 1, first; last >= book_.open(); last = first - 1) {
            first = first_equal(hand.stack, last);
            if (first >= book_.open() && first < hand.players - 1) group_wins(hand, first, last, below, share);
            below += static_cast<Chips>(last - first + 1) * hand.stack[last];
        }
    }

    // Each of the group wins in a separate branch; first + 1 players are left.
    void group_wins(View hand, int first, int last, Chips below, Mass share) {
        const Chips lost = hand.stack[first];
        const Chips won = static_cast<Chips>(last + 1) * lost + below;
        SpareRoom room(*this, first + 1);
        for (int winner = first; winner <= last; ++winner) {
            seat_winner(hand, first + 1, book_.tied_seat(hand, first, winner), lost, won, room.hand());
            walk(room.hand(), room.waiting(), share);
        }
    }

    Kept book_;
    Watch& watch_;
    std::vector<Chips> start_;
    std::vector<Chips> spare_stacks_;
    std::vector<Seat> spare_seats_;
    std::vector<Waiting> spare_waiting_;
    std::size_t spare_used_ = 0;
    std::uint64_t nodes_at_look_ = 0;
    bool stopped_ = false;
};

}  // namespace finaltable
