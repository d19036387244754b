#include "cards/showdown.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "support/random.hpp"

namespace finaltable {
namespace {

constexpr std::uint64_t kBetweenLooks = 1 << 14;

// The order of the players by strength, three bits per player.
unsigned order_of(std::span<const std::uint32_t> strengths) {
    unsigned order = 0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
        unsigned better = 0;
        for (std::size_t j = 0; j < strengths.size(); ++j) {
            // A rank counts distinct strengths: of equal ones, only the first.
            bool first = strengths[j] > strengths[i];
            for (std::size_t k = 0; k < j && first; ++k) first = strengths[k] != strengths[j];
            better += first;
        }
        order |= better << (3 * i);
    }
    return order;
}

Orders empty_orders(std::size_t players) {
    Orders orders;
    orders.counts.assign(std::size_t{1} << (3 * players), 0);
    return orders;
}

CardSet both(const Combo& hand) { return card_bit(hand.first) | card_bit(hand.second); }

// Number of ways to choose k of n cards.
constexpr std::uint64_t kWays[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
constexpr unsigned kRankCount = 13;
constexpr CardSet kDeuces = 0x0001000100010001, kSuit = 0x1fff;

// Call visit(cards, ways) for each multiset of ranks: cards that have them, and the number of such sets of cards.
template <class Visit>
void for_each_ranks(CardSet live, int count, const Visit& visit, unsigned rank = 0, CardSet cards = 0,
                    std::uint64_t ways = 1) {
    if (count == 0) return visit(cards, ways);
    if (rank == kRankCount) return;
    CardSet left = live & kDeuces << rank;
    const int size = std::popcount(left);
    for (int k = 0; k <= std::min(size, count); ++k) {
        for_each_ranks(live, count - k, visit, rank + 1, cards, ways * kWays[size][k]);
        cards |= left & (~left + 1);
        left &= left - 1;
    }
}

// Counts of all boards for known hands. First each multiset of ranks counts as if no flush were possible, with all its
// suits at once. Then boards on which one suit makes a flush possible are corrected: those with three, four or five
// cards of it, for a player with two, one or none.
class Boards {
public:
    explicit Boards(std::span<const Combo> hands) : orders_(empty_orders(hands.size())), players_(hands.size()) {
        CardSet taken = 0;
        for (std::size_t i = 0; i < players_; ++i) taken |= held_[i] = both(hands[i]);
        live_ = (kSuit * kDeuces) & ~taken;
    }

    Orders count(Watch& watch) {
        if (!watch.keep_going(0.0, 0.0)) return orders_;
        for_each_ranks(live_, kBoard, [&](CardSet board, std::uint64_t ways) {
            orders_.counts[order_on<rank_strength>(board)] += ways;
            orders_.boards += ways;
        });
        for (unsigned suit = 0; suit < 4; ++suit) {
            if (!watch.keep_going(0.25 * suit, 0.0)) return orders_;
            count_flushes(kSuit << (16 * suit));
        }
        orders_.finished = true;
        return orders_;
    }

private:
    static constexpr int kBoard = 5;

    void count_flushes(CardSet suit) {
        int most = 0;
        for (const CardSet held : std::span(held_).first(players_)) most = std::max(most, std::popcount(held & suit));
        for (int same = kBoard - most; same <= kBoard; ++same) {
            std::vector<std::pair<CardSet, std::uint64_t>> others;
            for_each_ranks(live_ & ~suit, kBoard - same,
                           [&](CardSet cards, std::uint64_t ways) { others.emplace_back(cards, ways); });
            for_each_ranks(live_ & suit, same, [&](CardSet cards, std::uint64_t) {
                for (const auto& [other, ways] : others) {
                    orders_.counts[order_on<hand_strength>(cards | other)] += ways;
                    orders_.counts[order_on<rank_strength>(cards | other)] -= ways;
                }
            });
        }
    }

    template <auto strength>
    unsigned order_on(CardSet board) const {
        std::array<std::uint32_t, kMaxShowdown> strengths;
        for (std::size_t i = 0; i < players_; ++i) strengths[i] = strength(held_[i] | board);
        return order_of(std::span(strengths).first(players_));
    }

    Orders orders_;
    std::size_t players_;
    std::array<CardSet, kMaxShowdown> held_{};
    CardSet live_;
};

}  // namespace

Orders every_board(std::span<const Combo> hands, Watch& watch) { return Boards(hands).count(watch); }

Orders drawn_boards(std::span<const std::vector<Combo>> ranges, std::uint64_t samples, std::uint64_t seed,
                    Watch& watch) {
    const std::size_t players = ranges.size();
    Orders orders = empty_orders(players);
    std::vector<std::vector<double>> upto(players);
    for (std::size_t i = 0; i < players; ++i) {
        double sum = 0.0;
        for (const Combo& combo : ranges[i]) upto[i].push_back(sum += combo.weight);
    }
    Random random(seed, 0);
    std::array<std::uint32_t, kMaxShowdown> strengths{};
    std::array<CardSet, kMaxShowdown> held{};
    for (std::uint64_t drawn = 0, tries = 0; drawn < samples; ++tries) {
        if (tries % kBetweenLooks == 0 && !watch.keep_going(double(drawn) / double(samples), 0.0)) return orders;
        if (tries > 1000 * (drawn + 1000)) return empty_orders(players);
        CardSet taken = 0;
        bool apart = true;
        for (std::size_t i = 0; i < players && apart; ++i) {
            const double place = static_cast<double>(random.bits() >> 11) * 0x1p-53 * upto[i].back();
            const auto found = std::upper_bound(upto[i].begin(), upto[i].end() - 1, place);
            held[i] = both(ranges[i][static_cast<std::size_t>(found - upto[i].begin())]);
            apart = (held[i] & taken) == 0;
            taken |= held[i];
        }
        if (!apart) continue;
        CardSet board = 0;
        for (int cards = 0; cards < 5;) {
            const CardSet card = card_bit(static_cast<int>(below(random.bits(), kCards)));
            cards += (card & (taken | board)) == 0;
            board |= card & ~taken;
        }
        for (std::size_t i = 0; i < players; ++i) strengths[i] = hand_strength(held[i] | board);
        ++orders.counts[order_of({strengths.data(), players})];
        orders.boards = ++drawn;
    }
    orders.finished = true;
    return orders;
}

int hand_class(int first, int second) {
    const int high = std::max(first >> 2, second >> 2), low = std::min(first >> 2, second >> 2);
    return (first & 3) == (second & 3) ? 13 * high + low : 13 * low + high;
}

namespace {

// The smallest set of cards up to permutations of suits, and the number of distinct sets.
CardSet smallest_of_its_kind(CardSet cards, unsigned& kinds) {
    std::array<CardSet, 4> suits{};
    for (unsigned s = 0; s < 4; ++s) suits[s] = cards >> (16 * s) & 0xffff;
    std::sort(suits.begin(), suits.end(), std::greater<>());
    kinds = 24;
    for (unsigned s = 0, same = 1; s < 4; ++s) {
        same = s > 0 && suits[s] == suits[s - 1] ? same + 1 : 1;
        kinds /= same;
    }
    return suits[0] | suits[1] << 16 | suits[2] << 32 | suits[3] << 48;
}

struct Held {
    CardSet cards;
    std::uint32_t strength;
    std::uint32_t hand;
};

void count_board(CardSet board, std::uint64_t weight, std::span<std::uint64_t> wins, std::span<std::uint64_t> ties,
                 std::vector<Held>& hands) {
    hands.clear();
    for (int second = 1; second < kCards; ++second) {
        if ((card_bit(second) & board) != 0) continue;
        for (int first = 0; first < second; ++first) {
            if ((card_bit(first) & board) != 0) continue;
            const CardSet cards = card_bit(first) | card_bit(second);
            hands.push_back(
                {cards, hand_strength(cards | board), static_cast<std::uint32_t>(hand_class(first, second))});
        }
    }
    std::sort(hands.begin(), hands.end(), [](const Held& x, const Held& y) { return x.strength > y.strength; });
    for (std::size_t i = 0; i < hands.size(); ++i) {
        const Held& one = hands[i];
        std::uint64_t* const row = &wins[one.hand * kHandClasses];
        std::size_t j = i + 1;
        for (; j < hands.size() && hands[j].strength == one.strength; ++j) {
            if ((hands[j].cards & one.cards) != 0) continue;
            ties[one.hand * kHandClasses + hands[j].hand] += weight;
            ties[hands[j].hand * kHandClasses + one.hand] += weight;
        }
        for (; j < hands.size(); ++j) row[hands[j].hand] += (hands[j].cards & one.cards) == 0 ? weight : 0;
    }
}

// Call visit(board, kinds) for a part of the boards, once for those that differ only by their suits.
template <class Visit>
void for_each_kind_of_board(unsigned part, unsigned parts, Watch& watch, Visit visit) {
    unsigned number = 0;
    for (int e = 4; e < kCards; ++e) {
        for (int d = 3; d < e; ++d) {
            for (int c = 2; c < d; ++c) {
                if (!watch.keep_going(double(e) / kCards, 0.0)) return;
                for (int b = 1; b < c; ++b) {
                    for (int a = 0; a < b; ++a) {
                        const CardSet board = card_bit(a) | card_bit(b) | card_bit(c) | card_bit(d) | card_bit(e);
                        unsigned kinds = 0;
                        if (smallest_of_its_kind(board, kinds) != board) continue;
                        if (number++ % parts == part) visit(board, kinds);
                    }
                }
            }
        }
    }
}

}  // namespace

void count_classes(unsigned part, unsigned parts, std::span<std::uint64_t> wins, std::span<std::uint64_t> ties,
                   Watch& watch) {
    std::vector<Held> hands;
    for_each_kind_of_board(part, parts, watch,
                           [&](CardSet board, std::uint64_t kinds) { count_board(board, kinds, wins, ties, hands); });
}

void count_classes_by_rank(unsigned part, unsigned parts, std::span<std::uint64_t> wins, std::span<std::uint64_t> ties,
                           Watch& watch) {
    constexpr std::size_t kPairs = kHandClasses * kHandClasses;
    std::vector<Held> hands;
    std::vector<std::uint64_t> won(kPairs), tied(kPairs);
    for_each_kind_of_board(part, parts, watch, [&](CardSet board, std::uint64_t kinds) {
        std::ranges::fill(won, 0);
        std::ranges::fill(tied, 0);
        count_board(board, kinds, won, tied, hands);
        for (std::size_t rank = 0; rank < 13; ++rank) {
            const auto cards = static_cast<std::uint64_t>(std::popcount(board >> rank & 0x0001000100010001));
            for (std::size_t i = 0; i < kPairs && cards != 0; ++i) {
                wins[rank * kPairs + i] += cards * won[i];
                ties[rank * kPairs + i] += cards * tied[i];
            }
        }
    });
}

}  // namespace finaltable
