#include "cards/triples.hpp"

#include <algorithm>

#include "support/random.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kClasses = kHandClasses;
constexpr std::size_t kSuits = 4;
constexpr std::size_t kBlock = 512;  // boards evaluated together
constexpr std::size_t kLane = 8;     // classes of the third player in parallel
constexpr std::size_t kGroups = (kClasses + kLane - 1) / kLane;
constexpr std::size_t kTallies = 5;

// A register of 16-bit numbers; a comparison of two gives -1 where it holds.
typedef std::int16_t Register __attribute__((vector_size(2 * kLane)));

struct Dealt {
    CardSet cards;
    std::int16_t rank;  // among the hands dealt on this board, from 1; 0 if the board has one of its cards
};

// As many hands of the third player on one board as fit a register: ranks, and cards by suit.
struct Lane {
    Register rank;
    std::array<Register, kSuits> suits;
};

// The first two players on one board.
struct Pair {
    std::int16_t better, worse;
    std::array<std::int16_t, kSuits> suits;
    std::uint16_t board;
};

// Counts of the third player above the better hand, equal to it, above the worse, equal to it, and of all deals.
using Tally = std::array<Register, kTallies>;

std::array<std::vector<CardSet>, kClasses> hands_by_class() {
    std::array<std::vector<CardSet>, kClasses> hands;
    for (int second = 1; second < kCards; ++second) {
        for (int first = 0; first < second; ++first) {
            hands[static_cast<std::size_t>(hand_class(first, second))].push_back(card_bit(first) | card_bit(second));
        }
    }
    return hands;
}

CardSet draw_board(Random& random) {
    CardSet board = 0;
    while (std::popcount(board) < 5) board |= card_bit(static_cast<int>(below(random.bits(), kCards)));
    return board;
}

constexpr std::int16_t suit_of(CardSet cards, std::size_t suit) {
    return static_cast<std::int16_t>(cards >> (16 * suit) & 0xffff);
}

class Counter {
public:
    Counter(std::uint64_t seed, std::uint64_t part)
        : random_(seed, part), hands_(hands_by_class()), first_(kBlock * kClasses), second_(kBlock * kClasses),
          third_(kBlock * kGroups) {}

    void deal(std::size_t boards) {
        boards_ = boards;
        for (std::size_t board = 0; board < boards; ++board) deal_board(board);
    }

    void count(std::span<std::uint32_t> counts) {
        for (std::size_t b = 0; b < kClasses; ++b) {
            for (std::size_t a = 0; a <= b; ++a) {
                meet(a, b);
                for (std::size_t group = b / kLane; group < kGroups; ++group) add(a, b, group, counts);
            }
        }
    }

private:
    void deal_board(std::size_t board) {
        const CardSet shared = draw_board(random_);
        std::array<std::uint32_t, 3 * kClasses> strengths{};
        std::array<CardSet, 3 * kClasses> cards{};
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const std::vector<CardSet>& hands = hands_[i % kClasses];
            cards[i] = hands[below(random_.bits(), hands.size())];
            if ((cards[i] & shared) == 0) strengths[i] = 1 + hand_strength(cards[i] | shared);
        }
        std::vector<std::uint32_t> known(strengths.begin(), strengths.end());
        known.push_back(0);
        std::ranges::sort(known);
        known.erase(std::unique(known.begin(), known.end()), known.end());
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const auto place = std::ranges::lower_bound(known, strengths[i]) - known.begin();
            place_hand(i / kClasses, board, i % kClasses, {cards[i], static_cast<std::int16_t>(place)});
        }
    }

    void place_hand(std::size_t player, std::size_t board, std::size_t hand, Dealt dealt) {
        if (player < 2) {
            (player == 0 ? first_ : second_)[hand * kBlock + board] = dealt;
            return;
        }
        Lane& lane = third_[hand / kLane * kBlock + board];
        lane.rank[hand % kLane] = dealt.rank;
        for (std::size_t suit = 0; suit < kSuits; ++suit) lane.suits[suit][hand % kLane] = suit_of(dealt.cards, suit);
    }

    // Sort the boards on which the first two players can hold these classes by who is ahead.
    void meet(std::size_t a, std::size_t b) {
        for (std::vector<Pair>& pairs : meetings_) pairs.clear();
        for (std::size_t board = 0; board < boards_; ++board) {
            const Dealt& one = first_[a * kBlock + board];
            const Dealt& other = second_[b * kBlock + board];
            if (one.rank == 0 || other.rank == 0 || (one.cards & other.cards) != 0) continue;
            const std::size_t group = one.rank > other.rank ? 0 : one.rank == other.rank ? 1 : 2;
            Pair pair{
                std::max(one.rank, other.rank), std::min(one.rank, other.rank), {}, static_cast<std::uint16_t>(board)};
            for (std::size_t suit = 0; suit < kSuits; ++suit) pair.suits[suit] = suit_of(one.cards | other.cards, suit);
            meetings_[group].push_back(pair);
        }
    }

    static void look(const Pair& pair, const Lane& lane, Tally& tally) {
        const Register shared = (lane.suits[0] & pair.suits[0]) | (lane.suits[1] & pair.suits[1]) |
                                (lane.suits[2] & pair.suits[2]) | (lane.suits[3] & pair.suits[3]);
        const Register rank = lane.rank & (shared == 0);
        tally[0] -= rank > pair.better;
        tally[1] -= rank == pair.better;
        tally[2] -= rank > pair.worse;
        tally[3] -= rank == pair.worse;
        tally[4] -= rank > 0;
    }

    void add(std::size_t a, std::size_t b, std::size_t group, std::span<std::uint32_t> counts) const {
        const Lane* const lanes = &third_[group * kBlock];
        for (std::size_t meeting = 0; meeting < 3; ++meeting) {
            Tally tally{};
            for (const Pair& pair : meetings_[meeting]) look(pair, lanes[pair.board], tally);
            for (std::size_t c = std::max(b, group * kLane); c < std::min(kClasses, (group + 1) * kLane); ++c) {
                write(tally, c % kLane, meeting, &counts[triple_index(a, b, c) * kOrders]);
            }
        }
    }

    static void write(const Tally& tally, std::size_t i, std::size_t meeting, std::uint32_t* counts) {
        const auto seen = [&](std::size_t which) { return static_cast<std::uint32_t>(tally[which][i]); };
        if (meeting == 1) {  // the first two hands are equal
            counts[5] += seen(0);
            counts[6] += seen(1);
            counts[7] += seen(4) - seen(0) - seen(1);
            return;
        }
        std::uint32_t* const order = counts + (meeting == 0 ? 0 : 8);
        order[0] += seen(0);
        order[1] += seen(1);
        order[2] += seen(2) - seen(0) - seen(1);
        order[3] += seen(3);
        order[4] += seen(4) - seen(2) - seen(3);
    }

    Random random_;
    std::array<std::vector<CardSet>, kClasses> hands_;
    std::vector<Dealt> first_, second_;  // class by class, board by board
    std::vector<Lane> third_;            // group by group, board by board
    std::array<std::vector<Pair>, 3> meetings_;
    std::size_t boards_ = 0;
};

// Which suits of each rank are still in the deck.
using Live = std::array<unsigned, 13>;

// Number of hands that two sets of suits leave: pairs, suited, offsuit.
struct LiveTables {
    std::array<unsigned, 16> pairs{};
    std::array<std::array<unsigned, 16>, 16> suited{}, offsuit{};

    constexpr LiveTables() {
        const auto cards = [](unsigned suits) { return static_cast<unsigned>(std::popcount(suits)); };
        for (unsigned one = 0; one < 16; ++one) {
            pairs[one] = cards(one) * (cards(one) - 1) / 2;
            for (unsigned other = 0; other < 16; ++other) {
                suited[one][other] = cards(one & other);
                offsuit[one][other] = cards(one) * cards(other) - cards(one & other);
            }
        }
    }
};

constexpr LiveTables kLive;

Live deck_without(CardSet cards) {
    Live live{};
    for (unsigned rank = 0; rank < 13; ++rank) {
        for (unsigned suit = 0; suit < kSuits; ++suit) live[rank] |= unsigned(~cards >> (16 * suit + rank) & 1) << suit;
    }
    return live;
}

}  // namespace

void count_live_hands(CardSet dead, std::span<unsigned, kHandClasses> hands) {
    const Live live = deck_without(dead);
    for (std::size_t high = 0; high < 13; ++high) {
        hands[14 * high] = kLive.pairs[live[high]];
        for (std::size_t low = 0; low < high; ++low) {
            hands[13 * high + low] = kLive.suited[live[high]][live[low]];
            hands[13 * low + high] = kLive.offsuit[live[high]][live[low]];
        }
    }
}

std::vector<std::uint16_t> count_deals() {
    const std::array<std::vector<CardSet>, kClasses> hands = hands_by_class();
    std::vector<std::uint16_t> deals(kTriples);
    std::array<unsigned, kClasses> live{}, sum{};
    for (std::size_t b = 0; b < kClasses; ++b) {
        for (std::size_t a = 0; a <= b; ++a) {
            const CardSet one = hands[a].front();  // the hands of a class differ only in their suits
            sum.fill(0);
            for (const CardSet other : hands[b]) {
                if ((one & other) != 0) continue;
                count_live_hands(one | other, live);
                for (std::size_t c = 0; c < kClasses; ++c) sum[c] += live[c];
            }
            for (std::size_t c = b; c < kClasses; ++c) {
                deals[triple_index(a, b, c)] = static_cast<std::uint16_t>(hands[a].size() * sum[c]);
            }
        }
    }
    return deals;
}

void count_triples(std::uint64_t seed, std::uint64_t part, std::size_t boards, std::span<std::uint32_t> counts,
                   Watch& watch) {
    Counter counter(seed, part);
    for (std::size_t done = 0; done < boards; done += kBlock) {
        if (!watch.keep_going(double(done) / double(boards), 0.0)) return;
        counter.deal(std::min(kBlock, boards - done));
        counter.count(counts);
    }
}

}  // namespace finaltable
