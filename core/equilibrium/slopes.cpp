#include <algorithm>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep.hpp"
#include "equilibrium/sweep_parts.hpp"
#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr std::array<std::array<Role, 2>, 3> kTwoRoles{{{kOpener, kCaller}, {kOpener, kLast}, {kCaller, kLast}}};

}  // namespace

bool Sweep::find_slopes(double least, Watch& watch) {
    std::vector<std::size_t> triples;
    for_each_triple(game_.seats, [&](std::size_t p, std::size_t q, std::size_t k) {
        double reached = 0.0;
        for (const float reach : frozen_.reach[over_node(p, q, k)].value) reached += static_cast<double>(reach);
        if (reached < least) return;
        frozen_.slopes_of[triple_of(p, q, k)] = slopes_.size();
        triples.push_back(triple_of(p, q, k));
        slopes_.push_back({{p, q, k}, {}});
    });
    const std::size_t groups = (triples.size() + kTogether - 1) / kTogether;
    return parallel_for(groups, threads_, watch, [&](std::size_t group, Watch& own) {
        const std::size_t from = group * kTogether, count = std::min(kTogether, triples.size() - from);
        find_slopes_of(std::span(triples).subspan(from, count), std::span(slopes_).subspan(from, count), own);
    });
}

// The worth of every order to every role, for the four ways in which the opener and one more hold two classes.
Sweep::WorthOfRoles Sweep::worth_of_roles(std::size_t triple, const std::array<std::size_t, kRoles>& seats) const {
    WorthOfRoles worth{};
    for (std::size_t w = 0; w < worth.size(); ++w) {
        for (std::size_t role = 0; role < kRoles; ++role) {
            for (std::size_t order = 0; order < kOrders; ++order) {
                worth[w][role][order] = static_cast<float>(game_.three_gain(triple, seating_[w][order], seats[role]));
            }
        }
    }
    return worth;
}

void Sweep::find_slopes_of(std::span<const std::size_t> triples, std::span<Slopes> found, Watch& watch) const {
    std::vector<WorthOfRoles> worths;
    for (std::size_t i = 0; i < triples.size(); ++i) {
        for (const auto& [earlier, later] : kTwoRoles) {
            found[i].by[earlier][later].resize(kHands);
            found[i].by[later][earlier].resize(kHands);
        }
        worths.push_back(worth_of_roles(triples[i], found[i].seats));
    }
    OrderRows orders;
    for (std::size_t y = 0; y < kHands && watch.keep_going(0.0, 0.0); ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            if (dealing_.with(x, y) == 0.0) continue;
            bool known = false;
            for (std::size_t i = 0; i < triples.size(); ++i) {
                add_slopes(x, y, &weight_[triples[i] * 3], worths[i], found[i], orders, known);
            }
        }
    }
    for (std::size_t i = 0; i < triples.size(); ++i) weigh_slopes(triples[i], found[i]);
}

// One pair of classes. The opener holds one of the two; the caller has the other, or the last player has. The orders are
// read when they are needed.
void Sweep::add_slopes(std::size_t x, std::size_t y, const Row* weight, const WorthOfRoles& worth, Slopes& slopes,
                       OrderRows& orders, bool& known) const {
    for (std::size_t w = 0; w < worth.size(); w += x == y ? 2 : 1) {
        const std::size_t opens = w % 2 == 0 ? x : y, other = w % 2 == 0 ? y : x;
        const bool with_caller = w < 2;
        const float opener = with_caller ? weight[kOpener].value[opens] : 0.0F;
        const float second = weight[with_caller ? kCaller : kLast].value[other];
        if (opener == 0.0F && second == 0.0F) continue;
        if (!known) dealing_.orders_with(x, y, orders);
        known = true;
        const auto put = [&](Role earlier, Role later, std::size_t hand, float by) {
            row_loops().add_expected(slopes.by[earlier][later][hand], by, worth[w][earlier], orders);
            row_loops().add_expected(slopes.by[later][earlier][hand], by, worth[w][later], orders);
        };
        if (!with_caller) {
            put(kOpener, kCaller, opens, second);  // rows over the caller, who holds the third class
        } else {
            if (opener != 0.0F) put(kCaller, kLast, other, opener);
            if (second != 0.0F) put(kOpener, kLast, opens, second);
        }
    }
}

void Sweep::weigh_slopes(std::size_t triple, Slopes& slopes) const {
    const auto [p, q, k] = slopes.seats;
    const float chance = static_cast<float>(folders_chance(p, q, k, kMaxSeats) / dealing_.all());
    const Row& bunching = bunching_.before_last(triple).hands;
    for (const auto& [earlier, later] : kTwoRoles) {
        for (std::size_t hand = 0; hand < kHands; ++hand) {
            multiply(slopes.by[earlier][later][hand], chance * bunching.value[hand], bunching);
            multiply(slopes.by[later][earlier][hand], chance * bunching.value[hand], bunching);
        }
    }
}

}  // namespace finaltable
