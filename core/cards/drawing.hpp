// Hands drawn by their weights from a deck without dead cards, and sums of weights over the hands that are left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/evaluator.hpp"
#include "support/random.hpp"

namespace finaltable {

inline constexpr std::size_t kCombos = 1326;

// The index of two cards: combos in the order of their higher card, then of the lower one.
constexpr std::size_t combo_index(int high, int low) { return static_cast<std::size_t>(high * (high - 1) / 2 + low); }

inline constexpr std::size_t kStride = 64;  // cards in a row, a power of two
inline constexpr int kLive = kCards - 2;    // cards without hero's
inline constexpr int kTries = 32;

inline double fraction(Random& random) { return static_cast<double>(random.bits() >> 11) * 0x1p-53; }

struct Cards {
    int high, low;

    CardSet set() const { return card_bit(high) | card_bit(low); }
};

// Dealt cards without hero's.
class Dead {
public:
    explicit Dead(CardSet hero) : taken_(hero) {}

    void add(int card) {
        cards_[count_++] = static_cast<std::uint8_t>(card);
        taken_ |= card_bit(card);
    }
    void add(Cards cards) {
        add(cards.high);
        add(cards.low);
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
    std::array<std::uint8_t, kCards> cards_{};
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

    Sum beside(const Dead& dead) const {
        Sum sum = all_;
        subtract(dead, 0, sum);
        return sum;
    }

    // Inclusion and exclusion: subtract the combos with each dead card from a place on, and add back those with two.
    void subtract(const Dead& dead, std::size_t from, Sum& sum) const {
        for (std::size_t i = from; i < dead.size(); ++i) {
            const Sum* const row = &of_[index(dead[i]) * kStride];
            Sum both{};  // a separate sum per card, so that additions run in parallel
            for (std::size_t j = 0; j < i; ++j) {
                const Sum& weight = row[index(dead[j])];
                for (std::size_t k = 0; k < Parts; ++k) both[k] += weight[k];
            }
            for (std::size_t k = 0; k < Parts; ++k) sum[k] += both[k] - with_[index(dead[i])][k];
        }
    }

    const Sum& all() const { return all_; }

private:
    static std::size_t index(int card) { return static_cast<std::size_t>(card); }
    static std::size_t at(int a, int b) { return index(a) * kStride + index(b); }

    Sum all_{};
    std::array<Sum, kCards> with_{};
    std::vector<Sum> of_;
};

// Sums beside dead cards while more cards die: players with the same weights, one after another, count each card once.
template <std::size_t Parts>
class Beside {
public:
    const typename Weights<Parts>::Sum& of(const Weights<Parts>& weights, const Dead& dead) {
        if (weights_ != &weights) {
            weights_ = &weights;
            counted_ = 0;
            sum_ = weights.all();
        }
        weights.subtract(dead, counted_, sum_);
        counted_ = dead.size();
        return sum_;
    }

private:
    const Weights<Parts>* weights_ = nullptr;
    std::size_t counted_ = 0;
    typename Weights<Parts>::Sum sum_{};
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

}  // namespace finaltable
