#include "equilibrium/tree_three.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "equilibrium/sweep_parts.hpp"
#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr float kLeast = 1e-4F;  // of the largest weight: hands below it do not count

}  // namespace

ThreeHands::ThreeHands(const TreeGame& game, unsigned threads) : game_(game), threads_(threads) {
    for (std::size_t w = 0; w < kSeatings; ++w) {
        std::array<std::size_t, 3> place{};
        for (std::size_t i = 0; i < 3; ++i) place[kHolders[w][i]] = i;
        seating_[w] = reseated(place);
    }
    for (std::size_t end = 0; end < game.tree.ends.size(); ++end) {
        of_.push_back(ends_.size());
        const End& three = game.tree.ends[end];
        if (three.count != kMostIn) continue;
        ends_.push_back(end);
        auto& worth = worth_.emplace_back();
        for (std::size_t w = 0; w < kSeatings; ++w) {
            for (std::size_t order = 0; order < kOrders; ++order) {
                const std::size_t player = three.seats[kHolders[w][2]];
                worth[w][order] = static_cast<float>(game.value(three, seating_[w][order], player));
            }
        }
    }
    weights_.resize(ends_.size() * kMostIn);
    values_.resize(ends_.size() * kMostIn);
    seen_.resize(ends_.size() * game.tree.players);
}

bool ThreeHands::run(const Played& played, const TreeBunching& bunching, Watch& watch) {
    if (ends_.empty()) return true;
    gather(played, 0, Pot());
    std::vector<Met> met(ends_.size());
    const std::size_t groups = (met.size() + kTogether - 1) / kTogether;
    const bool done = parallel_for(groups, threads_, watch, [&](std::size_t group, Watch& own) {
        const std::size_t first = group * kTogether;
        visit(first, std::span(met).subspan(first, std::min(kTogether, met.size() - first)), own);
    });
    if (done) collect(met, played.two(), bunching);
    return done;
}

void ThreeHands::gather(const Played& played, std::int32_t next, const Pot& pot) {
    if (next < 0) {
        const std::size_t end = static_cast<std::size_t>(~next);
        if (game_.tree.ends[end].count != kMostIn) return;
        for (std::size_t i = 0; i < kMostIn; ++i) {
            Row& weights = weights_[of_[end] * kMostIn + i];
            weights = pot.shown(pot.place_of(game_.tree.ends[end].seats[i]));
            const float least = kLeast * std::ranges::max(weights.value);
            for (float& weight : weights.value) weight = weight < least ? 0.0F : weight;
        }
        return;
    }
    const std::size_t number = static_cast<std::size_t>(next);
    for (std::size_t action = 0; action < kActions; ++action) {
        if (!game_.tree.decisions[number].has(action)) continue;
        Pot after = pot;
        after.act(played, number, action);
        gather(played, game_.tree.decisions[number].next[action], after);
    }
}

// Go through all pairs of classes that two of the three players hold.
void ThreeHands::visit(std::size_t first, std::span<Met> met, Watch& watch) const {
    std::vector<std::uint32_t> holders(kHands * kMostIn);  // class by player: a bit for each showdown
    for (std::size_t i = 0; i < met.size(); ++i) {
        for (std::size_t place = 0; place < kMostIn; ++place) {
            const Row& weights = weights_[(first + i) * kMostIn + place];
            for (std::size_t h = 0; h < kHands; ++h) {
                if (weights.value[h] != 0.0F) holders[h * kMostIn + place] |= std::uint32_t{1} << i;
            }
        }
    }
    OrderRows orders;
    Row deals;
    for (std::size_t y = 0; y < kHands && watch.keep_going(0.0, 0.0); ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            std::uint32_t some = 0;
            for (const auto& held : kHolders) some |= holders[x * kMostIn + held[0]] & holders[y * kMostIn + held[1]];
            if (some == 0) continue;
            game_.dealing.orders_with(x, y, orders);
            game_.dealing.deals_with(x, y, deals);
            for (; some != 0; some &= some - 1) {
                const auto i = static_cast<std::size_t>(std::countr_zero(some));
                meet(x, y, first + i, orders, deals, met[i]);
            }
        }
    }
}

void ThreeHands::meet(std::size_t x, std::size_t y, std::size_t end, const OrderRows& orders, const Row& deals,
                      Met& met) const {
    const Row* const weight = &weights_[end * kMostIn];
    for (std::size_t w = 0; w < kSeatings; w += x == y ? 2 : 1) {
        const float both = weight[kHolders[w][0]].value[x] * weight[kHolders[w][1]].value[y];
        if (both == 0.0F) continue;
        if (w < 2) {
            row_loops().add_orders(met.orders.data(), both, seating_[w], orders);
        } else {
            row_loops().add_expected(met.money[w / 2 - 1], both, worth_[end][w], orders);
            add(met.deals[w / 2 - 1], static_cast<double>(both), deals);
        }
    }
}

// Change the orders by the board that the folders leave, by the class of the last player; the hands of the others are
// averaged over their ranges.
void ThreeHands::shift(std::size_t i, const TwoHands& two, const Tilts& tilts, OrderRows& orders) const {
    Row second = weights_[i * kMostIn + 1];
    times(second, two.share());
    const double often = dot(second, ones());
    if (often <= 0.0) return;
    const Shift first{dot(second, tilts[0].win) / often, dot(second, tilts[0].tie) / often};
    for (std::size_t h = 0; h < kHands; ++h) {
        std::array<double, kOrders> shares{};
        for (std::size_t o = 0; o < kOrders; ++o) shares[o] = static_cast<double>(orders[o].value[h]);
        shift_orders(shares, {first.exchanged(), tilts[0].at(h).exchanged(), tilts[1].at(h).exchanged()});
        for (std::size_t o = 0; o < kOrders; ++o) orders[o].value[h] = static_cast<float>(shares[o]);
    }
}

// Change the value of one of the first two players: on average over their hands as the orders change, and by class to
// first order in the results against the other two.
void ThreeHands::shift_value(std::size_t i, std::size_t place, const TwoHands& two, const Tilts& tilts,
                             const Orders& before, const Orders& after) {
    constexpr double kStep = 1e-3;
    const End& end = game_.tree.ends[ends_[i]];
    const double all = std::accumulate(before.begin(), before.end(), 0.0);
    const auto changed = [&](const Orders& orders) {
        double sum = 0.0;
        for (std::size_t o = 0; o < kOrders; ++o)
            sum += (orders[o] - before[o]) * game_.value(end, o, end.seats[place]);
        return sum / all;
    };
    Row change, held = weights_[i * kMostIn + place];
    for (std::size_t other = 0; other < kMostIn; ++other) {
        if (other == place) continue;
        for (const bool win : {true, false}) {
            const Shift step{win ? kStep : 0.0, win ? 0.0 : kStep};
            Shifts shifts{};
            shifts[place + other - 1] = place < other ? step : step.exchanged();
            Orders orders = before;
            shift_orders(orders, shifts);
            add(change, changed(orders) / kStep, win ? tilts[other].win : tilts[other].tie);
        }
    }
    times(held, two.share());
    const double mean = dot(held, change) / std::max(1e-12, dot(held, ones()));
    add(change, changed(after) - mean, ones());
    add(values_[i * kMostIn + place], 1.0, change);
}

ThreeHands::Orders ThreeHands::chances(std::size_t i, const OrderRows& orders) const {
    Orders found{};
    for (std::size_t o = 0; o < kOrders; ++o) found[o] = dot(orders[o], weights_[i * kMostIn + 2]);
    return found;
}

void ThreeHands::collect(std::vector<Met>& met, const TwoHands& two, const TreeBunching& bunching) {
    const auto divide = [](const Row& money, const Row& deals, Row& value) {
        for (std::size_t h = 0; h < kHands; ++h) {
            value.value[h] = deals.value[h] > 0.0F ? money.value[h] / deals.value[h] : 0.0F;
        }
    };
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const End& end = game_.tree.ends[ends_[i]];
        OrderRows& orders = met[i].orders;
        const Orders before = chances(i, orders);
        const bool tilted = bunching.tilted(ends_[i]);
        Tilts tilts;
        for (std::size_t k = 0; k < kMostIn && tilted; ++k) {
            tilts[k] = two.tilt(weights_[i * kMostIn + k], bunching.density(ends_[i]));
        }
        if (tilted) shift(i, two, tilts, orders);
        const Orders chance = chances(i, orders);
        Row money, deals;
        double all = 0.0;
        for (std::size_t o = 0; o < kOrders; ++o) {
            add(money, game_.value(end, o, end.seats[2]), orders[o]);
            add(deals, 1.0, orders[o]);
            all += chance[o];
        }
        divide(money, deals, values_[i * kMostIn + 2]);
        for (std::size_t other = 0; other < 2; ++other) {
            divide(met[i].money[other], met[i].deals[other], values_[i * kMostIn + 1 - other]);
            if (tilted && all > 0.0) shift_value(i, 1 - other, two, tilts, before, chance);
        }
        for (std::size_t player = 0; player < game_.tree.players; ++player) {
            double sum = 0.0;
            for (std::size_t o = 0; o < kOrders; ++o) sum += chance[o] * game_.value(end, o, player);
            seen_[i * game_.tree.players + player] = all > 0.0 ? sum / all : game_.value(end, 0, player);
        }
    }
}

}  // namespace finaltable
