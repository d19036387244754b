#include "cards/callers.hpp"

#include <algorithm>

#include "support/parallel.hpp"
#include "support/random.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kStride = 64;  // cards in a row, a power of two
constexpr int kLive = kCards - 2;    // cards without hero's
constexpr int kTries = 32;
constexpr std::size_t kBetweenLooks = 256;

double fraction(Random& random) { return static_cast<double>(random.bits() >> 11) * 0x1p-53; }

// Dealt cards without hero's.
class Dead {
public:
    explicit Dead(CardSet hero) : taken_(hero) {}

    void add(int card) {
        cards_[count_++] = card;
        taken_ |= card_bit(card);
    }
    bool free(int card) const { return (taken_ & card_bit(card)) == 0; }
    std::size_t size() const { return count_; }
    int operator[](std::size_t i) const { return cards_[i]; }

    // Number of ways to deal two more cards.
    double pairs() const {
        const int left = kLive - static_cast<int>(count_);
        return 0.5 * left * (left - 1);
    }

private:
    std::array<int, kCards> cards_{};
    std::size_t count_ = 0;
    CardSet taken_;
};

// Weights of combos, `Parts` per combo, with sums over the combos that share no card with dead cards.
template <std::size_t Parts>
class Weights {
public:
    using Sum = std::array<double, Parts>;

    Weights() : of_(kCards * kStride) {}

    void set(int a, int b, const Sum& weight) {
        of_[at(a, b)] = of_[at(b, a)] = weight;
        for (std::size_t i = 0; i < Parts; ++i) {
            all_[i] += weight[i];
            with_[index(a)][i] += weight[i];
            with_[index(b)][i] += weight[i];
        }
    }

    // Inclusion and exclusion: subtract the combos with each dead card, and add back those with two.
    Sum beside(const Dead& dead) const {
        Sum sum = all_;
        for (std::size_t i = 0; i < dead.size(); ++i) {
            const Sum* const row = &of_[index(dead[i]) * kStride];
            Sum both{};  // a separate sum per card, so that additions run in parallel
            for (std::size_t j = 0; j < i; ++j) {
                const Sum& weight = row[index(dead[j])];
                for (std::size_t k = 0; k < Parts; ++k) both[k] += weight[k];
            }
            for (std::size_t k = 0; k < Parts; ++k) sum[k] += both[k] - with_[index(dead[i])][k];
        }
        return sum;
    }

    const Sum& all() const { return all_; }
    double of(int a, int b) const { return of_[at(a, b)][0]; }

private:
    static std::size_t index(int card) { return static_cast<std::size_t>(card); }
    static std::size_t at(int a, int b) { return index(a) * kStride + index(b); }

    Sum all_{};
    std::array<Sum, kCards> with_{};
    std::vector<Sum> of_;
};

struct Cards {
    int high, low;
};

// Draws combos by their weights (Vose's alias method).
class Drawing {
public:
    void add(Cards cards, double weight) {
        if (weight <= 0.0) return;
        cards_.push_back(cards);
        weight_.push_back(weight);
    }

    void prepare() {
        const std::size_t size = cards_.size();
        double total = 0.0;
        for (const double weight : weight_) total += weight;
        std::vector<double> share(size);
        std::vector<std::size_t> small, large;
        for (std::size_t i = 0; i < size; ++i) {
            share[i] = weight_[i] * static_cast<double>(size) / total;
            (share[i] < 1.0 ? small : large).push_back(i);
        }
        own_.assign(size, 1.0);
        other_.resize(size);
        while (!small.empty() && !large.empty()) {
            const std::size_t low = small.back(), high = large.back();
            small.pop_back();
            own_[low] = share[low];
            other_[low] = high;
            share[high] -= 1.0 - share[low];
            if (share[high] < 1.0) {
                large.pop_back();
                small.push_back(high);
            }
        }
    }

    bool empty() const { return cards_.empty(); }

    Cards draw(Random& random) const {
        const std::size_t i = below(random.bits(), cards_.size());
        return cards_[fraction(random) < own_[i] ? i : other_[i]];
    }

    // Draw a combo that shares no card with dead cards; there must be one.
    Cards draw(const Dead& dead, Random& random) const {
        for (int i = 0; i < kTries; ++i) {
            const Cards cards = draw(random);
            if (dead.free(cards.high) && dead.free(cards.low)) return cards;
        }
        return draw_from_few(dead, random);
    }

private:
    Cards draw_from_few(const Dead& dead, Random& random) const {
        const auto live = [&](std::size_t i) { return dead.free(cards_[i].high) && dead.free(cards_[i].low); };
        double total = 0.0;
        for (std::size_t i = 0; i < cards_.size(); ++i) total += live(i) ? weight_[i] : 0.0;
        double left = fraction(random) * total;
        std::size_t found = 0;
        for (std::size_t i = 0; i < cards_.size(); ++i) {
            if (!live(i)) continue;
            found = i;
            left -= weight_[i];
            if (left < 0.0) break;
        }
        return cards_[found];
    }

    std::vector<Cards> cards_;
    std::vector<double> weight_, own_;
    std::vector<std::size_t> other_;
};

template <class Use>
void for_each_combo(CardSet hero, Use use) {
    for (int high = 1; high < kCards; ++high) {
        for (int low = 0; low < high; ++low) {
            if (((card_bit(high) | card_bit(low)) & hero) == 0) use(Cards{high, low}, combo_index(high, low));
        }
    }
}

// A player who may fold, before or behind hero.
struct Folder {
    Weights<1> plays;
    Drawing folds;

    Folder(std::span<const double> chances, CardSet hero) {
        for_each_combo(hero, [&](Cards cards, std::size_t combo) {
            plays.set(cards.high, cards.low, {chances[combo]});
            folds.add(cards, 1.0 - chances[combo]);
        });
        folds.prepare();
    }

    double chance_to_fold(const Dead& dead) const {
        const double pairs = dead.pairs();
        const double chance = 1.0 - plays.beside(dead)[0] / pairs;
        return chance > 1e-12 ? chance : 0.0;  // do not draw from what is 0 but for rounding
    }
};

// A player behind who calls.
struct Caller {
    Weights<3> calls;  // probability to call, to call and lose to hero, to call and tie
    Drawing hands;

    Caller(const Push& push, std::span<const double> chances, CardSet hero) {
        for_each_combo(hero, [&](Cards cards, std::size_t combo) {
            const double chance = chances[combo];
            const double* const average = &push.averages[combo * kResults];
            calls.set(cards.high, cards.low, {chance, chance * average[0], chance * average[1]});
            hands.add(cards, chance);
        });
        hands.prepare();
    }
};

class Pushing {
public:
    explicit Pushing(const Push& push) : push_(push), hero_(card_bit(push.hand[0]) | card_bit(push.hand[1])) {
        for (std::size_t i = 0; i < push.earlier + push.behind; ++i) {
            const std::span<const double> chances = push.plays.subspan(i * kCombos, kCombos);
            folders_.emplace_back(chances, hero_);
            if (i >= push.earlier) callers_.emplace_back(push, chances, hero_);
        }
    }

    bool block(const PushWork& work, std::size_t number, std::span<double> means, Watch& watch) const {
        Random random(work.seed, number);
        std::vector<double> reached(push_.behind);
        for (std::size_t i = 0; i < work.folds; ++i) {
            if (i % kBetweenLooks == 0 && !watch.keep_going(0.0, 1.0)) return false;
            deal_folders(random, means, reached);
        }
        for (double& mean : means) mean /= static_cast<double>(work.folds);
        for (std::size_t q = 0; q < push_.behind; ++q) {
            if (callers_[q].hands.empty() || (push_.earlier + q == 0 && push_.whole[q])) continue;
            const double usual = push_.whole[q] ? reached[q] / static_cast<double>(work.folds) : 0.0;
            std::array<double, kResults> sum{};
            for (std::size_t i = 0; i < work.boards; ++i) {
                if (i % kBetweenLooks == 0 && !watch.keep_going(0.0, 1.0)) return false;
                deal_board(random, q, usual, sum);
            }
            const double calls = callers_[q].calls.all()[0] / Dead(hero_).pairs();
            for (std::size_t r = 0; r < kResults; ++r) {
                means[1 + q * kResults + r] += calls * sum[r] / static_cast<double>(work.boards);
            }
        }
        return true;
    }

private:
    // Part 1.
    void deal_folders(Random& random, std::span<double> sums, std::vector<double>& reached) const {
        Dead dead(hero_);
        double weight = 1.0;
        for (std::size_t i = 0; i < push_.earlier; ++i) {
            weight *= fold(folders_[i], dead, true, random);
            if (weight <= 0.0) return;
        }
        sums[0] += weight;
        for (std::size_t q = 0; q < push_.behind; ++q) {
            reached[q] += weight;
            const std::array<double, 3> calls = callers_[q].calls.beside(dead);
            const double part = weight / dead.pairs();
            double* const sum = &sums[1 + q * kResults];
            sum[0] += part * calls[1];
            sum[1] += part * calls[2];
            sum[2] += part * (calls[0] - calls[1] - calls[2]);
            if (q + 1 == push_.behind) return;
            weight *= fold(folders_[push_.earlier + q], dead, true, random);
            if (weight <= 0.0) return;
        }
    }

    // Part 2, for one caller.
    void deal_board(Random& random, std::size_t q, double usual, std::array<double, kResults>& sum) const {
        const Cards held = callers_[q].hands.draw(random);
        Dead dead(hero_);
        dead.add(held.high);
        dead.add(held.low);
        CardSet board = 0;
        while (dead.size() < 7) {
            const int card = static_cast<int>(below(random.bits(), kCards));
            if (!dead.free(card)) continue;
            dead.add(card);
            board |= card_bit(card);
        }
        const std::size_t before = push_.earlier + q;
        double weight = 1.0;
        for (std::size_t i = 0; i < before && weight > 0.0; ++i) {
            weight *= fold(folders_[i], dead, i + 1 < before, random);
        }
        const std::uint32_t own = hand_strength(hero_ | board);
        const std::uint32_t theirs = hand_strength(card_bit(held.high) | card_bit(held.low) | board);
        const std::size_t result = own > theirs ? 0 : own == theirs ? 1 : 2;
        const double* const average = &push_.averages[combo_index(held.high, held.low) * kResults];
        for (std::size_t r = 0; r < kResults; ++r) {
            sum[r] += (weight - usual) * ((r == result ? 1.0 : 0.0) - average[r]);
        }
    }

    // Return the probability that a player folds, and deal their folded cards.
    static double fold(const Folder& folder, Dead& dead, bool deal, Random& random) {
        const double chance = folder.chance_to_fold(dead);
        if (deal && chance > 0.0) {
            const Cards cards = folder.folds.draw(dead, random);
            dead.add(cards.high);
            dead.add(cards.low);
        }
        return chance;
    }

    const Push& push_;
    CardSet hero_;
    std::vector<Folder> folders_;
    std::vector<Caller> callers_;
};

}  // namespace

std::vector<double> push_blocks(const Push& push, const PushWork& work, Watch& watch) {
    const std::size_t width = 1 + push.behind * kResults;
    std::vector<double> means(work.blocks * width);
    const Pushing pushing(push);
    parallel_for(work.blocks, work.threads, watch, [&](std::size_t block, Watch& own) {
        const std::span<double> row(&means[block * width], width);
        if (!pushing.block(work, work.first_block + block, row, own)) std::ranges::fill(row, 0.0);
    });
    return means;
}

}  // namespace finaltable
