// The search of the DCM tree: internal to the core. What is done with branches too improbable to expand is the Frontier's
// business: nothing for a proof, sampling for an estimate.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "support/watch.hpp"

namespace finaltable {

using Mass = std::uint64_t;  // probability in units of 2^-63
using Row = std::uint32_t;   // where a player's bookings start: player * stride

inline constexpr Mass kOne = Mass{1} << 63;
inline constexpr double kUnit = 1.0 / static_cast<double>(kOne);
// More players than this, or ties, take the general path. Unrolling more costs the compiler seconds and gains nothing: a
// tree is made of its small hands.
inline constexpr int kMaxUnrolled = 9;
inline constexpr std::uint64_t kNodesBetweenLooks = 1 << 14;

inline double probability(Mass mass) { return static_cast<double>(mass) * kUnit; }

// Stacks in falling order, no two equal, with the number of players known to the compiler.
template <class Chips, int M>
struct Hand {
    std::array<Chips, M> stack;
    std::array<Row, M> row;
};

// Branches that are not expanded stay open.
struct OpenFrontier {
    // The search is given up: what is cut from now on is not meant.
    void stop() {}
    // Rank K of a hand wins and K players are left, for every K from 3 to `players`, each with probability `share`.
    template <class Chips>
    void cut_children(const Chips*, const Row*, int, Mass) {}
    // One hand of `players` with probability `mass`.
    template <class Chips>
    void cut_hand(const Chips*, const Row*, int, Mass) {}
};

// What the search books. A player's line holds, from `row` on: the probability of ending first or second, an unused
// cell, then the probability of places 3, 4, ... Place 1 is his share of the chips, so place 2 follows at the end.
template <class Chips, class Frontier>
class Search {
public:
    Search(std::span<const Chips> sorted, bool knockouts, Frontier& frontier, Watch& watch)
        : frontier_(frontier), players_(static_cast<int>(sorted.size())), stride_(static_cast<Row>(players_)),
          total_(std::accumulate(sorted.begin(), sorted.end(), Chips{0})), start_(sorted.begin(), sorted.end()),
          places_(sorted.size() * sorted.size()), open_chips_(sorted.size() * sorted.size()),
          knockouts_(knockouts ? sorted.size() * sorted.size() : 0),
          scratch_stacks_(sorted.size() * (sorted.size() + 1) / 2),  // one hand of every size
          scratch_rows_(scratch_stacks_.size()), watch_(watch) {}

    // Expand every node whose probability is at least `threshold`.
    void run(double threshold) {
        std::ranges::fill(places_, Mass{0});
        std::ranges::fill(open_chips_, 0.0);
        std::ranges::fill(knockouts_, Mass{0});
        threshold_ = std::max(Mass{1}, static_cast<Mass>(threshold * static_cast<double>(kOne)));
        std::vector<Row> rows(start_.size());
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Row>(i) * stride_;
        std::vector<Chips> stacks = start_;
        play(stacks.data(), rows.data(), players_, kOne);
    }

    std::uint64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }

    // Probability that player i is still in an unexplored branch and will not win there.
    double open(int player) const {
        const Mass* line = &places_[static_cast<std::size_t>(player) * stride_];
        Mass booked = line[0];
        for (int k = 2; k < players_; ++k) booked += line[k];
        // What is open is a whole number; his chance to win there is a sum of floats, one a node, and may be rounded.
        const double in_play = probability(kOne - booked);
        const double rounding = (static_cast<double>(nodes_) + 8.0 * players_) * 0x1p-53 * in_play;
        return std::max(0.0, in_play - open_win(player)) + rounding;
    }

    double largest_open() const {
        double largest = 0.0;
        for (int i = 0; i < players_; ++i) largest = std::max(largest, open(i));
        return largest;
    }

    double win(int player) const {
        return static_cast<double>(start_[static_cast<std::size_t>(player)]) / static_cast<double>(total_);
    }

    // Booked probability of `place` (0 is the winner) without what is open.
    double booked(int player, int place) const {
        const Mass* line = &places_[static_cast<std::size_t>(player) * stride_];
        if (place == 0) return win(player);
        if (place == 1) return std::max(0.0, probability(line[0]) - (win(player) - open_win(player)));
        return probability(line[place]);
    }

    double knockout(int winner, int loser) const {
        return probability(knockouts_[static_cast<std::size_t>(winner) * stride_ + static_cast<std::size_t>(loser)]);
    }

private:
    // Probability that player i wins in one of the unexplored branches: his share of the chips there.
    double open_win(int player) const {
        return open_chips_[static_cast<std::size_t>(player) * stride_] * kUnit / static_cast<double>(total_);
    }

    void count_node() {
        if (++nodes_ - nodes_at_look_ >= kNodesBetweenLooks) look();
    }

    // Ask the watch. When it says stop, no further node is worth expanding, and the search runs dry with every unit
    // of probability accounted for.
    void look() {
        nodes_at_look_ = nodes_;
        const double open = largest_open();
        if (!watch_.keep_going(1.0 - open, open)) {
            stopped_ = true;
            frontier_.stop();
            threshold_ = std::numeric_limits<Mass>::max();
        }
    }

    // --- three players -------------------------------------------------------------------------------------------
    // The shortest stack is third unless it wins, and then it has three times its chips and the others one stack
    // less: no order is needed, and ties above it do not matter.
    void three(Chips x0, Chips x1, Chips x2, Row row0, Row row1, Row row2, Mass mass) {
        Mass third0 = 0, third1 = 0, third2 = 0, settled = 0;
        for (;;) {
            const Chips least = std::min(x0, std::min(x1, x2));
            const bool is0 = x0 == least, is1 = x1 == least, is2 = x2 == least;
            const int tied = is0 + is1 + is2;
            ++nodes_;
            if (tied > 1) {  // the hand leaves at most two, and the equals share what is left of place 3
                const Mass each = mass / static_cast<Mass>(tied);
                third0 += is0 ? each : 0;
                third1 += is1 ? each : 0;
                third2 += is2 ? each : 0;
                settled += each * static_cast<Mass>(tied);
                break;
            }
            const Mass share = mass / 3;
            third0 += is0 ? 2 * share : 0;
            third1 += is1 ? 2 * share : 0;
            third2 += is2 ? 2 * share : 0;
            settled += 2 * share;
            const Chips winner = 3 * least;
            x0 = is0 ? winner : x0 - least;
            x1 = is1 ? winner : x1 - least;
            x2 = is2 ? winner : x2 - least;
            mass = share;
            if (share < threshold_) {
                note_open(row0, x0, share);
                note_open(row1, x1, share);
                note_open(row2, x2, share);
                const std::array<Chips, 3> stack{x0, x1, x2};
                const std::array<Row, 3> row{row0, row1, row2};
                frontier_.cut_hand(stack.data(), row.data(), 3, share);
                break;
            }
        }
        places_[row0 + 2] += third0;
        places_[row1 + 2] += third1;
        places_[row2 + 2] += third2;
        places_[row0] += settled - third0;
        places_[row1] += settled - third1;
        places_[row2] += settled - third2;
    }

    void note_open(Row row, Chips stack, Mass mass) {
        open_chips_[row] += static_cast<double>(stack) * static_cast<double>(mass);
    }

    // --- any hand ------------------------------------------------------------------------------------------------
    // Explore everything below a hand of three or more players. The hand is used up.
    void play(Chips* stack, Row* row, int players, Mass mass) {
        while (mass != 0) {
            mass =
                is_plain(stack, players) ? chain_of<3>(stack, row, players, mass) : general(stack, row, players, mass);
        }
    }

    bool is_plain(const Chips* stack, int players) const {
        return players <= kMaxUnrolled && knockouts_.empty() &&
               std::adjacent_find(stack, stack + players) == stack + players;
    }

    template <int M>
    Mass chain_of(Chips* stack, Row* row, int players, Mass mass) {
        if constexpr (M > kMaxUnrolled) {
            return 0;
        } else {
            if (players != M) return chain_of<M + 1>(stack, row, players, mass);
            if constexpr (M == 3) {
                three(stack[0], stack[1], stack[2], row[0], row[1], row[2], mass);
                return 0;
            } else {
                Hand<Chips, M> hand;
                std::copy_n(stack, M, hand.stack.begin());
                std::copy_n(row, M, hand.row.begin());
                const Mass rest = chain<M>(hand, mass);
                std::ranges::copy(hand.stack, stack);
                std::ranges::copy(hand.row, row);
                return rest;
            }
        }
    }

    // --- four to kMaxUnrolled players without ties ---------------------------------------------------------------
    // The shortest stack's win keeps everybody: a chain of hands with M players, walked by a loop. Returns the
    // probability of the hand it leaves behind because two stacks have become equal, or 0 when all is explored.
    template <int M>
    Mass chain(Hand<Chips, M>& hand, Mass mass) {
        for (;;) {
            const Mass share = mass / M;
            count_node();
            places_[hand.row[0]] += 2 * share;  // wins, or is heads-up when the second wins
            places_[hand.row[1]] += 2 * share;
            for (int r = 2; r < M; ++r) places_[hand.row[r] + static_cast<Row>(r)] += static_cast<Mass>(r) * share;
            if (share < threshold_) {
                note_open_children<M>(hand, share);
                frontier_.cut_children(hand.stack.data(), hand.row.data(), M, share);
                return 0;
            }
            children<M, M - 1>(hand, share);
            if (shortest_wins(hand.stack.data(), hand.row.data(), M)) return share;
            mass = share;
        }
    }

    // Chips held in the branches with three or more players, summed over them. Over all branches a player keeps M
    // times his stack (the hand is fair); taken off is what he holds when the first or the second player wins.
    template <int M>
    void note_open_children(const Hand<Chips, M>& hand, Mass share) {
        const double weight = static_cast<double>(share);
        const double total = static_cast<double>(total_);
        const double lead = static_cast<double>(hand.stack[0] - hand.stack[1]);
        open_chips_[hand.row[0]] += weight * (M * static_cast<double>(hand.stack[0]) - total - lead);
        open_chips_[hand.row[1]] += weight * (M * static_cast<double>(hand.stack[1]) - total + lead);
        for (int r = 2; r < M; ++r) open_chips_[hand.row[r]] += weight * M * static_cast<double>(hand.stack[r]);
    }

    // Branches in which rank K, K - 1, ... 3 wins and K, K - 1, ... 3 players are left.
    template <int M, int K>
    void children(const Hand<Chips, M>& hand, Mass share) {
        const Chips lost = hand.stack[K - 1];
        Chips won = K * lost;
        for (int r = K; r < M; ++r) won += hand.stack[r];
        if constexpr (K == 3) {
            three(hand.stack[0] - lost, hand.stack[1] - lost, won, hand.row[0], hand.row[1], hand.row[2], share);
        } else {
            Hand<Chips, K> next;
            int ahead = 0;
            bool tied = false;
            for (int r = 0; r < K - 1; ++r) {
                ahead += hand.stack[r] - lost > won;
                tied |= hand.stack[r] - lost == won;
            }
            for (int r = 0; r < K - 1; ++r) {
                const int rank = r + (r >= ahead);
                next.stack[rank] = hand.stack[r] - lost;
                next.row[rank] = hand.row[r];
            }
            next.stack[ahead] = won;
            next.row[ahead] = hand.row[K - 1];
            const Mass rest = tied ? share : chain<K>(next, share);
            if (rest != 0) play(next.stack.data(), next.row.data(), K, rest);
            children<M, K - 1>(hand, share);
        }
    }

    // Everybody stays; returns whether the winner now ties with somebody.
    static bool shortest_wins(Chips* stack, Row* row, int players) {
        const Chips lost = stack[players - 1];
        const Chips won = static_cast<Chips>(players) * lost;
        const Row winner = row[players - 1];
        int rank = players - 1;
        for (; rank > 0 && stack[rank - 1] - lost < won; --rank) {
            stack[rank] = stack[rank - 1] - lost;
            row[rank] = row[rank - 1];
        }
        for (int r = 0; r < rank; ++r) stack[r] -= lost;
        stack[rank] = won;
        row[rank] = winner;
        return rank > 0 && stack[rank - 1] == won;
    }

    // --- any number of players, with ties or knockouts -----------------------------------------------------------
    // As `chain`; leaves the hand behind when no two stacks are equal any more.
    Mass general(Chips* stack, Row* row, int players, Mass mass) {
        do {
            const Mass share = mass / static_cast<Mass>(players);
            count_node();
            settle_groups(stack, row, players, share);
            if (!knockouts_.empty()) book_knockouts(stack, row, players, share);
            const bool expand = share >= threshold_;
            Chips below = 0;  // chips of everybody with less than the group
            for (int last = players - 1, first; last >= 2; last = first - 1) {
                first = first_equal(stack, last);
                const bool goes_on_below = expand && first == players - 1;
                if (first >= 2 && !goes_on_below) group_wins(stack, row, first, last, below, share, expand);
                below += static_cast<Chips>(last - first + 1) * stack[last];
            }
            if (!expand || stack[players - 1] == stack[players - 2]) return 0;
            shortest_wins(stack, row, players);
            mass = share;
        } while (!is_plain(stack, players));
        return mass;
    }

    static int first_equal(const Chips* stack, int last) {
        int first = last;
        while (first > 0 && stack[first - 1] == stack[last]) --first;
        return first;
    }

    // Places of everybody who busts in this hand, whoever wins it (the paper's section 4.3), and first or second for
    // those who are then alone or heads-up. Ranks first..last hold equal stacks.
    void settle_groups(const Chips* stack, const Row* row, int players, Mass share) {
        for (int last = players - 1, first; last >= 0; last = first - 1) {
            first = first_equal(stack, last);
            const auto size = static_cast<Mass>(last - first + 1);
            const Mass beaten_from_above = static_cast<Mass>(first) * share / size;
            for (int r = first; r <= last; ++r) {
                for (int place = first; place <= last; ++place) {
                    // An equal who wins takes the group's best place away from the others.
                    const Mass beaten_by_equal = place > first ? share : 0;
                    places_[row[r] + (place < 2 ? 0 : static_cast<Row>(place))] += beaten_from_above + beaten_by_equal;
                }
                if (first < 2) places_[row[r]] += share;
            }
            if (first == 1) places_[row[0]] += size * share;
        }
    }

    // One of the equals first..last wins, each in a branch of its own; first + 1 players are left.
    void group_wins(const Chips* stack, const Row* row, int first, int last, Chips below, Mass share, bool expand) {
        const Chips lost = stack[first];
        const Chips won = static_cast<Chips>(last + 1) * lost + below;
        Chips* next_stack = &scratch_stacks_[scratch_used_];
        Row* next_row = &scratch_rows_[scratch_used_];
        scratch_used_ += static_cast<std::size_t>(first + 1);
        for (int winner = first; winner <= last; ++winner) {
            int rank = 0;
            for (; rank < first && stack[rank] - lost >= won; ++rank) {
                next_stack[rank] = stack[rank] - lost;
                next_row[rank] = row[rank];
            }
            next_stack[rank] = won;
            next_row[rank] = row[winner];
            for (int r = rank; r < first; ++r) {
                next_stack[r + 1] = stack[r] - lost;
                next_row[r + 1] = row[r];
            }
            if (expand) {
                play(next_stack, next_row, first + 1, share);
                continue;
            }
            for (int r = 0; r <= first; ++r) note_open(next_row[r], next_stack[r], share);
            frontier_.cut_hand(next_stack, next_row, first + 1, share);
        }
        scratch_used_ -= static_cast<std::size_t>(first + 1);
    }

    // The winner busts everybody he covers; heads-up, the chips decide who busts the other.
    void book_knockouts(const Chips* stack, const Row* row, int players, Mass share) {
        for (int winner = 0; winner < players; ++winner) {
            Mass* line = &knockouts_[row[winner]];
            const int first = first_equal(stack, winner);
            for (int r = first; r < players; ++r) {
                if (r != winner) line[row[r] / stride_] += share;
            }
            if (first == 1) {
                const double lead = static_cast<double>(stack[0] - stack[winner]) / static_cast<double>(total_);
                const auto leader = static_cast<Mass>(static_cast<double>(share) * lead);
                knockouts_[row[0] + row[winner] / stride_] += leader;
                line[row[0] / stride_] += share - leader;
            }
        }
    }

    Frontier& frontier_;
    int players_;
    Row stride_;
    Chips total_;
    std::vector<Chips> start_;
    std::vector<Mass> places_;
    std::vector<double> open_chips_;  // chips times units of probability in branches not explored
    std::vector<Mass> knockouts_;     // empty: not asked for
    std::vector<Chips> scratch_stacks_;
    std::vector<Row> scratch_rows_;
    std::size_t scratch_used_ = 0;
    Watch& watch_;
    Mass threshold_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t nodes_at_look_ = 0;
    bool stopped_ = false;
};

}  // namespace finaltable
