#include "equilibrium/tree_three.hpp"

#include <algorithm>
#include <numeric>

#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kParts = 8;  // for any number of threads, and added in this order
constexpr std::size_t kSeatings = 6;
constexpr float kLeast = 1e-4F;  // of the largest weight: hands below it do not count

// Which of three players (the first, second and third to act) hold the first, second and third class.
constexpr std::array<std::array<std::size_t, 3>, kSeatings> kHolders{
    {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}}};

}  // namespace

struct ThreeHands::Part {
    explicit Part(std::size_t ends) : orders(ends * kOrders), money(ends * 2), deals(ends * 2) {}

    std::vector<Row> orders;        // showdown by order: weights of the first two, by the class of the last
    std::vector<Row> money, deals;  // showdown by the second and the first: what the other two's hands are worth
};

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
    std::vector<Part> parts(kParts, Part(ends_.size()));
    const bool done = parallel_for(kParts, threads_, watch, [&](std::size_t part, Watch& own) {
        for (std::size_t y = 0; y < kHands && own.keep_going(0.0, 0.0); ++y) {
            for (std::size_t x = 0; x <= y; ++x) {
                if ((x + y * (y + 1) / 2) % kParts == part) visit(x, y, parts[part]);
            }
        }
    });
    if (done) collect(parts, played.two(), bunching);
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

// All deals in which one player holds x and another y.
void ThreeHands::visit(std::size_t x, std::size_t y, Part& part) const {
    OrderRows orders;
    Row deals;
    bool known = game_.dealing.with(x, y) == 0.0;
    if (known) return;
    for (std::size_t end = 0; end < ends_.size(); ++end) {
        const Row* const weight = &weights_[end * kMostIn];
        for (std::size_t w = 0; w < kSeatings; w += x == y ? 2 : 1) {
            const float both = weight[kHolders[w][0]].value[x] * weight[kHolders[w][1]].value[y];
            if (both == 0.0F) continue;
            if (!known) {
                game_.dealing.orders_with(x, y, orders);
                game_.dealing.deals_with(x, y, deals);
                known = true;
            }
            if (w < 2) {
                row_loops().add_orders(&part.orders[end * kOrders], both, seating_[w], orders);
            } else {
                row_loops().add_expected(part.money[end * 2 + w / 2 - 1], both, worth_[end][w], orders);
                add(part.deals[end * 2 + w / 2 - 1], static_cast<double>(both), deals);
            }
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

void ThreeHands::collect(const std::vector<Part>& parts, const TwoHands& two, const TreeBunching& bunching) {
    const auto divide = [](const Row& money, const Row& deals, Row& value) {
        for (std::size_t h = 0; h < kHands; ++h) {
            value.value[h] = deals.value[h] > 0.0F ? money.value[h] / deals.value[h] : 0.0F;
        }
    };
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const End& end = game_.tree.ends[ends_[i]];
        OrderRows orders{};
        for (const Part& part : parts) {
            for (std::size_t o = 0; o < kOrders; ++o) add(orders[o], 1.0, part.orders[i * kOrders + o]);
        }
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
            money = deals = Row{};
            for (const Part& part : parts) {
                add(money, 1.0, part.money[i * 2 + other]);
                add(deals, 1.0, part.deals[i * 2 + other]);
            }
            divide(money, deals, values_[i * kMostIn + 1 - other]);
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
