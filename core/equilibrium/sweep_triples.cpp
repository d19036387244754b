// What a sweep finds for three players who are in.
#include <bit>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep.hpp"
#include "equilibrium/sweep_parts.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kNone = kMaxSeats;
constexpr double kNever = 1e-12;

double total(const Row& row) {
    double sum = 0.0;
    for (std::size_t h = 0; h < kHands; ++h) sum += static_cast<double>(row.value[h]);
    return sum;
}

}  // namespace

// The probability that all others before k fold, except one.
double Sweep::folders_chance(std::size_t p, std::size_t q, std::size_t k, std::size_t except) const {
    const Bunched& bunched = bunching_.before_last(triple_of(p, q, k));
    double chance = except == kNone ? bunched.together : bunched.without[except];
    for (std::size_t f = 0; f < k; ++f) {
        if (f != p && f != q && f != except) chance *= frozen_.folds[folding_node(f, p, q)];
    }
    return chance;
}

// Go through all pairs of classes that two of three players who are in hold.
void Sweep::visit_triples(std::size_t first, std::span<Met> met, Watch& watch) const {
    TripleSet here{};
    for (std::size_t triple = first; triple < first + met.size(); ++triple) {
        here[triple / 64] |= std::uint64_t{1} << (triple % 64);
    }
    OrderRows orders;
    for (std::size_t y = 0; y < kHands && watch.keep_going(0.0, 0.0); ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            bool known = false;
            for (std::size_t word = first / 64; word <= (first + met.size() - 1) / 64; ++word) {
                std::uint64_t some = 0;
                for (const auto& holders : kHolders) {
                    some |= holders_[x * 3 + holders[0]][word] & holders_[y * 3 + holders[1]][word];
                }
                for (some &= here[word]; some != 0; some &= some - 1) {
                    if (!known) dealing_.orders_with(x, y, orders);
                    known = true;
                    const std::size_t triple = word * 64 + static_cast<std::size_t>(std::countr_zero(some));
                    meet(x, y, triple, orders, met[triple - first]);
                }
            }
        }
    }
}

void Sweep::meet(std::size_t x, std::size_t y, std::size_t triple, const OrderRows& orders, Met& met) const {
    const Row* const weight = &weight_[triple * 3];
    for (std::size_t w = 0; w < kSeatings; w += x == y ? 2 : 1) {
        const float both = weight[kHolders[w][0]].value[x] * weight[kHolders[w][1]].value[y];
        if (both == 0.0F) continue;
        if (w < 2) {
            row_loops().add_orders(met.orders.data(), both, seating_[w], orders);
        } else {
            row_loops().add_expected(met.thirds[w / 2 - 1], both, seated_gain_[triple][w], orders);
        }
    }
}

void Sweep::find_ranges() {
    against_.clear();
    against_.resize(fold_.size());
    if (game_.seats < 3) return;
    for_each_pair(game_.seats - 1, [&](std::size_t p, std::size_t q) {  // one more must act after both
        for (const std::size_t node : {open_node(p), call_node(p, q)}) {
            if (!against_[node])
                against_[node] = std::make_unique<CovarianceRows>(dealing_.against(frozen_.strategy[node]));
        }
    });
}

// Change the orders of three hands by the board that the folders leave. The hands of the first two are averaged over
// their ranges, so that the results of the three in pairs change correctly on average.
void Sweep::shift_triple(std::size_t p, std::size_t q, std::size_t k, OrderRows& orders) const {
    const ByRank& density = bunching_.before_last(triple_of(p, q, k)).density;
    const Tilt opener = against_[open_node(p)]->tilt(density), caller = against_[call_node(p, q)]->tilt(density);
    Shift first;
    double often = 0.0;
    for (std::size_t h = 0; h < kHands; ++h) {
        const double calls = static_cast<double>(frozen_.strategy[call_node(p, q)].value[h]) * dealing_.with(h);
        if (calls == 0.0) continue;
        const Shift shift = opener.at(h).exchanged();
        first.win += calls * shift.win, first.tie += calls * shift.tie, often += calls;
    }
    if (often == 0.0) return;
    first.win /= often, first.tie /= often;
    for (std::size_t h = 0; h < kHands; ++h) {
        std::array<double, kOrders> shares{};
        for (std::size_t i = 0; i < kOrders; ++i) shares[i] = static_cast<double>(orders[i].value[h]);
        shift_orders(shares, {first, opener.at(h).exchanged(), caller.at(h).exchanged()});
        for (std::size_t i = 0; i < kOrders; ++i) orders[i].value[h] = static_cast<float>(shares[i]);
    }
}

void Sweep::add_triple(std::size_t p, std::size_t q, std::size_t k, Met& met, std::vector<double>& unseen) {
    const std::size_t triple = triple_of(p, q, k);
    const double chance = folders_chance(p, q, k, kNone) / dealing_.all();
    const Row& bunching = bunching_.before_last(triple).hands;
    const auto masses = [&] {
        std::array<double, kOrders> found{};
        for (std::size_t i = 0; i < kOrders; ++i) found[i] = dot(met.orders[i], weight_[triple * 3 + 2]);
        return found;
    };
    const std::array<double, kOrders> before = masses();
    if (k > 2 && !against_.empty()) shift_triple(p, q, k, met.orders);
    const std::array<double, kOrders> after = masses();
    Row gain, reach;
    for (std::size_t order = 0; order < kOrders; ++order) {
        add(gain, game_.three_gain(triple, order, k), met.orders[order]);
        add(reach, 1.0, met.orders[order]);
        masses_.three[triple * kOrders + order] = after[order] * chance;
    }
    const std::array<std::size_t, kRoles> seats{p, q, k};
    const std::array<std::size_t, kRoles> nodes{open_node(p), call_node(p, q), over_node(p, q, k)};
    const std::array<Row*, kRoles> gains{&met.thirds[1], &met.thirds[0], &gain};
    for (std::size_t role = 0; role < kRoles; ++role) {
        multiply(*gains[role], static_cast<float>(chance), bunching);
        if (role != kLast) {
            // The same change for every class of the first two.
            const double in = dot(frozen_.reach[nodes[role]], frozen_.strategy[nodes[role]]);
            double change = 0.0;
            for (std::size_t i = 0; i < kOrders; ++i) {
                change += (after[i] - before[i]) * game_.three_gain(triple, i, seats[role]);
            }
            if (in > kNever) add(*gains[role], chance * change / in, frozen_.reach[nodes[role]]);
        }
        add(frozen_.rest[nodes[role]], 1.0, *gains[role]);
        frozen_.triple[triple * kRoles + role] = *gains[role];
    }
    multiply(reach, static_cast<float>(chance), bunching);
    frozen_.reach[over_node(p, q, k)] = reach;
    for (std::size_t s = 0; s < k; ++s) {
        if (s == p || s == q) continue;
        double change = 0.0;
        for (std::size_t i = 0; i < kOrders; ++i) change -= after[i] * game_.three_gain(triple, i, s);
        change *= folders_chance(p, q, k, s) / dealing_.all();
        frozen_.unseen[triple * kMaxSeats + s] = change;
        unseen[folding_node(s, p, q)] += change;
    }
}

// A showdown of three others hardly depends on the cards of a folder: all classes get the same share.
void Sweep::add_unseen(const std::vector<double>& unseen) {
    for (std::size_t node = 0; node < unseen.size(); ++node) {
        const double reached = total(frozen_.reach[node]);
        if (reached > kNever) add(frozen_.rest[node], unseen[node] / reached, frozen_.reach[node]);
    }
}

}  // namespace finaltable
