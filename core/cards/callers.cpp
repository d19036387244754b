#include "cards/callers.hpp"

#include <algorithm>
#include <optional>

#include "cards/triples.hpp"
#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kBetweenLooks = 256;

// The hands with which a player does something and is not at the showdown.
struct Other {
    Weights<1> weights;
    Drawing hands;

    Other(std::span<const double> chances, CardSet hero) {
        for_each_combo(hero, [&](Cards cards, std::size_t combo) {
            weights.set(cards.high, cards.low, {chances[combo]});
            hands.add(cards, chances[combo]);
        });
        hands.prepare();
    }

    // Return the probability of these hands, and deal one of them.
    double play(Dead& dead, Beside<1>& beside, bool deal, Random& random) const {
        const double chance = beside.of(weights, dead)[0] / dead.pairs();
        if (chance <= 1e-12) return 0.0;  // do not draw from what is 0 but for rounding
        if (deal) dead.add(hands.draw(dead, random));
        return chance;
    }
};

// The hands of a player at the showdown.
struct Opponent {
    Weights<3> weights;  // probability of the hand, of the hand and a win for hero, of the hand and a tie
    Drawing hands;
    bool whole;

    Opponent(const Push& push, std::size_t range, CardSet hero) : whole(push.whole[range] != 0) {
        const std::span<const double> chances = push.ranges.subspan(range * kCombos, kCombos);
        for_each_combo(hero, [&](Cards cards, std::size_t combo) {
            const double chance = chances[combo];
            const double* const average = &push.averages[combo * kResults];
            weights.set(cards.high, cards.low, {chance, chance * average[0], chance * average[1]});
            hands.add(cards, chance);
        });
        hands.prepare();
    }
};

// Orders of the players at a showdown. A key has the rank of each player as a digit.
class ShownOrders {
public:
    explicit ShownOrders(std::size_t players) : index_(power(players), 0) {
        if (players == 3) {
            for (const auto& ranks : kOrderRanks) add(key_of(ranks));
            return;
        }
        for (std::size_t key = 0; key < index_.size(); ++key) {
            if (is_order(key, players)) add(key);
        }
        if (players == 2) std::swap(index_[0], index_[1]);  // a win comes before a tie
    }

    std::size_t size() const { return size_; }

    std::size_t find(std::span<const std::uint32_t> strengths) const {
        std::array<int, kMostShown> ranks{};
        for (std::size_t i = 0; i < strengths.size(); ++i) {
            unsigned better = 0;  // as a set of players, the last of each group of equals
            for (std::size_t j = 0; j < strengths.size(); ++j) {
                const bool last = std::ranges::find(strengths.subspan(j + 1), strengths[j]) == strengths.end();
                if (strengths[j] > strengths[i] && last) ++better;
            }
            ranks[i] = static_cast<int>(better);
        }
        return index_[key_of(std::span(ranks).first(strengths.size()))];
    }

private:
    static std::size_t power(std::size_t players) {
        std::size_t all = 1;
        for (std::size_t i = 0; i < players; ++i) all *= kMostShown;
        return all;
    }

    static std::size_t key_of(std::span<const int> ranks) {
        std::size_t key = 0;
        for (const int rank : ranks) key = kMostShown * key + static_cast<std::size_t>(rank);
        return key;
    }

    // Whether the ranks are all numbers from 0 to the largest.
    static bool is_order(std::size_t key, std::size_t players) {
        unsigned seen = 0;
        for (std::size_t i = 0; i < players; ++i, key /= kMostShown) seen |= 1u << (key % kMostShown);
        return (seen & (seen + 1)) == 0;
    }

    void add(std::size_t key) { index_[key] = static_cast<std::uint16_t>(size_++); }

    std::vector<std::uint16_t> index_;  // by key
    std::size_t size_ = 0;
};

const ShownOrders& orders_of(std::size_t players) {
    static const std::array<ShownOrders, kMostShown + 1> all{ShownOrders(0), ShownOrders(1), ShownOrders(2),
                                                             ShownOrders(3), ShownOrders(4), ShownOrders(5)};
    return all[players];
}

class Pushing {
public:
    explicit Pushing(const Push& push)
        : push_(push), hero_(card_bit(push.hand[0]) | card_bit(push.hand[1])), others_(push.whole.size()),
          opponents_(push.whole.size()) {
        for (const Line& line : push.lines) {
            for (const std::size_t range : line.others) {
                if (!others_[range]) others_[range].emplace(push.ranges.subspan(range * kCombos, kCombos), hero_);
            }
            for (const std::size_t range : line.opponents) {
                if (!opponents_[range]) opponents_[range].emplace(push, range, hero_);
            }
            at_.push_back(width_);
            width_ += width_of(line);
            dealt_.push_back(shared(&line));
            most_others_ = std::max(most_others_, line.others.size());
        }
    }

    std::size_t width() const { return width_; }

    bool block(const PushWork& work, std::size_t number, std::span<double> means, Watch& watch) const {
        Random random(work.seed, number);
        const std::span<double> counted = means.first(width_), dealt = means.last(width_);
        std::vector<Dealt> path(1 + most_others_, {Dead(hero_), 1.0, {}, {}});
        std::vector<double> reached(push_.lines.size());  // mean weight of part 1, if classes are whole
        const auto repeat = [&](std::size_t times, const auto& deal) {
            for (std::size_t i = 0; i < times; ++i) {
                if (i % kBetweenLooks == 0 && !watch.keep_going(0.0, 1.0)) return false;
                deal();
            }
            return true;
        };
        if (!repeat(work.folds, [&] { deal_others(random, path, counted, reached); })) return false;
        for (double& mean : counted) mean /= static_cast<double>(work.folds);
        for (std::size_t i = 0; i < push_.lines.size(); ++i) {
            const Line& line = push_.lines[i];
            if (!needs_boards(line)) continue;
            const double usual = reached[i] / static_cast<double>(work.folds);
            std::vector<double> sum(width_of(line));
            const auto deal = [&] { one(line) ? deal_board(random, line, usual, sum) : deal_many(random, line, sum); };
            if (!repeat(work.boards[i], deal)) return false;
            const double chance = first(line).weights.all()[0] / Dead(hero_).pairs();
            for (std::size_t r = 0; r < sum.size(); ++r) {
                dealt[at_[i] + r] = chance * sum[r] / static_cast<double>(work.boards[i]);
            }
        }
        return true;
    }

private:
    // Cards of some of the others, and the probability of what they do.
    struct Dealt {
        Dead dead;
        double weight;
        Beside<1> others;
        Beside<3> opponent;
    };

    static bool one(const Line& line) { return line.opponents.size() < 2; }
    const Opponent& first(const Line& line) const { return *opponents_[line.opponents[0]]; }

    // Without others, the average of whole classes is the result.
    bool needs_boards(const Line& line) const {
        if (!line.showdown || first(line).hands.empty()) return false;
        return !(line.others.empty() && one(line) && first(line).whole);
    }

    // Return how many others a line shares with the line before it that has one opponent.
    std::size_t shared(const Line* line) const {
        const Line* before = line;
        do {
            if (before == push_.lines.data()) return 0;
        } while (!one(*--before));
        return static_cast<std::size_t>(std::ranges::mismatch(before->others, line->others).in2 - line->others.begin());
    }

    // Part 1, for all lines. The path has the others of a line, after none of them, after the first and so on.
    void deal_others(Random& random, std::vector<Dealt>& path, std::span<double> sums,
                     std::vector<double>& reached) const {
        for (std::size_t i = 0; i < push_.lines.size(); ++i) {
            const Line& line = push_.lines[i];
            if (!one(line)) continue;
            for (std::size_t j = dealt_[i]; j < line.others.size(); ++j) {
                Dealt& next = path[j + 1] = path[j];
                if (next.weight > 0.0)
                    next.weight *= others_[line.others[j]]->play(next.dead, next.others, true, random);
            }
            Dealt& last = path[line.others.size()];
            if (last.weight <= 0.0) continue;
            if (line.opponents.empty() || first(line).whole) reached[i] += last.weight;
            count(line, last, &sums[at_[i]]);
        }
    }

    void count(const Line& line, Dealt& last, double* sums) const {
        if (line.opponents.empty()) {
            sums[0] += last.weight;
            return;
        }
        const std::array<double, 3>& hands = last.opponent.of(first(line).weights, last.dead);
        const double part = last.weight / last.dead.pairs();
        if (!line.showdown) {
            sums[0] += part * hands[0];
            return;
        }
        sums[0] += part * hands[1];
        sums[1] += part * hands[2];
        sums[2] += part * (hands[0] - hands[1] - hands[2]);
    }

    // Part 2, for a line with one opponent.
    void deal_board(Random& random, const Line& line, double usual, std::span<double> sum) const {
        const Cards held = first(line).hands.draw(random);
        Dead dead(hero_);
        dead.add(held);
        const CardSet board = deal_five(dead, random);
        const double weight = play(line, false, dead, random);
        const std::uint32_t own = hand_strength(hero_ | board);
        const std::uint32_t theirs = hand_strength(held.set() | board);
        const std::size_t result = own > theirs ? 0 : own == theirs ? 1 : 2;
        const double* const average = &push_.averages[combo_index(held.high, held.low) * kResults];
        for (std::size_t r = 0; r < kResults; ++r) {
            sum[r] += (weight - usual) * ((r == result ? 1.0 : 0.0) - average[r]);
        }
    }

    // A line with several opponents.
    void deal_many(Random& random, const Line& line, std::span<double> sum) const {
        std::array<Cards, kMostShown> held;
        held[0] = first(line).hands.draw(random);
        Dead dead(hero_);
        dead.add(held[0]);
        double weight = 1.0;
        for (std::size_t i = 1; i < line.opponents.size(); ++i) {
            const Opponent& other = *opponents_[line.opponents[i]];
            const double chance = other.weights.beside(dead)[0] / dead.pairs();
            if (chance <= 1e-12) return;
            weight *= chance;
            held[i] = other.hands.draw(dead, random);
            dead.add(held[i]);
        }
        weight *= play(line, true, dead, random);
        if (weight <= 0.0) return;
        const CardSet board = deal_five(dead, random);
        std::array<std::uint32_t, kMostShown> strengths;
        std::size_t shown = 0;
        if (line.hero) strengths[shown++] = hand_strength(hero_ | board);
        for (std::size_t i = 0; i < line.opponents.size(); ++i) {
            strengths[shown++] = hand_strength(held[i].set() | board);
        }
        sum[orders_of(shown).find(std::span(strengths).first(shown))] += weight;
    }

    // Return the probability that the others do what the line says, and deal their cards.
    double play(const Line& line, bool deal_last, Dead& dead, Random& random) const {
        double weight = 1.0;
        Beside<1> beside;
        for (std::size_t i = 0; i < line.others.size() && weight > 0.0; ++i) {
            weight *= others_[line.others[i]]->play(dead, beside, deal_last || i + 1 < line.others.size(), random);
        }
        return weight;
    }

    static CardSet deal_five(Dead& dead, Random& random) {
        CardSet board = 0;
        for (int left = 5; left > 0;) {
            const int card = static_cast<int>(below(random.bits(), kCards));
            if (!dead.free(card)) continue;
            dead.add(card);
            board |= card_bit(card);
            --left;
        }
        return board;
    }

    const Push& push_;
    CardSet hero_;
    std::vector<std::optional<Other>> others_;  // by range
    std::vector<std::optional<Opponent>> opponents_;
    std::vector<std::size_t> at_, dealt_;  // by line: its first result; others shared with a line before
    std::size_t width_ = 0, most_others_ = 0;
};

}  // namespace

std::size_t width_of(const Line& line) { return line.showdown ? orders_of(line.shown()).size() : 1; }

std::vector<double> push_blocks(const Push& push, const PushWork& work, Watch& watch) {
    const Pushing pushing(push);
    const std::size_t width = 2 * pushing.width();
    std::vector<double> means(work.blocks * width);
    parallel_for(work.blocks, work.threads, watch, [&](std::size_t block, Watch& own) {
        const std::span<double> row(&means[block * width], width);
        if (!pushing.block(work, work.first_block + block, row, own)) std::ranges::fill(row, 0.0);
    });
    return means;
}

}  // namespace finaltable
