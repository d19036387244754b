// One tournament of a large field, played hand by hand: a prefix of the sorted stacks, an offset, a few past winners.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dcm/points.hpp"

namespace finaltable {

// A player at the start; the data that a hand reads is stored together.
template <class Chips>
struct Starter {
    Chips stack;
    Chips before;        // chips of all players before this one, by descending stack
    std::uint32_t last;  // of the run of equal stacks
};

// Shared by all simulations: live players by descending stack, and one more entry as a sentinel. Chips must hold twice
// the total.
//
// A hand is won by a player anywhere in the field, so its first read is mostly a cache miss. It reads `first`, four
// bytes per player. All other reads are from the first player of a run of equal stacks; those are few, because in a
// large field many stacks are equal.
template <class Chips>
struct Field {
    explicit Field(std::span<const Chips> sorted) : players(sorted.size()), first(players), start(players + 1) {
        for (std::size_t i = 0; i < players; ++i) {
            const bool level = i > 0 && sorted[i] == sorted[i - 1];
            start[i].stack = sorted[i];
            first[i] = level ? first[i - 1] : static_cast<std::uint32_t>(i);
            start[i + 1].before = start[i].before + sorted[i];
        }
        for (std::size_t i = players; i-- > 0;) {
            const bool level = i + 1 < players && sorted[i] == sorted[i + 1];
            start[i].last = level ? start[i + 1].last : static_cast<std::uint32_t>(i);
        }
    }

    Chips total() const { return start[players].before; }

    std::size_t players;
    std::vector<std::uint32_t> first;  // of the run of equal stacks, for every player
    std::vector<Starter<Chips>> start;
};

template <class Chips>
struct PastWinner {
    Chips stack;  // including the offset, like starting stacks
    std::size_t player;
};

// Records places. run(begin, end, shift): the starting players begin..end end in places begin + shift and on;
// one(player, place, probability). Players with equal starting stacks are recorded separately; the reader of the ledger
// averages over them. First places are chip share and not recorded.
template <class L>
concept PlacesLedger = requires(L ledger, std::size_t player, double probability) {
    ledger.run(player, player, player);
    ledger.one(player, player, probability);
};

// Records bounties. win(player, starter, begin, end): the player wins a hand in which the starting players begin..end
// are out, except the winner; then take(player, past winner) for each past winner who is out. At the end
// heads_up(player, other, part), or last(player) if no other player is left. enter(player) is called for starting
// players who never won a hand.
template <class L>
concept HeadsLedger = requires(L ledger, std::size_t player, double part) {
    { L::kNoStarter } -> std::convertible_to<std::size_t>;
    ledger.win(player, player, player, player);
    ledger.take(player, player);
    ledger.enter(player);
    ledger.heads_up(player, player, part);
    ledger.last(player);
};

// Plays tournaments, and reports places or bounties to a ledger.
template <class Chips, class Ledger>
    requires PlacesLedger<Ledger> || HeadsLedger<Ledger>
class Simulation {
public:
    Simulation(const Field<Chips>& field, Ledger& ledger) : field_(field), ledger_(ledger), total_(field.total()) {
        winners_.reserve(64);
        level_.reserve(64);
    }

    void play(Points& points) {
        points.next_tournament();
        winners_.clear();
        left_ = field_.players;
        offset_ = 0;
        while (left_ + winners_.size() > 2) hand(points);
        finish_heads_up();
    }

private:
    void hand(Points& points) {
        // Past winners come first: mostly they lead, so the pick is nearly in the order of the stacks.
        const std::size_t pick = points.winner_of(left_ + winners_.size());
        const bool new_winner = pick >= winners_.size();
        // Players with equal starting stacks are interchangeable: the first of them wins.
        const std::size_t player = new_winner ? field_.first[pick - winners_.size()] : winners_[pick].player;
        const Chips stack = new_winner ? field_.start[player].stack : winners_[pick].stack;
        const std::size_t stay = new_winner ? player : first_at_most(stack, 0);  // starting players with more
        std::size_t above = 0;                                                   // past winners with more
        // Players with more chips keep the difference, and the winner gets the rest. No sum here exceeds the total.
        Chips chips = total_ - (field_.start[stay].before - static_cast<Chips>(stay) * stack);
        for (; above < winners_.size() && winners_[above].stack > stack; ++above)
            chips -= winners_[above].stack - stack;

        const std::size_t begin = stay + new_winner;
        if constexpr (HeadsLedger<Ledger>) {
            ledger_.win(player, new_winner ? pick - winners_.size() : Ledger::kNoStarter, stay, left_);
            for (std::size_t w = above; w < winners_.size(); ++w) {
                if (new_winner || w != pick) ledger_.take(player, winners_[w].player);
            }
        } else if (above + !new_winner < winners_.size()) {
            bust(points, begin, above, new_winner ? winners_.size() : pick);
        } else if (begin < left_) {
            ledger_.run(begin, left_, above + !new_winner);
        }
        left_ = stay;
        offset_ = stack;
        winners_.resize(above);
        if (stay == 0) forget_offset();
        winners_.push_back({chips + offset_, player});
        for (std::size_t w = above; w > 0 && winners_[w - 1].stack < winners_[w].stack; --w) {
            std::swap(winners_[w - 1], winners_[w]);
        }
    }

    // While a starting player is left, the offset is less than that player's stack. After that it would be unbounded.
    void forget_offset() {
        for (PastWinner<Chips>& winner : winners_) winner.stack -= offset_;
        offset_ = 0;
    }

    // The first starting player from `begin` on whose stack is at most `stack`. Past winners mostly have more than all
    // of them.
    std::size_t first_at_most(Chips stack, std::size_t begin) const {
        if (begin == left_ || field_.start[begin].stack <= stack) return begin;
        const Starter<Chips>* from = field_.start.data() + begin;  // the answer comes after it
        std::size_t length = left_ - begin;
        while (length > 1) {
            const std::size_t half = length / 2;
            from = from[half].stack > stack ? from + half : from;
            length -= half;
        }
        return static_cast<std::size_t>(from - field_.start.data()) + 1;
    }

    // Starting players from `begin` on and past winners from `above` on, except the winner of the hand, are out. Past
    // winners who tie with each other or with starting players get random places among those of the tie.
    void bust(Points& points, std::size_t begin, std::size_t above, std::size_t hand_winner) {
        std::size_t shift = above + (hand_winner < winners_.size());  // past winners who stay
        for (std::size_t w = above; w < winners_.size();) {
            if (w == hand_winner) {
                ++w;
                continue;
            }
            const Chips stack = winners_[w].stack;
            const std::size_t until = first_at_most(stack, begin);
            const bool tied = until < left_ && field_.start[until].stack == stack;
            if (!tied && (w + 1 == winners_.size() || winners_[w + 1].stack != stack)) {
                if (begin < until) ledger_.run(begin, until, shift);
                ledger_.one(winners_[w++].player, until + shift++, 1.0);
                begin = until;
                continue;
            }
            level_.clear();
            for (; w < winners_.size() && winners_[w].stack == stack; ++w) {
                if (w != hand_winner) level_.push_back({0, winners_[w].player});
            }
            draw_slots(points, tied ? field_.start[until].last + 1 - until : 0);
            for (std::size_t j = 0; j < level_.size(); ++j, ++shift) {
                const std::size_t next = until + level_[j].slot - j;
                if (begin < next) ledger_.run(begin, next, shift);
                ledger_.one(level_[j].player, next + shift, 1.0);
                begin = next;
            }
        }
        if (begin < left_) ledger_.run(begin, left_, shift);
    }

    // Give every past winner of `level_` a distinct random slot among theirs and those of `others` starting players.
    void draw_slots(Points& points, std::size_t others) {
        if (level_.size() + others <= 1) return;
        for (std::size_t j = 0; j < level_.size(); ++j) {
            const auto taken = [&] {
                return std::any_of(level_.begin(), level_.begin() + static_cast<std::ptrdiff_t>(j),
                                   [&](const Level& earlier) { return earlier.slot == level_[j].slot; });
            };
            do level_[j].slot = points.draw(level_.size() + others);
            while (taken());
        }
        std::ranges::sort(level_, {}, &Level::slot);
    }

    // Heads-up is chip share.
    void finish_heads_up() {
        std::array<PastWinner<Chips>, 2> last{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < left_; ++i) last[count++] = {field_.start[i].stack, i};
        for (const PastWinner<Chips>& winner : winners_) last[count++] = winner;
        if constexpr (HeadsLedger<Ledger>) {
            for (std::size_t i = 0; i < left_; ++i) ledger_.enter(i);
            if (count < 2) return ledger_.last(last[0].player);
            const double part = static_cast<double>(last[0].stack - offset_) / static_cast<double>(total_);
            return ledger_.heads_up(last[0].player, last[1].player, part);
        } else if (count == 2) {
            for (const PastWinner<Chips>& player : last) {
                const double first = static_cast<double>(player.stack - offset_) / static_cast<double>(total_);
                ledger_.one(player.player, 1, 1.0 - first);
            }
        }
    }

    struct Level {
        std::size_t slot;
        std::size_t player;
    };

    const Field<Chips>& field_;
    Ledger& ledger_;
    Chips total_;
    std::vector<Level> level_;
    std::vector<PastWinner<Chips>> winners_;  // by descending stack
    std::size_t left_ = 0;                    // starting players who have not won a hand
    Chips offset_ = 0;                        // loss of every stack since the start
};

}  // namespace finaltable
