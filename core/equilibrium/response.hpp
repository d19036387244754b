// The gain of going in over folding, for the nodes of one seat, with the current strategies: exact for pairs, first order
// from the last sweep for triples and bystanders. At the swept profile it is exact.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep.hpp"

namespace finaltable {

class Response {
public:
    explicit Response(const Sweep& sweep) : sweep_(sweep), game_(sweep.game()) {}

    // Called after a sweep.
    void restart() {
        const Frozen& frozen = sweep_.frozen();
        now_ = frozen.folds;
        moved_.assign(now_.size(), Row{});
        has_moved_.assign(now_.size(), false);
    }

    // Called when the strategy of a node has changed.
    void changed(std::size_t node, const Row& strategy) {
        const Row& before = sweep_.frozen().strategy[node];
        double in = 0.0;
        bool moved = false;
        for (std::size_t h = 0; h < kHands; ++h) {
            in += static_cast<double>(strategy.value[h]) * sweep_.dealing().with(h);
            moved_[node].value[h] = strategy.value[h] - before.value[h];
            moved = moved || moved_[node].value[h] != 0.0F;
        }
        has_moved_[node] = moved;
        now_[node] = moved ? 1.0 - in / sweep_.dealing().all() : sweep_.frozen().folds[node];
    }

    // First in.
    void open(std::size_t s, const NodeRows& strategy, Row& gain) {
        const Frozen& frozen = sweep_.frozen();
        gain = frozen.rest[open_node(s)];
        Row alone = frozen.reach[open_node(s)];
        const std::span<const float> worth = sweep_.one_gain(s, s);
        for (std::size_t h = 0; h < kWidth; ++h) alone.value[h] *= worth[h];
        add(gain, since(s, s, s), alone);
        for (std::size_t q = s + 1; q < game_.seats; ++q) {
            add(gain, since(s, q, s), mixed(strategy[call_node(s, q)], &frozen.opener[pair_of(s, q) * kHands]));
            Row later = strategy[open_node(q)];
            const std::span<const float> change = sweep_.one_gain(q, s);
            for (std::size_t h = 0; h < kWidth; ++h) later.value[h] *= change[h];
            add(gain, -since(q, q, s), mixed(later, &frozen.bystander[pair_of(s, q) * kHands]));
            for (std::size_t k = q + 1; k < game_.seats; ++k) add_triple(gain, s, q, k, kOpener);
        }
        stand_by(open_node(s), s, gain);
    }

    // Facing one all-in.
    void call(std::size_t i, std::size_t s, const NodeRows& strategy, Row& gain) {
        const Frozen& frozen = sweep_.frozen();
        gain = frozen.rest[call_node(i, s)];
        add(gain, since(i, s, s), mixed(strategy[open_node(i)], &frozen.caller[pair_of(i, s) * kHands]));
        for (std::size_t k = s + 1; k < game_.seats; ++k) add_triple(gain, i, s, k, kCaller);
        stand_by(call_node(i, s), s, gain);
    }

    // Facing two.
    void over(std::size_t i, std::size_t j, std::size_t s, Row& gain) const {
        gain = sweep_.frozen().rest[over_node(i, j, s)];
        add_triple(gain, i, j, s, kLast);
        stand_by(over_node(i, j, s), s, gain);
    }

private:
    static constexpr double kMost = 3.0;    // times what the sweep found: beyond, first order says nothing
    static constexpr double kNever = 1e-9;  // chances below it have no ratio
    static constexpr double kLeastFold = 1e-6;

    // The sum of the rows of all classes, each times its weight.
    static Row mixed(const Row& weights, const Row* rows) {
        Row sum;
        mix(sum, weights, [&](std::size_t h) -> const Row& { return rows[h]; });
        return sum;
    }

    // Ratio to the last sweep of the probability that all before the caller fold, except the opener and one more.
    double since(std::size_t opener, std::size_t caller, std::size_t except) const {
        double ratio = 1.0;
        for (std::size_t f = 0; f < caller; ++f) {
            if (f != opener && f != except) ratio *= folds_since(f < opener ? open_node(f) : call_node(opener, f));
        }
        return ratio;
    }

    double folds_since(std::size_t node) const {
        const double before = sweep_.frozen().folds[node];
        return before > kNever ? now_[node] / before : 1.0;
    }

    double goes_in_since(std::size_t node) const {
        const double before = 1.0 - sweep_.frozen().folds[node];
        return before > kNever ? std::min(kMost, (1.0 - now_[node]) / before) : 1.0;
    }

    // The same for the folders around a triple, but one.
    double folders_since(std::size_t p, std::size_t q, std::size_t k, std::size_t except) const {
        double ratio = 1.0;
        for (std::size_t f = 0; f < k; ++f) {
            if (f != p && f != q && f != except) ratio *= folds_since(folding_node(f, p, q));
        }
        return std::min(kMost, ratio);
    }

    // What a triple adds to one role's gain since the sweep. Scaled by how often the other two go in; where the slopes are
    // known, so that it vanishes when either stops.
    void add_triple(Row& gain, std::size_t p, std::size_t q, std::size_t k, Role role) const {
        const Frozen& frozen = sweep_.frozen();
        const std::size_t triple = triple_of(p, q, k), place = frozen.slopes_of[triple];
        const std::array<std::size_t, kRoles> nodes{open_node(p), call_node(p, q), over_node(p, q, k)};
        const Role one = role == kOpener ? kCaller : kOpener, two = role == kLast ? kCaller : kLast;
        const double folders = folders_since(p, q, k, kMaxSeats);
        const double a = goes_in_since(nodes[one]), b = goes_in_since(nodes[two]);
        const double scale = place == kNoSlopes ? folders * a * b : folders * (a + b - a * b);
        if (scale != 1.0) add(gain, scale - 1.0, frozen.triple[triple * kRoles + role]);
        if (place == kNoSlopes) return;
        const auto& slopes = sweep_.slopes()[place].by[role];
        add_slope(gain, role, one, nodes[one], slopes[one], folders * b);
        add_slope(gain, role, two, nodes[two], slopes[two], folders * a);
    }

    void add_slope(Row& gain, Role role, Role other, std::size_t node, const std::vector<Row>& rows, double by) const {
        if (!has_moved_[node]) return;
        if (other < role) return add(gain, by, mixed(moved_[node], rows.data()));
        for (std::size_t h = 0; h < kHands; ++h) gain.value[h] += static_cast<float>(by * dot(moved_[node], rows[h]));
    }

    // What others do to each other after a fold, since the sweep; all classes have the same share of it.
    void stand_by(std::size_t node, std::size_t s, Row& gain) const {
        if (game_.seats < 3) return;
        double change = 0.0;
        for (std::size_t q = s + 1; q < game_.seats; ++q) {
            for (std::size_t p = 0; p < q; ++p) {
                if (p != s && folding_node(s, p, q) == node) change -= pair_since(p, q, s, node);
                for (std::size_t k = q + 1; k < game_.seats && p != s; ++k) {
                    if (folding_node(s, p, q) == node) change += triple_since(p, q, k, s);
                }
            }
        }
        for (std::size_t k = s + 1; k < game_.seats; ++k) {  // between the caller and the last
            for_each_pair(s, [&](std::size_t p, std::size_t q) {
                if (over_node(p, q, s) == node) change += triple_since(p, q, k, s);
            });
        }
        if (change == 0.0) return;
        double reached = 0.0;
        for (std::size_t h = 0; h < kHands; ++h) {
            reached += static_cast<double>(sweep_.frozen().reach[node].value[h]);
        }
        if (reached > kNever) add(gain, change / reached, sweep_.frozen().reach[node]);
    }

    double pair_since(std::size_t p, std::size_t q, std::size_t s, std::size_t node) const {
        const double ratio = since(p, q, s) * goes_in_since(open_node(p)) * goes_in_since(call_node(p, q));
        if (ratio == 1.0) return 0.0;
        double worth = 0.0;
        for (std::size_t c = 0; c < game_.two_channels; ++c) {
            const std::size_t pair = pair_of(p, q);
            worth += sweep_.masses().two[pair * game_.two_channels + c] * game_.two_gain(pair, c, s);
        }
        return (ratio - 1.0) * worth / std::max(kLeastFold, sweep_.frozen().folds[node]);
    }

    double triple_since(std::size_t p, std::size_t q, std::size_t k, std::size_t s) const {
        const double at_sweep = sweep_.frozen().unseen[triple_of(p, q, k) * kMaxSeats + s];
        if (at_sweep == 0.0) return 0.0;
        const double all_in =
            goes_in_since(open_node(p)) * goes_in_since(call_node(p, q)) * goes_in_since(over_node(p, q, k));
        return at_sweep * (folders_since(p, q, k, s) * all_in - 1.0);
    }

    const Sweep& sweep_;
    const Game& game_;
    std::vector<double> now_;      // probability that every node folds
    NodeRows moved_;               // what every strategy has changed by since the sweep
    std::vector<bool> has_moved_;  // node
};

}  // namespace finaltable
