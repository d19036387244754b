#include "equilibrium/tree_walk.hpp"

#include <algorithm>

namespace finaltable {
namespace {

constexpr float kRare = 1e-7F;  // what follows a rarer action does not count

void fill(Row& row, double value) { row.value.fill(static_cast<float>(value)); }

}  // namespace

void Walk::run(std::size_t player) {
    player_ = player;
    for (std::size_t number = 0; number < tree_.decisions.size(); ++number) {
        if (tree_.decisions[number].seat != player) continue;
        reach_[number] = gain_[number * kChoices] = gain_[number * kChoices + 1] = Row{};
    }
    Row value;
    visit(0, Pot(), two_.share(), value);
}

std::vector<double> Walk::masses() const {
    std::vector<double> found(tree_.ends.size());
    double all = 0.0;
    for (std::size_t number = 0; number < tree_.decisions.size(); ++number) {
        const Decision& decision = tree_.decisions[number];
        Row left = played_.own_reach(number);
        times(left, reach_[number]);
        for (std::size_t action = kActions; action-- > 0;) {
            if (!decision.has(action)) continue;
            Row acts = left;
            if (action != kFold) {
                acts = played_.own_reach(number);
                times(acts, reach_[number]);
                times(acts, played_.strategy(number, action - 1));
                add(left, -1.0, acts);
            }
            if (decision.next[action] >= 0) continue;
            double& mass = found[static_cast<std::size_t>(~decision.next[action])];
            for (const float one : acts.value) mass += static_cast<double>(one);
            all += mass;
        }
    }
    // Every player sees slightly different chances: the others' cards are not dealt exactly.
    for (double& mass : found) mass /= all > 0.0 ? all : 1.0;
    return found;
}

std::vector<double> Walk::values(const std::vector<double>& masses) {
    std::vector<double> found(tree_.players);
    count(0, Pot(), masses, found);
    return found;
}

void Walk::count(std::int32_t next, const Pot& pot, const std::vector<double>& masses, std::vector<double>& values) {
    if (next < 0) {
        const std::size_t end = static_cast<std::size_t>(~next);
        Row value;
        for (player_ = 0; player_ < tree_.players && masses[end] > 0.0; ++player_) {
            show(end, pot, value);
            values[player_] += masses[end] * static_cast<double>(value.value[0]);
        }
        return;
    }
    const std::size_t number = static_cast<std::size_t>(next);
    for (std::size_t action = 0; action < kActions; ++action) {
        if (!tree_.decisions[number].has(action)) continue;
        Pot after = pot;
        after.act(played_, number, action);
        count(tree_.decisions[number].next[action], after, masses, values);
    }
}

void Walk::visit(std::int32_t next, const Pot& pot, const Row& reach, Row& value) {
    if (next < 0) return show(static_cast<std::size_t>(~next), pot, value);
    const std::size_t number = static_cast<std::size_t>(next);
    tree_.decisions[number].seat == player_ ? choose(number, pot, reach, value) : respond(number, pot, reach, value);
}

// The player's own decision.
void Walk::choose(std::size_t number, const Pot& pot, const Row& reach, Row& value) {
    const Decision& decision = tree_.decisions[number];
    reach_[number] = reach;
    Row fold;
    visit(decision.next[kFold], pot, reach, fold);
    value = fold;
    for (std::size_t choice = 0; choice < kChoices; ++choice) {
        if (!decision.has(choice + 1)) continue;
        Row goes;
        visit(decision.next[choice + 1], pot, reach, goes);
        const Row& often = played_.strategy(number, choice);
        Row& gain = gain_[number * kChoices + choice];
        for (std::size_t h = 0; h < kWidth; ++h) {
            const float better = goes.value[h] - fold.value[h];
            value.value[h] += often.value[h] * better;
            gain.value[h] = reach.value[h] * better;
        }
    }
}

// The decision of another player, whose hands depend on the player's hand.
void Walk::respond(std::size_t number, const Pot& pot, const Row& reach, Row& value) {
    const Decision& decision = tree_.decisions[number];
    const std::size_t place = pot.place_of(decision.seat);
    const Row odds = pot.odds(place);
    Row all;
    place == kNoPlace ? find_all(number, pot, odds, all) : two_.weigh(odds, all);
    Row left;
    fill(left, 1.0);
    value = Row{};
    const auto follow = [&](std::size_t action, const Row& chance) {
        if (std::ranges::max(chance.value) < kRare) return;
        Pot after = pot;
        after.act(played_, number, action);
        Row reached = reach, then;
        times(reached, chance);
        visit(decision.next[action], after, reached, then);
        for (std::size_t h = 0; h < kWidth; ++h) value.value[h] += chance.value[h] * then.value[h];
    };
    for (std::size_t action = kAllIn; action < kActions; ++action) {
        if (!decision.has(action)) continue;
        Row weights = odds, chance;
        times(weights, played_.strategy(number, action - 1));
        two_.weigh(weights, chance);
        for (std::size_t h = 0; h < kWidth; ++h) {
            const float given = all.value[h] > 0.0F ? chance.value[h] / all.value[h] : 0.0F;
            chance.value[h] = std::min(given, left.value[h]);
            left.value[h] -= chance.value[h];
        }
        follow(action, chance);
    }
    follow(kFold, left);
}

// The weight of all hands of a player who has not acted. While strategies change, it follows the product of what every
// action alone changes.
void Walk::find_all(std::size_t number, const Pot& pot, const Row& odds, Row& all) {
    Row& third = kept_.third[player_ * tree_.decisions.size() + number];
    const double scale = dot(odds, two_.share()) / std::max(1e-12, dot(pot.third, two_.share()));
    if (kept_.measuring) {
        two_.weigh(odds, all);
        for (std::size_t h = 0; h < kHands; ++h) {
            const float product = static_cast<float>(scale) * pot.third.value[h];
            third.value[h] = product > 0.0F ? all.value[h] / product : 1.0F;
        }
        return;
    }
    all = pot.third;
    multiply(all, static_cast<float>(scale), third);
}

// By the class of the player at the showdown who is not in the pot; the same for all classes if there is none.
void Walk::show(std::size_t number, const Pot& pot, Row& value) const {
    const End& end = tree_.ends[number];
    std::size_t own = 0;
    while (own < end.count && pot.place_of(end.seats[own]) != kNoPlace) ++own;
    if (end.count == 0) return fill(value, game_.value(end, 0, player_));
    if (end.count == 1) return show_one(number, pot, value);
    if (end.count == 2) return own == end.count ? show_others(number, pot, value) : show_two(number, own, pot, value);
    if (own == end.count) return fill(value, kept_.three.value_for(number, player_));
    value = kept_.three.value(number, own);
}

// One player wins what others put in, unless players all-in by posting win.
void Walk::show_one(std::size_t number, const Pot& pot, Row& value) const {
    const End& end = tree_.ends[number];
    if (game_.one_channels == 1) return fill(value, game_.value(end, 0, player_));
    const std::span<const double> shares = kept_.bunching.one_shares(number);
    value = Row{};
    for (std::size_t c = 0; c < game_.one_channels; ++c) {
        for (std::size_t h = 0; h < kHands; ++h) {
            value.value[h] += static_cast<float>(shares[c * kHands + h] * game_.value(end, c, player_));
        }
    }
    const std::size_t place = pot.place_of(end.seats[0]);
    if (place == kNoPlace) return;
    Row weights = pot.shown(place);
    times(weights, two_.share());
    double all = 0.0;
    for (const float weight : weights.value) all += static_cast<double>(weight);
    fill(value, all > 0.0 ? dot(value, weights) / all : 0.0);
}

// The player against another.
void Walk::show_two(std::size_t number, std::size_t own, const Pot& pot, Row& value) const {
    const End& end = tree_.ends[number];
    const Row weights = pot.shown(pot.place_of(end.seats[1 - own]));
    const auto worth = [&](std::size_t c) { return game_.value(end, own == 0 ? c : two_.exchanged(c), player_); };
    Row all, some;
    value = Row{};
    for (std::size_t c = 0; c < game_.two_channels; ++c) {
        two_.weigh(weights, c, some);
        add(value, worth(c), some);
        add(all, 1.0, some);
    }
    for (std::size_t h = 0; h < kWidth; ++h)
        value.value[h] = all.value[h] > 0.0F ? value.value[h] / all.value[h] : 0.0F;
    if (!kept_.bunching.tilted(number)) return;
    for (std::size_t c = 0; c < game_.two_channels; ++c) add(value, worth(c), kept_.bunching.change(number, own, c));
}

// Two others against each other.
void Walk::show_others(std::size_t number, const Pot& pot, Row& value) const {
    const End& end = tree_.ends[number];
    const Row weights = pot.shown(pot.place_of(end.seats[1]));
    Row own = pot.shown(pot.place_of(end.seats[0])), some, deals;
    times(own, two_.share());
    double all = 0.0, sum = 0.0;
    for (std::size_t c = 0; c < game_.two_channels; ++c) {
        two_.weigh(weights, c, some);
        const double chance = dot(own, some);
        all += chance;
        sum += chance * game_.value(end, c, player_);
        add(deals, 1.0, some);
    }
    times(deals, own);
    for (std::size_t c = 0; c < game_.two_channels && kept_.bunching.tilted(number); ++c) {
        sum += dot(deals, kept_.bunching.change(number, 0, c)) * game_.value(end, c, player_);
    }
    fill(value, all > 0.0 ? sum / all : game_.value(end, 0, player_));
}

}  // namespace finaltable
