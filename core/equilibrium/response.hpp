// The gain of going in over folding, for the nodes of one seat: pairs with the current strategies, the rest from the
// last sweep.
#pragma once

#include <cstddef>
#include <vector>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep.hpp"

namespace finaltable {

class Response {
public:
    explicit Response(const Sweep& sweep) : sweep_(sweep), game_(sweep.game()) {}

    // Called after a sweep.
    void restart() { now_ = sweep_.frozen().folds; }

    // Called when the strategy of a node has changed.
    void changed(std::size_t node, const Row& strategy) {
        double in = 0.0;
        for (std::size_t h = 0; h < kHands; ++h) {
            in += static_cast<double>(strategy.value[h]) * sweep_.dealing().with(h);
        }
        now_[node] = 1.0 - in / sweep_.dealing().all();
    }

    // First in.
    void open(std::size_t s, const NodeRows& strategy, Row& gain) const {
        const Frozen& frozen = sweep_.frozen();
        gain = frozen.rest[open_node(s)];
        Row alone = frozen.reach[open_node(s)];
        const std::span<const float> worth = sweep_.one_gain(s, s);
        for (std::size_t h = 0; h < kWidth; ++h) alone.value[h] *= worth[h];
        add(gain, since(s, s, s), alone);
        for (std::size_t q = s + 1; q < game_.seats; ++q) {
            Row called;
            mix(called, strategy[call_node(s, q)], &frozen.opener[pair_of(s, q) * kHands]);
            add(gain, since(s, q, s), called);
            Row later = strategy[open_node(q)];
            const std::span<const float> change = sweep_.one_gain(q, s);
            for (std::size_t h = 0; h < kWidth; ++h) later.value[h] *= change[h];
            Row opened;
            mix(opened, later, &frozen.bystander[pair_of(s, q) * kHands]);
            add(gain, -since(q, q, s), opened);
        }
    }

    // Facing one all-in.
    void call(std::size_t i, std::size_t s, const NodeRows& strategy, Row& gain) const {
        const Frozen& frozen = sweep_.frozen();
        gain = frozen.rest[call_node(i, s)];
        Row called;
        mix(called, strategy[open_node(i)], &frozen.caller[pair_of(i, s) * kHands]);
        add(gain, since(i, s, s), called);
    }

private:
    static void mix(Row& sum, const Row& weights, const Row* rows) {
        for (std::size_t h = 0; h < kHands; ++h) {
            if (weights.value[h] != 0.0F) add(sum, static_cast<double>(weights.value[h]), rows[h]);
        }
    }

    // Ratio to the last sweep of the probability that all before the caller fold, except the opener and one more.
    double since(std::size_t opener, std::size_t caller, std::size_t except) const {
        double ratio = 1.0;
        for (std::size_t f = 0; f < caller; ++f) {
            if (f == opener || f == except) continue;
            const std::size_t node = f < opener ? open_node(f) : call_node(opener, f);
            if (sweep_.frozen().folds[node] > 1e-9) ratio *= now_[node] / sweep_.frozen().folds[node];
        }
        return ratio;
    }

    const Sweep& sweep_;
    const Game& game_;
    std::vector<double> now_;  // probability that every node folds
};

}  // namespace finaltable
