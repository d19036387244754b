// What a sweep finds for two players who are in.
#include <algorithm>
#include <array>
#include <vector>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep.hpp"
#include "equilibrium/sweep_parts.hpp"

namespace finaltable {

// One class of one player: all rows are over the class of the other.
class Sweep::TwoIn {
public:
    TwoIn(Sweep& sweep, Part& part)
        : sweep_(sweep), game_(sweep.game_), part_(part), deals_(game_.seats > 2 ? kHands : 0),
          folds_(sweep.fold_.size()), bystanding_(folds_.size()), shares_(game_.two_channels),
          turned_(game_.two_channels) {
        for (Row& row : folds_) row.value.fill(1.0F);
    }

    void operator()(std::size_t hand) {
        hand_ = hand;
        find_folds();
        Row folded;  // probability that all before the opener fold
        folded.value.fill(1.0F);
        for (std::size_t p = 0; p + 1 < game_.seats; ++p) {
            Row called = folded;
            for (std::size_t q = p + 1; q < game_.seats; ++q) {
                meet(p, q, called);
                if (q + 1 < game_.seats) multiply(called, 1.0F, folds_[call_node(p, q)]);
                stand_by(p, q);
            }
            multiply(folded, 1.0F, folds_[open_node(p)]);
        }
        for (const std::size_t node : stood_by_) add_bystanding(node);
        stood_by_.clear();
    }

private:
    // The probability that each node folds, given both classes.
    void find_folds() {
        chance_ = sweep_.dealing_.row_with(hand_);
        if (game_.seats > 2) {
            Row one = chance_;
            for (float& deals : one.value) deals = deals > 0.0F ? 1.0F / deals : 0.0F;
            for (std::size_t h = 0; h < kHands; ++h) sweep_.dealing_.deals_with(hand_, h, deals_[h]);
            for (const std::size_t node : sweep_.active_) {
                mix_deals(folds_[node], sweep_.frozen_.strategy[node]);
                row_loops().complement(folds_[node], one);
            }
        }
        const float all = static_cast<float>(1.0 / sweep_.dealing_.all());
        for (float& deals : chance_.value) deals *= all;
    }

    void mix_deals(Row& sum, const Row& weights) const {
        mix(sum, weights, [&](std::size_t h) -> const Row& { return deals_[h]; });
    }

    void meet(std::size_t p, std::size_t q, const Row& called) {
        const std::size_t pair = pair_of(p, q);
        const Bunched& bunched = sweep_.bunching_.before_caller(pair);
        Row chance = chance_;
        multiply(chance, 1.0F, called);
        multiply(chance, static_cast<float>(bunched.together) * bunched.beyond.value[hand_], bunched.beyond);
        find_shares(pair, bunched.density);
        Frozen& frozen = sweep_.frozen_;
        Row& opener = frozen.opener[pair * kHands + hand_];
        expect(opener, turned_, pair, p);
        multiply(opener, 1.0F, chance);
        Row& caller = frozen.caller[pair * kHands + hand_];
        expect(caller, shares_, pair, q);
        multiply(caller, 1.0F, chance);
        const float opens = frozen.strategy[open_node(p)].value[hand_];
        if (opens == 0.0F) return;
        add(part_.reach[call_node(p, q)], static_cast<double>(opens), chance);
        if (frozen.folds[call_node(p, q)] < 1.0) show_down(p, q, opens, chance);
    }

    // The hand opens, and the other player calls.
    void show_down(std::size_t p, std::size_t q, float opens, const Row& chance) {
        const std::size_t pair = pair_of(p, q);
        const Bunched& bunched = sweep_.bunching_.before_caller(pair);
        Row both = sweep_.frozen_.strategy[call_node(p, q)];
        multiply(both, opens, chance);
        for (std::size_t c = 0; c < game_.two_channels; ++c) {
            part_.two[pair * game_.two_channels + c] += dot(both, *shares_[c]);
        }
        for (std::size_t s = 0; s < q; ++s) {
            if (s == p) continue;
            Row others = sweep_.frozen_.strategy[call_node(p, q)];
            multiply(others, opens * static_cast<float>(bunched.without[s]) * bunched.beyond.value[hand_],
                     bunched.beyond);
            for (std::size_t f = 0; f < q; ++f) {
                if (f != p && f != s) multiply(others, 1.0F, folds_[f < p ? open_node(f) : call_node(p, f)]);
            }
            Row worth;
            expect(worth, shares_, pair, s);
            const std::size_t node = folding_node(s, p, q);
            if (std::ranges::find(stood_by_, node) == stood_by_.end()) stood_by_.push_back(node);
            row_loops().add_product(bystanding_[node], others, worth);
        }
    }

    // The probability of every channel with the board that the folders leave, if the earlier seat has the hand; and if the
    // later one has it.
    void find_shares(std::size_t pair, const ByRank& density) {
        const std::size_t channels = game_.two_channels;
        const Boards& boards = sweep_.dealing_.boards();
        const bool shifted = pair > 0 && boards.known();  // before the first pair, no one folds
        if (shifted) {
            Row win, tie;
            sum_ranks(boards.wins(hand_), density, win);
            sum_ranks(boards.ties(hand_), density, tie);
            row_loops().find_factors(factors_.data(), &sweep_.results_[hand_ * 3], win, tie);
        }
        const std::span<const std::size_t> result = results_of_channels(channels);
        for (std::size_t c = 0; c < channels; ++c) {
            shares_[c] = &sweep_.two_shares_[c * kHands + hand_];
            turned_[c] = &sweep_.turned_shares_[c * kHands + hand_];
            if (!shifted) continue;
            shares_[c] = &changed(c, *shares_[c], factors_[result[c]]);
            turned_[c] = &changed(channels + c, *turned_[c], factors_[2 - result[c]]);
        }
    }

    const Row& changed(std::size_t place, const Row& share, const Row& factor) {
        changed_[place] = share;
        multiply(changed_[place], 1.0F, factor);
        return changed_[place];
    }

    // What the channels of a pair are worth to a player.
    void expect(Row& sum, const std::vector<const Row*>& shares, std::size_t pair, std::size_t player) const {
        std::array<float, kOrders> gains;
        for (std::size_t c = 0; c < shares.size(); ++c) gains[c] = static_cast<float>(game_.two_gain(pair, c, player));
        row_loops().mix(sum, shares.size(), gains.data(), shares.data());
    }

    // The later seat opens with the hand, and the earlier has folded.
    void stand_by(std::size_t p, std::size_t q) {
        const Bunched& bunched = sweep_.bunching_.before_opener(q);
        Row& chance = sweep_.frozen_.bystander[pair_of(p, q) * kHands + hand_];
        chance = chance_;
        multiply(chance, static_cast<float>(bunched.without[p]) * bunched.beyond.value[hand_], bunched.beyond);
        for (std::size_t f = 0; f < q; ++f) {
            if (f != p) multiply(chance, 1.0F, folds_[open_node(f)]);
        }
    }

    // What pairs of others do to a folder, by the class of the folder.
    void add_bystanding(std::size_t node) {
        Row sum;
        mix_deals(sum, bystanding_[node]);
        add(part_.rest[node], -1.0 / sweep_.dealing_.all(), sum);
        bystanding_[node] = {};
    }

    Sweep& sweep_;
    const Game& game_;
    Part& part_;
    std::size_t hand_ = 0;
    std::vector<Row> deals_;  // class of the other: deals, by the class of a third player
    Row chance_;              // of a deal with both classes
    NodeRows folds_, bystanding_;
    std::vector<std::size_t> stood_by_;  // nodes at which a player has folded to a pair
    std::vector<const Row*> shares_, turned_;
    std::array<Row, 3> factors_;
    std::array<Row, 2 * kOrders> changed_;
};

void Sweep::visit_pairs(std::size_t first, std::size_t step, Part& part, Watch& watch) {
    TwoIn visit(*this, part);
    for (std::size_t hand = first; hand < kHands && watch.keep_going(0.0, 0.0); hand += step) visit(hand);
}

}  // namespace finaltable
