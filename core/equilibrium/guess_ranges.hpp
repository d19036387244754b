// How groups of hands fare against a range, for the guess of an equilibrium.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "equilibrium/boards.hpp"
#include "equilibrium/game.hpp"

namespace finaltable {

inline constexpr std::size_t kGroups = 24;  // of classes

using Grouped = std::array<double, kGroups>;

constexpr std::size_t cubed(std::size_t x) { return x * x * x; }

// The group of every class: groups follow the ranking, and those of good hands are smaller.
inline std::array<std::size_t, kHands> groups_of(std::span<const std::size_t> ranking) {
    std::array<std::size_t, kHands> group{};
    std::size_t g = 0;
    for (std::size_t k = 0; k < kHands; ++k) {
        // In whole numbers, so that no machine rounds another way: group g begins at the power 3/2 of g / kGroups.
        const std::size_t middle = 2 * k + 1, whole = 2 * kHands;
        while (cubed(g + 1) * whole * whole <= cubed(kGroups) * middle * middle) ++g;
        group[ranking[k]] = g;
    }
    return group;
}

// One range, seen by the hands of another player.
struct Against {
    std::vector<double> chances;  // channel by group: that the range is held, and the channel
    Grouped held{};               // that the range is held
    Grouped odds{};               // against winning the showdown, ties divided
};

// The ranges of a player who acts before or after the player with the groups.
class Ranges {
public:
    Ranges(const Game& game, std::span<const std::size_t> ranking, std::span<const std::size_t> group, bool before)
        : game_(game), group_(group), before_(before), best_((kHands + 1) * width()) {
        for (std::size_t h = 0; h < kHands; ++h) deals_[group[h]] += game.dealing.with(h);
        for (std::size_t k = 0; k < kHands; ++k) {
            double *const fewer = &best_[k * width()], *const more = fewer + width();
            std::copy_n(fewer, width(), more);
            add_class(ranking[k], 1.0, more);
            share_[k + 1] = share_[k] + game.dealing.with(ranking[k]) / game.dealing.all();
        }
    }

    // A share of all hands, the best.
    void find_best(double share, Against& found) const {
        const auto above = std::ranges::upper_bound(share_, share);
        const std::size_t k = std::clamp<std::size_t>(static_cast<std::size_t>(above - share_.begin()), 1, kHands);
        const double part = (share - share_[k - 1]) / (share_[k] - share_[k - 1]);
        const double *const fewer = &best_[(k - 1) * width()], *const more = fewer + width();
        found.chances.resize(width());
        for (std::size_t i = 0; i < width(); ++i) found.chances[i] = (1.0 - part) * fewer[i] + part * more[i];
        finish(found);
    }

    // Any strategy, by class.
    void find_any(std::span<const double> strategy, Against& found) const {
        found.chances.assign(width(), 0.0);
        for (std::size_t h = 0; h < kHands; ++h) add_class(h, strategy[h], found.chances.data());
        finish(found);
    }

private:
    std::size_t width() const { return game_.two_channels * kGroups; }

    void add_class(std::size_t held, double weight, double* sums) const {
        for (std::size_t h = 0; h < kHands; ++h) {
            const double deals = weight * game_.dealing.with(h, held);
            const std::size_t cell = before_ ? held * kHands + h : h * kHands + held;
            for (std::size_t c = 0; c < game_.two_channels; ++c) {
                sums[c * kGroups + group_[h]] += deals * game_.two_shares[c * kHands * kHands + cell];
            }
        }
    }

    void finish(Against& found) const {
        const std::span<const std::size_t> results = results_of_channels(game_.two_channels);
        const std::size_t win = before_ ? 2 : 0;  // the earlier player is behind, or ahead
        Grouped won{};
        found.held = {};
        for (std::size_t c = 0; c < game_.two_channels; ++c) {
            const double part = results[c] == win ? 1.0 : results[c] == 1 ? 0.5 : 0.0;
            for (std::size_t g = 0; g < kGroups; ++g) {
                double& chance = found.chances[c * kGroups + g];
                chance /= std::max(deals_[g], kNever);
                found.held[g] += chance;
                won[g] += part * chance;
            }
        }
        for (std::size_t g = 0; g < kGroups; ++g) found.odds[g] = (found.held[g] - won[g]) / std::max(won[g], kNever);
    }

    static constexpr double kNever = 1e-9;

    const Game& game_;
    std::span<const std::size_t> group_;
    bool before_;
    std::vector<double> best_;                // number of best classes by channel by group: deals
    std::array<double, kHands + 1> share_{};  // of all hands: that many best classes
    Grouped deals_{};
};

}  // namespace finaltable
