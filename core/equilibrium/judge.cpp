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
    Judge(const JudgedGame& game, const std::vector<std::size_t>& own, Random random)
        : game_(game), tree_(game.tree), own_(own), random_(random), dealt_(tree_.seats + game.posted), cards_(dealt_),
          hand_(dealt_), strength_(dealt_) {}

    void deal(Judged& judged, std::size_t half) {
        Chances chances = draw();
        std::int32_t next = 0;
        while (next >= 0) {
            const std::size_t number = static_cast<std::size_t>(next);
            if (own_[number] == kNoPlace) compare(number, chances, judged, half);
            next = act(number, chances);
        }
        const std::span<const double> worth = end(next);
        for (std::size_t i = 0; i < worth.size(); ++i) {
            judged.worth[half][i] += worth[i];
            judged.worth_squares[half][i] += worth[i] * worth[i];
        }
        ++judged.deals[half];
    }

private:
    using Chances = std::array<double, kMaxSeats>;  // a number from 0 to 1 for the next action of every seat

    Chances draw() {
        deck_.deal(2 * dealt_ + 5, random_);
        board_ = 0;
        for (std::size_t i = 0; i < 5; ++i) board_ |= card_bit(deck_[2 * dealt_ + i]);
        for (std::size_t i = 0; i < dealt_; ++i) {
            cards_[i] = card_bit(deck_[2 * i]) | card_bit(deck_[2 * i + 1]);
            hand_[i] = static_cast<std::size_t>(hand_class(deck_[2 * i], deck_[2 * i + 1]));
            strength_[i] = 0;
        }
        Chances chances{};
        for (std::size_t seat = 0; seat < tree_.seats; ++seat) chances[seat] = fraction(random_);
        return chances;
    }

    std::size_t cell(std::size_t number, std::size_t choice) const {
        return (number * kChoices + choice) * kHands + hand_[tree_.decisions[number].seat];
    }

    // What follows the action that a seat takes. What is left of its chance decides its next action.
    std::int32_t act(std::size_t number, Chances& chances) const {
        const Decision& decision = tree_.decisions[number];
        double& chance = chances[decision.seat];
        for (std::size_t choice = 0; choice < kChoices; ++choice) {
            if (!decision.has(choice + 1)) continue;
            const double often = game_.profile[cell(number, choice)];
            if (chance < often) {
                chance /= often;
                return decision.next[choice + 1];
            }
            chance -= often;
        }
        return decision.next[kFold];
    }

    // Try every action of a seat, also at its later decisions. Returns its value if it plays the profile.
    double compare(std::size_t number, const Chances& chances, Judged& judged, std::size_t half) {
        const Decision& decision = tree_.decisions[number];
        const double fold = value(decision.next[kFold], decision.seat, chances, judged, half);
        double expected = fold;
        for (std::size_t choice = 0; choice < kChoices; ++choice) {
            if (!decision.has(choice + 1)) continue;
            const double gain = value(decision.next[choice + 1], decision.seat, chances, judged, half) - fold;
            const std::size_t at = cell(number, choice);
            judged.sum[half][at] += gain;
            judged.squares[half][at] += gain * gain;
            ++judged.seen[half][at];
            expected += game_.profile[at] * gain;
        }
        return expected;
    }

    double value(std::int32_t next, std::size_t seat, Chances chances, Judged& judged, std::size_t half) {
        while (next >= 0) {
            const std::size_t number = static_cast<std::size_t>(next);
            if (tree_.decisions[number].seat == seat) return compare(number, chances, judged, half);
            next = act(number, chances);
        }
        return end(next)[seat];
    }

    // The players' values at an end of the tree.
    std::span<const double> end(std::int32_t next) {
        const std::size_t set = tree_.ends[static_cast<std::size_t>(~next)].values;
        const std::vector<std::size_t>& shown = game_.showdowns[set];
        std::array<std::uint32_t, kMaxSeats> strengths{};
        for (std::size_t i = 0; i < shown.size(); ++i) strengths[i] = strength(shown[i]);
        const std::size_t code = order_code({strengths.data(), shown.size()});
        return game_.values.subspan(static_cast<std::size_t>(game_.rows[set][code]) * tree_.players, tree_.players);
    }

    std::uint32_t strength(std::size_t i) {
        if (strength_[i] == 0) strength_[i] = 1 + hand_strength(cards_[i] | board_);
        return strength_[i];
    }

    const JudgedGame& game_;
    const Tree& tree_;
    const std::vector<std::size_t>& own_;
    Random random_;
    std::size_t dealt_;
    Deck deck_;
    CardSet board_ = 0;
    std::vector<CardSet> cards_;
    std::vector<std::size_t> hand_;
    std::vector<std::uint32_t> strength_;
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
    std::vector<Judged> parts(kParts, empty(cells, game.tree.players));
    const std::vector<std::size_t> own = game.tree.own_choices();
    parallel_for(kParts, threads, watch, [&](std::size_t part, Watch& asked) {
        Judge judge(game, own, Random(seed, part));
        for (std::uint64_t i = part; i < deals; i += kParts) {
            if (i / kParts % kBetweenLooks == 0 && !asked.keep_going(double(i) / double(deals), 0.0)) return;
            judge.deal(parts[part], part % 2);
        }
    });
    Judged all = empty(cells, game.tree.players);
    for (const Judged& part : parts) {
        for (std::size_t half = 0; half < 2; ++half) {
            for (std::size_t cell = 0; cell < cells; ++cell) {
                all.sum[half][cell] += part.sum[half][cell];
                all.squares[half][cell] += part.squares[half][cell];
                all.seen[half][cell] += part.seen[half][cell];
            }
            for (std::size_t i = 0; i < game.tree.players; ++i) {
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
