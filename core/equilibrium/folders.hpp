// What players who folded leave in the deck.
//
// Players fold low cards more often than high ones, so the rest of the deck has more high cards than a random one, and
// the next player folds less often. Every card of a rank is taken to be left with the same probability: the density of
// the rank, relative to a random deck. A folder holds two cards in proportion to the densities that the other folders
// leave and to the probability of folding them; a few iterations find densities that fit together. With one folder they
// are exact. With more, the joint distribution of their hands is replaced by the mean of each rank: suits, and pairs of
// cards that are rarely folded together, matter only for the hands of one folder. With nine seats of ten big blinds,
// the probability that seven fold is off by less than 0.1 %; a test compares densities with dealt hands, within 0.01.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "equilibrium/rows.hpp"

namespace finaltable {

inline constexpr std::size_t kRanks = 13;

// A number for each rank, with zeros up to a multiple of every register.
struct alignas(64) ByRank {
    std::array<float, 16> value{};
};

// The hands that a strategy folds, by the ranks of their cards.
class FoldedHands {
public:
    FoldedHands() = default;
    explicit FoldedHands(const Row& goes_in);

    // The probability that a hand from a deck with this density is folded, relative to a random deck.
    double relative_chance(const ByRank& density) const;

    // The mean number of cards of each rank in such a hand, relative to any hand of a random deck.
    ByRank cards(const ByRank& density) const;

private:
    std::array<ByRank, kRanks> weight_{};  // by the ranks of both cards: probability to hold and fold them
    double chance_ = 0.0;                  // to fold a hand of a random deck
};

// Players who folded, one after the other.
class Folders {
public:
    void fold(const FoldedHands& hands);

    std::size_t count() const { return hands_.size(); }

    // The probability that all fold, divided by the product of their probabilities.
    double together() const { return together_; }

    // The same without one of them, in the order of folding.
    double together_without(std::size_t i) const;

    // The density of each rank, when other players show some cards of the deck.
    ByRank density(double shown = 0.0) const;

    // The density, divided by the product of those that each folder alone would leave.
    ByRank beyond_single() const;

    // The same for the hands of another player, by class: the product for the two cards.
    Row hands_beyond_single() const;

private:
    ByRank density_without(std::size_t i) const;

    std::vector<const FoldedHands*> hands_;
    std::vector<ByRank> cards_;  // mean number of cards of every folder, relative to a random hand
    ByRank sum_;                 // of these
    double together_ = 1.0;
};

}  // namespace finaltable
