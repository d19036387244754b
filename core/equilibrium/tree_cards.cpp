#include "equilibrium/tree_cards.hpp"

#include <algorithm>

namespace finaltable {
namespace {

constexpr double kNever = 1e-9;

}  // namespace

TwoHands::TwoHands(const TreeGame& game) : given_(kHands), channels_(game.two_channels * kHands) {
    const Dealing& dealing = game.dealing;
    for (std::size_t own = 0; own < kHands; ++own) {
        share_.value[own] = static_cast<float>(dealing.with(own) / dealing.all());
        for (std::size_t other = 0; other < kHands && dealing.with(own) > 0.0; ++other) {
            const double chance = dealing.with(own, other) / dealing.with(own);
            given_[other].value[own] = static_cast<float>(chance);
            for (std::size_t c = 0; c < game.two_channels; ++c) {
                const double share = game.two_shares[(c * kHands + own) * kHands + other];
                channels_[c * kHands + other].value[own] = static_cast<float>(chance * share);
            }
        }
    }
    const Seating seating = reseated({1, 0, 2});
    for (std::size_t c = 0; c < game.two_channels; ++c) {
        exchanged_.push_back(game.two_channels == kOrders ? seating[c] : game.two_channels - 1 - c);
    }
    if (dealing.boards().known()) find_covariances(dealing.boards());
}

void TwoHands::find_covariances(const Boards& boards) {
    wins_.resize(kHands * kRanks);
    ties_.resize(kHands * kRanks);
    for (std::size_t other = 0; other < kHands; ++other) {
        for (std::size_t r = 0; r < kRanks; ++r) {  // the other wins where the first player loses
            Row &win = wins_[other * kRanks + r], &tie = ties_[other * kRanks + r];
            tie = boards.ties(other)[r];
            win = boards.wins(other)[r];
            add(win, 1.0, tie);
            multiply(win, -1.0F, given_[other]);
            multiply(tie, 1.0F, given_[other]);
        }
    }
}

Tilt TwoHands::tilt(const Row& weights, const ByRank& density) const {
    std::array<float, kHands * kRanks> factors;
    std::array<const Row*, kHands * kRanks> wins, ties;
    std::size_t count = 0;
    for (std::size_t h = 0; h < kHands; ++h) {
        for (std::size_t r = 0; r < kRanks && weights.value[h] != 0.0F; ++r, ++count) {
            factors[count] = weights.value[h] * density.value[r];
            wins[count] = &wins_[h * kRanks + r];
            ties[count] = &ties_[h * kRanks + r];
        }
    }
    Tilt found;
    Row all;
    row_loops().mix(found.win, count, factors.data(), wins.data());
    row_loops().mix(found.tie, count, factors.data(), ties.data());
    weigh(weights, all);
    for (float& one : all.value) one = one > 0.0F ? 1.0F / one : 0.0F;
    times(found.win, all);
    times(found.tie, all);
    return found;
}

void TwoHands::mix(const Row& weights, const Row* rows, Row& sum) {
    std::array<float, kHands> factors;
    std::array<const Row*, kHands> mixed;
    std::size_t count = 0;
    for (std::size_t h = 0; h < kHands; ++h) {
        factors[count] = weights.value[h];
        mixed[count] = &rows[h];
        count += weights.value[h] != 0.0F;
    }
    row_loops().mix(sum, count, factors.data(), mixed.data());
}

Played::Played(const Tree& tree, const TwoHands& two, const NodeRows& beyond)
    : tree_(tree), two_(two), own_(tree.own_choices()), beyond_(beyond), strategy_(tree.decisions.size() * kChoices),
      factor_(tree.decisions.size() * kActions), third_(tree.decisions.size() * kActions) {}

Row Played::own_reach(std::size_t decision) const {
    Row reach = ones();
    for (std::size_t at = own_[decision]; at != kNoPlace; at = own_[at / kChoices]) times(reach, strategy_[at]);
    return reach;
}

void Played::find_factors(std::size_t decision) {
    Row all, some, third;
    const Row own = own_reach(decision);
    const bool first = own_[decision] == kNoPlace;
    if (first) {
        all = ones();
    } else {
        two_.weigh(own, all);
    }
    const double often = dot(all, two_.share());
    Row left = all, left_third = ones();
    double left_often = often;
    const auto set = [&](std::size_t action, const Row& acts, const Row& seen, double chance) {
        Row &factor = factor_[decision * kActions + action], &other = third_[decision * kActions + action];
        factor = other = ones();
        if (often < kNever || chance < kNever * often) return;
        for (std::size_t h = 0; h < kHands; ++h) {
            const float given = all.value[h];
            factor.value[h] = given > 0.0F ? acts.value[h] / given * static_cast<float>(often / chance) : 1.0F;
            other.value[h] = seen.value[h] * static_cast<float>(often / chance);
        }
    };
    for (std::size_t action = kAllIn; action < kActions; ++action) {
        if (!tree_.decisions[decision].has(action)) continue;
        Row weights = own;
        times(weights, strategy(decision, action - 1));
        two_.weigh(weights, some);
        const double chance = dot(some, two_.share());
        Row given = some;
        for (std::size_t h = 0; h < kHands; ++h) given.value[h] /= all.value[h] > 0.0F ? all.value[h] : 1.0F;
        two_.weigh(given, third);
        set(action, some, third, chance);
        for (std::size_t h = 0; h < kHands; ++h) {
            left.value[h] = std::max(0.0F, left.value[h] - some.value[h]);
            left_third.value[h] = std::max(0.0F, left_third.value[h] - third.value[h]);
        }
        left_often -= chance;
    }
    set(kFold, left, left_third, left_often);
    times(factor_[decision * kActions + kFold], beyond_[decision]);
}

Pot::Pot() : folded(ones()), acted(ones()), third(ones()) {}

std::size_t Pot::place_of(std::size_t seat) const {
    for (std::size_t place = 0; place < count; ++place) {
        if (in[place].seat == seat) return place;
    }
    return kNoPlace;
}

Row Pot::odds(std::size_t place) const {
    if (place == kNoPlace) return acted;
    Row found = shown(place);
    for (std::size_t other = 0; other < count; ++other) {
        if (other != place) times(found, in[other].factor);
    }
    return found;
}

Row Pot::shown(std::size_t place) const {
    Row found = in[place].own;
    times(found, folded);
    return found;
}

void Pot::act(const Played& played, std::size_t decision, std::size_t action) {
    const std::size_t seat = played.tree().decisions[decision].seat;
    const Row& factor = played.factor(decision, action);
    times(acted, factor);
    times(third, played.third(decision, action));
    std::size_t place = place_of(seat);
    if (action == kFold) {
        times(folded, factor);
        if (place == kNoPlace) return;
        times(folded, in[place].factor);
        for (--count; place < count; ++place) in[place] = in[place + 1];
        return;
    }
    if (place == kNoPlace) {
        in[count++] = {seat, played.strategy(decision, action - 1), factor};
    } else {
        times(in[place].own, played.strategy(decision, action - 1));
        times(in[place].factor, factor);
    }
}

}  // namespace finaltable
