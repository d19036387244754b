#include "equilibrium/judge.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "equilibrium/dealing.hpp"
#include "support/parallel.hpp"
#include "support/random.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kParts = 16;
constexpr std::uint64_t kBetweenLooks = 1 << 12;

double fraction(Random& random) { return static_cast<double>(random.bits() >> 11) * 0x1p-53; }

// A deck from which random cards are dealt.
class Deck {
public:
    Deck() { std::iota(cards_.begin(), cards_.end(), 0); }

    void deal(std::size_t count, Random& random) {
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(cards_[i], cards_[i + below(random.bits(), cards_.size() - i)]);
        }
    }

    int operator[](std::size_t i) const { return cards_[i]; }

private:
    std::array<int, kCards> cards_{};
};

// The seats that are all-in so far.
struct In {
    std::array<std::size_t, kMostIn> seat{};
    std::size_t count = 0;

    void add(std::size_t s) { seat[count++] = s; }
    std::size_t node(std::size_t s) const {
        return count == 0 ? open_node(s) : count == 1 ? call_node(seat[0], s) : over_node(seat[0], seat[1], s);
    }
    std::size_t set(std::size_t seats) const {
        const std::size_t pairs = 1 + seats, triples = pairs + pairs_of(seats);
        return count == 0   ? 0
               : count == 1 ? 1 + seat[0]
               : count == 2 ? pairs + pair_of(seat[0], seat[1])
                            : triples + triple_of(seat[0], seat[1], seat[2]);
    }
};

// The order of hands by strength: three bits per rank, the first player in the lowest bits.
std::size_t order_code(std::span<const std::uint32_t> strengths) {
    std::size_t code = 0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
        std::size_t rank = 0;
        for (std::size_t j = 0; j < strengths.size(); ++j) {
            bool first = strengths[j] > strengths[i];
            for (std::size_t k = 0; k < j && first; ++k) first = strengths[k] != strengths[j];
            rank += first;
        }
        code |= rank << (3 * i);
    }
    return code;
}

class Judge {
public:
    Judge(const JudgedGame& game, Random random)
        : game_(game), random_(random), dealt_(game.seats + game.posted), cards_(dealt_), hand_(dealt_),
          strength_(dealt_), chance_(game.seats) {}

    void deal(Judged& judged, std::size_t half) {
        draw();
        In in;
        for (std::size_t s = 0; s < game_.seats && in.count < kMostIn; ++s) {
            const std::size_t node = in.node(s);
            if (in.count == 0 && s + 1 == game_.seats && !game_.last_opens) break;
            const double gain = end(s, true, in)[s] - end(s, false, in)[s];
            const std::size_t cell = node * kHands + hand_[s];
            judged.sum[half][cell] += gain;
            judged.squares[half][cell] += gain * gain;
            ++judged.seen[half][cell];
            if (chance_[s] < game_.profile[cell]) in.add(s);
        }
        const std::span<const double> worth = end(in);
        for (std::size_t i = 0; i < worth.size(); ++i) {
            judged.worth[half][i] += worth[i];
            judged.worth_squares[half][i] += worth[i] * worth[i];
        }
        ++judged.deals[half];
    }

private:
    void draw() {
        deck_.deal(2 * dealt_ + 5, random_);
        board_ = 0;
        for (std::size_t i = 0; i < 5; ++i) board_ |= card_bit(deck_[2 * dealt_ + i]);
        for (std::size_t i = 0; i < dealt_; ++i) {
            cards_[i] = card_bit(deck_[2 * i]) | card_bit(deck_[2 * i + 1]);
            hand_[i] = static_cast<std::size_t>(hand_class(deck_[2 * i], deck_[2 * i + 1]));
            strength_[i] = 0;
        }
        for (double& chance : chance_) chance = fraction(random_);
    }

    // The players' values at the end of the hand, if seat s goes in or folds and the others play on.
    std::span<const double> end(std::size_t s, bool goes_in, In in) {
        if (goes_in) in.add(s);
        for (std::size_t t = s + 1; t < game_.seats && in.count < kMostIn; ++t) {
            if (in.count == 0 && t + 1 == game_.seats && !game_.last_opens) break;
            if (chance_[t] < game_.profile[in.node(t) * kHands + hand_[t]]) in.add(t);
        }
        return end(in);
    }

    // The same, if these seats and no others are in.
    std::span<const double> end(const In& in) {
        const std::size_t set = in.set(game_.seats);
        const std::vector<std::size_t>& shown = game_.showdowns[set];
        std::array<std::uint32_t, kMaxSeats> strengths{};
        for (std::size_t i = 0; i < shown.size(); ++i) strengths[i] = strength(shown[i]);
        const std::size_t code = order_code({strengths.data(), shown.size()});
        return game_.values.subspan(static_cast<std::size_t>(game_.rows[set][code]) * game_.players, game_.players);
    }

    std::uint32_t strength(std::size_t i) {
        if (strength_[i] == 0) strength_[i] = 1 + hand_strength(cards_[i] | board_);
        return strength_[i];
    }

    const JudgedGame& game_;
    Random random_;
    std::size_t dealt_;
    Deck deck_;
    CardSet board_ = 0;
    std::vector<CardSet> cards_;
    std::vector<std::size_t> hand_;
    std::vector<std::uint32_t> strength_;
    std::vector<double> chance_;
};

Judged empty(std::size_t cells, std::size_t players) {
    Judged judged;
    for (std::size_t half = 0; half < 2; ++half) {
        judged.sum[half].resize(cells);
        judged.squares[half].resize(cells);
        judged.seen[half].resize(cells);
        judged.worth[half].resize(players);
        judged.worth_squares[half].resize(players);
    }
    return judged;
}

}  // namespace

Judged judge_profile(const JudgedGame& game, std::uint64_t deals, std::uint64_t seed, unsigned threads, Watch& watch) {
    const std::size_t cells = game.profile.size();
    std::vector<Judged> parts(kParts, empty(cells, game.players));
    parallel_for(kParts, threads, watch, [&](std::size_t part, Watch& own) {
        Judge judge(game, Random(seed, part));
        for (std::uint64_t i = part; i < deals; i += kParts) {
            if (i / kParts % kBetweenLooks == 0 && !own.keep_going(double(i) / double(deals), 0.0)) return;
            judge.deal(parts[part], part % 2);
        }
    });
    Judged all = empty(cells, game.players);
    for (const Judged& part : parts) {
        for (std::size_t half = 0; half < 2; ++half) {
            for (std::size_t cell = 0; cell < cells; ++cell) {
                all.sum[half][cell] += part.sum[half][cell];
                all.squares[half][cell] += part.squares[half][cell];
                all.seen[half][cell] += part.seen[half][cell];
            }
            for (std::size_t i = 0; i < game.players; ++i) {
                all.worth[half][i] += part.worth[half][i];
                all.worth_squares[half][i] += part.worth_squares[half][i];
            }
            all.deals[half] += part.deals[half];
        }
    }
    return all;
}

std::vector<std::uint8_t> dealt_ranks(std::span<const std::size_t> classes, std::size_t choosing, std::size_t others,
                                      std::size_t deals, std::uint64_t seed) {
    std::array<bool, kHands> chosen{};
    for (const std::size_t hand : classes) chosen[hand] = true;
    const std::size_t players = choosing + others;
    std::vector<std::uint8_t> ranks;
    ranks.reserve(deals * players);
    Random random(seed, 0);
    Deck deck;
    std::vector<std::uint32_t> strengths(players);
    while (ranks.size() < deals * players) {
        deck.deal(2 * players + 5, random);
        bool fits = true;
        for (std::size_t i = 0; i < choosing && fits; ++i) {
            fits = chosen[static_cast<std::size_t>(hand_class(deck[2 * i], deck[2 * i + 1]))];
        }
        if (!fits) continue;
        CardSet board = 0;
        for (std::size_t i = 0; i < 5; ++i) board |= card_bit(deck[2 * players + i]);
        for (std::size_t i = 0; i < players; ++i) {
            strengths[i] = hand_strength(board | card_bit(deck[2 * i]) | card_bit(deck[2 * i + 1]));
        }
        std::vector<std::uint32_t> sorted = strengths;
        std::ranges::sort(sorted, std::greater<>());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        for (const std::uint32_t strength : strengths) {
            ranks.push_back(static_cast<std::uint8_t>(std::ranges::find(sorted, strength) - sorted.begin()));
        }
    }
    return ranks;
}

}  // namespace finaltable
