#include "equilibrium/folders.hpp"

namespace finaltable {
namespace {

constexpr double kDeck = 52.0;
constexpr int kIterations = 3;  // from the densities before the last folder
constexpr double kNever = 1e-12;
constexpr double kLeast = 0.01;  // density; ranks that folders are sure to hold have none

// The density of each rank that folders leave; `cards` is the sum of theirs.
ByRank left_by(std::size_t folders, const ByRank& cards, double deck) {
    const double held = 2.0 / deck, left = 1.0 - held * static_cast<double>(folders);
    ByRank density;
    for (std::size_t r = 0; r < kRanks; ++r) {
        const double stays = (1.0 - held * static_cast<double>(cards.value[r])) / left;
        density.value[r] = static_cast<float>(stays > kLeast ? stays : kLeast);
    }
    return density;
}

}  // namespace

FoldedHands::FoldedHands(const Row& goes_in) {
    constexpr double kDeals = 51.0 * kRanks;  // of a rank, and of a second card
    const auto folds = [&](std::size_t row, std::size_t column) {
        return 1.0 - static_cast<double>(goes_in.value[row * kRanks + column]);
    };
    for (std::size_t high = 0; high < kRanks; ++high) {
        for (std::size_t low = 0; low < high; ++low) {
            const double weight = (folds(high, low) + 3.0 * folds(low, high)) / kDeals;  // suited and offsuit
            weight_[high].value[low] = weight_[low].value[high] = static_cast<float>(weight);
            chance_ += 2.0 * weight;
        }
        weight_[high].value[high] = static_cast<float>(3.0 * folds(high, high) / kDeals);
        chance_ += 3.0 * folds(high, high) / kDeals;
    }
}

double FoldedHands::relative_chance(const ByRank& density) const {
    double folded = 0.0, sum = 0.0, squares = 0.0;
    for (std::size_t r = 0; r < kRanks; ++r) {
        double others = 0.0;
        for (std::size_t s = 0; s < kRanks; ++s) others += static_cast<double>(weight_[r].value[s] * density.value[s]);
        const double own = static_cast<double>(density.value[r]);
        folded += own * others;
        sum += own;
        squares += own * own;
    }
    const double all = (4.0 * sum * sum - squares) / (51.0 * kRanks);
    return chance_ > kNever ? folded / all / chance_ : 1.0;
}

ByRank FoldedHands::cards(const ByRank& density) const {
    ByRank found;
    std::array<double, kRanks> held{};
    double folded = 0.0;
    for (std::size_t r = 0; r < kRanks; ++r) {
        double others = 0.0;
        for (std::size_t s = 0; s < kRanks; ++s) others += static_cast<double>(weight_[r].value[s] * density.value[s]);
        held[r] = static_cast<double>(density.value[r]) * others;
        folded += held[r];
    }
    for (std::size_t r = 0; r < kRanks; ++r) {
        found.value[r] = folded > kNever ? static_cast<float>(kRanks * held[r] / folded) : 1.0F;
    }
    return found;
}

void Folders::fold(const FoldedHands& hands) {
    if (count() > 0) together_ *= hands.relative_chance(density());
    cards_.push_back(hands.cards(density()));
    hands_.push_back(&hands);
    for (int i = 0; i < kIterations; ++i) {
        sum_ = {};
        for (const ByRank& cards : cards_) {
            for (std::size_t r = 0; r < kRanks; ++r) sum_.value[r] += cards.value[r];
        }
        for (std::size_t f = 0; f < count(); ++f) cards_[f] = hands_[f]->cards(density_without(f));
    }
}

double Folders::together_without(std::size_t i) const {
    return count() < 2 ? 1.0 : together_ / hands_[i]->relative_chance(density_without(i));
}

ByRank Folders::density(double shown) const { return left_by(count(), sum_, kDeck - shown); }

ByRank Folders::density_without(std::size_t i) const {
    ByRank others = sum_;
    for (std::size_t r = 0; r < kRanks; ++r) others.value[r] -= cards_[i].value[r];
    return left_by(count() - 1, others, kDeck);
}

ByRank Folders::beyond_single() const {
    ByRank found = density();
    for (const FoldedHands* const hands : hands_) {
        const ByRank alone = left_by(1, hands->cards(left_by(0, {}, kDeck)), kDeck);
        for (std::size_t r = 0; r < kRanks; ++r) found.value[r] /= alone.value[r];
    }
    return found;
}

Row Folders::hands_beyond_single() const {
    const ByRank ranks = beyond_single();
    Row found;
    for (std::size_t h = 0; h < kHands; ++h) found.value[h] = ranks.value[h / kRanks] * ranks.value[h % kRanks];
    return found;
}

}  // namespace finaltable
