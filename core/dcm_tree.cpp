#include "dcm_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "seating.hpp"

namespace finaltable {
namespace {

using Mass = std::uint64_t;  // probability in units of 2^-63
using Row = std::uint32_t;   // where a player's bookings start: player * stride

constexpr Mass kOne = Mass{1} << 63;
constexpr double kUnit = 1.0 / static_cast<double>(kOne);
constexpr int kMaxUnrolled = 12;  // more players than this, or ties, take the general path
constexpr std::uint64_t kNodesBetweenLooks = 1 << 14;

double probability(Mass mass) { return static_cast<double>(mass) * kUnit; }

// Stacks in falling order, no two equal, with the number of players known to the compiler.
template <class Chips, int M>
struct Hand {
    std::array<Chips, M> stack;
    std::array<Row, M> row;
};

// What the search books. A player's line holds, from `row` on: the probability of ending first or second, an unused
// cell, then the probability of places 3, 4, ... Place 1 is his share of the chips, so place 2 follows at the end.
template <class Chips>
class Search {
public:
    Search(std::span<const Chips> sorted, bool knockouts, Watch& watch)
        : players_(static_cast<int>(sorted.size())),
          stride_(static_cast<Row>(players_)),
          total_(std::accumulate(sorted.begin(), sorted.end(), Chips{0})),
          start_(sorted.begin(), sorted.end()),
          places_(sorted.size() * sorted.size()),
          open_chips_(sorted.size() * sorted.size()),
          knockouts_(knockouts ? sorted.size() * sorted.size() : 0),
          scratch_stacks_(sorted.size() * sorted.size() / 2),  // one hand of every smaller size
          scratch_rows_(scratch_stacks_.size()),
          watch_(watch) {}

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
        return std::max(0.0, probability(kOne - booked) - open_win(player));
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
            mass = is_plain(stack, players) ? chain_of<3>(stack, row, players, mass) : general(stack, row, players, mass);
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
        if (!expand) {
            const Mass equals = static_cast<Mass>(last - first + 1);
            for (int r = 0; r < first; ++r) note_open(row[r], stack[r] - lost, share * equals);
            for (int r = first; r <= last; ++r) note_open(row[r], won, share);
            return;
        }
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
            play(next_stack, next_row, first + 1, share);
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

// Search until `open_now()` meets the tolerance. A threshold from tree_cost is on the safe side, so that the first run
// is nearly always the last.
template <class Chips, class Open>
TreeReport search_until(Search<Chips>& search, TreeLimits limits, Open open_now) {
    double threshold = limits.threshold;
    for (;;) {
        const std::uint64_t nodes_before = search.nodes();
        search.run(threshold);
        const double reached = open_now();
        if (search.stopped() || reached <= limits.tolerance) break;
        // A node loses about a unit to rounding down. Where that is most of what is open, going on only loses more.
        if (static_cast<double>(search.nodes() - nodes_before) * kUnit > 0.5 * reached) break;
        threshold *= std::min(0.5, 0.7 * limits.tolerance / reached);
    }
    return {search.nodes(), !search.stopped()};
}

// Fill what is open in proportion to what each player and each place still lacks: rows and columns then sum to one.
template <class Chips>
void write_finish(const Search<Chips>& search, const Seating<Chips>& seating, std::size_t width,
                  std::span<double> finish, std::span<double> open) {
    const int players = seating.players();
    std::vector<double> lacking(static_cast<std::size_t>(players), 1.0);
    double lacking_in_all = 0.0;
    for (int place = 1; place < players; ++place) {
        double& lack = lacking[static_cast<std::size_t>(place)];
        for (int i = 0; i < players; ++i) lack -= search.booked(i, place);
        lack = std::max(lack, 0.0);
        lacking_in_all += lack;
    }
    for (int i = 0; i < players; ++i) {
        const std::size_t seat = seating.seat[static_cast<std::size_t>(i)];
        const double to_fill = search.open(i);
        open[seat] = to_fill;
        for (int place = 0; place < players; ++place) {
            const double part = place == 0 || lacking_in_all == 0.0
                                    ? 0.0
                                    : to_fill * lacking[static_cast<std::size_t>(place)] / lacking_in_all;
            finish[seat * width + static_cast<std::size_t>(place)] = search.booked(i, place) + part;
        }
    }
}

template <class Chips>
void write_heads_up(const Seating<Chips>& seating, std::size_t width, std::span<double> finish) {
    const double total = static_cast<double>(seating.sorted[0]) + static_cast<double>(seating.sorted[1]);
    for (std::size_t i = 0; i < 2; ++i) {
        finish[seating.seat[i] * width] = static_cast<double>(seating.sorted[i]) / total;
        finish[seating.seat[i] * width + 1] = static_cast<double>(seating.sorted[1 - i]) / total;
    }
}

}  // namespace

template <class Chips>
TreeReport dcm_finish(std::span<const Chips> stacks, TreeLimits limits, std::span<double> finish,
                      std::span<double> open, Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    std::ranges::fill(open, 0.0);
    const Seating<Chips> seating(stacks);
    seating.write_out_players(finish);
    if (seating.players() == 1) {
        finish[seating.seat[0] * width] = 1.0;
        return {};
    }
    if (seating.players() == 2) {
        write_heads_up(seating, width, finish);
        return {};
    }
    Search<Chips> search(seating.sorted, false, watch);
    const TreeReport report = search_until(search, limits, [&] { return search.largest_open(); });
    write_finish(search, seating, width, finish, open);
    return report;
}

template <class Chips>
TreeReport dcm_knockouts(std::span<const Chips> stacks, TreeLimits limits, std::span<double> knockouts,
                         std::span<double> open, Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(knockouts, 0.0);
    std::ranges::fill(open, 0.0);
    const Seating<Chips> seating(stacks);
    const int players = seating.players();
    if (players == 1) return {};
    if (players == 2) {
        const double total = static_cast<double>(seating.sorted[0]) + static_cast<double>(seating.sorted[1]);
        for (std::size_t i = 0; i < 2; ++i) {
            knockouts[seating.seat[i] * width + seating.seat[1 - i]] = static_cast<double>(seating.sorted[i]) / total;
        }
        return {};
    }
    Search<Chips> search(seating.sorted, true, watch);
    const auto open_in_column = [&](int loser) {
        double left = 1.0 - search.win(loser);
        for (int i = 0; i < players; ++i) left -= search.knockout(i, loser);
        return std::max(0.0, left);
    };
    const TreeReport report = search_until(search, limits, [&] {
        double largest = 0.0;
        for (int j = 0; j < players; ++j) largest = std::max(largest, open_in_column(j));
        return largest;
    });
    for (int j = 0; j < players; ++j) {
        const std::size_t loser = seating.seat[static_cast<std::size_t>(j)];
        const double lost = 1.0 - search.win(j);
        open[loser] = open_in_column(j);
        const double scale = lost > open[loser] ? lost / (lost - open[loser]) : 0.0;
        for (int i = 0; i < players; ++i) {
            knockouts[seating.seat[static_cast<std::size_t>(i)] * width + loser] = scale * search.knockout(i, j);
        }
    }
    return report;
}

template TreeReport dcm_finish<std::int64_t>(std::span<const std::int64_t>, TreeLimits, std::span<double>,
                                             std::span<double>, Watch&);
template TreeReport dcm_knockouts<std::int64_t>(std::span<const std::int64_t>, TreeLimits, std::span<double>,
                                                std::span<double>, Watch&);
#ifdef __SIZEOF_INT128__
template TreeReport dcm_finish<WideChips>(std::span<const WideChips>, TreeLimits, std::span<double>,
                                          std::span<double>, Watch&);
template TreeReport dcm_knockouts<WideChips>(std::span<const WideChips>, TreeLimits, std::span<double>,
                                             std::span<double>, Watch&);
#endif

}  // namespace finaltable
