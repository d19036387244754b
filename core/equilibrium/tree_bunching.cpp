#include "equilibrium/tree_bunching.hpp"

#include <algorithm>

namespace finaltable {

TreeBunching::TreeBunching(const TreeGame& game, const TwoHands& two)
    : game_(game), two_(two), hands_(game.tree.decisions.size()), beyond_(game.tree.decisions.size(), ones()),
      tilted_(game.tree.ends.size()), density_(game.tree.ends.size()),
      changes_(game.tree.ends.size() * 2 * game.two_channels), one_shares_(game.tree.ends.size()) {}

void TreeBunching::find_folders(const Played& played) {
    for (std::size_t number = 0; number < hands_.size(); ++number) {
        const Row own = played.own_reach(number);
        Row goes_in;
        for (std::size_t h = 0; h < kHands; ++h) {
            float folds = 1.0F;
            for (std::size_t choice = 0; choice < kChoices; ++choice) {
                folds -= played.strategy(number, choice).value[h];
            }
            goes_in.value[h] = 1.0F - own.value[h] * std::max(0.0F, folds);
        }
        hands_[number] = FoldedHands(goes_in);
    }
    fold(0, {});
}

void TreeBunching::fold(std::int32_t next, const Folders& folders) {
    if (next < 0) {
        const std::size_t end = static_cast<std::size_t>(~next);
        tilted_[end] = folders.count() > 0 && game_.dealing.boards().known();
        density_[end] = folders.density(2.0 * static_cast<double>(game_.tree.ends[end].count));
        return;
    }
    const std::size_t number = static_cast<std::size_t>(next);
    const Decision& decision = game_.tree.decisions[number];
    for (std::size_t action = kAllIn; action < kActions; ++action) {
        if (decision.has(action)) fold(decision.next[action], folders);
    }
    if (!decision.has(kFold)) return;
    Folders more = folders;
    more.fold(hands_[number]);
    beyond_[number] = more.hands_beyond_single();
    const Row before = folders.hands_beyond_single();
    for (std::size_t h = 0; h < kHands; ++h) beyond_[number].value[h] /= before.value[h];
    fold(decision.next[kFold], more);
}

void TreeBunching::find_boards(const Played& played) { show(played, 0, Pot()); }

void TreeBunching::show(const Played& played, std::int32_t next, const Pot& pot) {
    if (next < 0) {
        const std::size_t end = static_cast<std::size_t>(~next);
        if (!tilted_[end]) return;
        if (game_.tree.ends[end].count == 1 && game_.one_channels > 1) show_one(end);
        if (game_.tree.ends[end].count == 2) show_two(end, pot);
        return;
    }
    const std::size_t number = static_cast<std::size_t>(next);
    for (std::size_t action = 0; action < kActions; ++action) {
        if (!game_.tree.decisions[number].has(action)) continue;
        Pot after = pot;
        after.act(played, number, action);
        show(played, game_.tree.decisions[number].next[action], after);
    }
}

void TreeBunching::show_one(std::size_t end) {
    one_shares_[end].assign(game_.one_shares.begin(), game_.one_shares.end());
    std::vector<double> shares(game_.one_channels);
    for (std::size_t h = 0; h < kHands; ++h) {
        for (std::size_t c = 0; c < shares.size(); ++c) shares[c] = game_.one_shares[c * kHands + h];
        game_.dealing.shift_against_any(h, density_[end], shares);
        for (std::size_t c = 0; c < shares.size(); ++c) one_shares_[end][c * kHands + h] = shares[c];
    }
}

void TreeBunching::show_two(std::size_t end, const Pot& pot) {
    const End& two = game_.tree.ends[end];
    for (std::size_t place = 0; place < 2; ++place) {
        const Row weights = pot.shown(pot.place_of(two.seats[1 - place]));
        const Tilt tilt = two_.tilt(weights, density_[end]);
        Row* const changes = &changes_[(end * 2 + place) * game_.two_channels];
        if (game_.two_channels == kOrders) {
            change_orders(weights, tilt, density_[end], changes);
            continue;
        }
        changes[0] = tilt.win;
        changes[1] = tilt.tie;
        for (std::size_t h = 0; h < kHands; ++h) changes[2].value[h] = -tilt.win.value[h] - tilt.tie.value[h];
    }
}

// A third player is all-in by posting, with any hand.
void TreeBunching::change_orders(const Row& weights, const Tilt& tilt, const ByRank& density, Row* changes) const {
    OrderRows orders;
    Row all;
    for (std::size_t c = 0; c < kOrders; ++c) {
        two_.weigh(weights, c, orders[c]);
        add(all, 1.0, orders[c]);
    }
    Shift other;
    double often = 0.0;
    for (std::size_t h = 0; h < kHands; ++h) {
        const double holds = static_cast<double>(weights.value[h] * two_.share().value[h]);
        const Shift shift = game_.dealing.against_any(h).shift(density);
        other.win += holds * shift.win, other.tie += holds * shift.tie, often += holds;
    }
    if (often > 0.0) other.win /= often, other.tie /= often;
    for (std::size_t h = 0; h < kHands; ++h) {
        std::array<double, kOrders> before{}, after{};
        const double deals = static_cast<double>(all.value[h]);
        for (std::size_t c = 0; c < kOrders && deals > 0.0; ++c) {
            before[c] = after[c] = static_cast<double>(orders[c].value[h]) / deals;
        }
        shift_orders(after, {tilt.at(h), game_.dealing.against_any(h).shift(density), other});
        for (std::size_t c = 0; c < kOrders; ++c) changes[c].value[h] = static_cast<float>(after[c] - before[c]);
    }
}

}  // namespace finaltable
