#include "equilibrium/bunching.hpp"

#include "equilibrium/rows.hpp"

namespace finaltable {
namespace {

constexpr double kNever = 1e-12;

// The folders of one situation, while players act one after the other.
class Before {
public:
    Before(const Dealing& dealing, const std::vector<double>& folds, const NodeRows& given)
        : dealing_(dealing), folds_(folds), given_(given) {
        product_.value.fill(1.0F);
    }

    void fold(std::size_t seat, std::size_t node, const FoldedHands& hands) {
        folders_.fold(hands);
        seats_.push_back(seat);
        if (folds_[node] >= kNever) multiply(product_, static_cast<float>(1.0 / folds_[node]), given_[node]);
    }

    Bunched with(std::size_t shown) const {
        Bunched found;
        found.without.fill(1.0);
        found.together = folders_.together();
        for (std::size_t i = 0; i < seats_.size(); ++i) found.without[seats_[i]] = folders_.together_without(i);
        found.density = folders_.density(2.0 * static_cast<double>(shown));
        found.beyond.value.fill(1.0F);
        if (seats_.size() > 1) weigh(found.beyond);
        found.hands = found.beyond;
        multiply(found.hands, 1.0F, product_);
        return found;
    }

private:
    // On average over all hands, the folders' probability given a hand is their probability.
    void weigh(Row& beyond) const {
        beyond = folders_.hands_beyond_single();
        double sum = 0.0;
        for (std::size_t h = 0; h < kHands; ++h) {
            sum += dealing_.with(h) * static_cast<double>(beyond.value[h] * product_.value[h]);
        }
        if (sum <= 0.0) return;
        for (float& weight : beyond.value) weight *= static_cast<float>(dealing_.all() / sum);
    }

    const Dealing& dealing_;
    const std::vector<double>& folds_;
    const NodeRows& given_;
    Folders folders_;
    std::vector<std::size_t> seats_;
    Row product_;  // class: of the folders' probabilities given that class, divided by their probabilities
};

}  // namespace

void Bunching::find(const Game& game, const NodeRows& strategy, const std::vector<double>& folds,
                    const NodeRows& given) {
    one_.resize(game.seats);
    two_.resize(pairs_of(game.seats));
    three_.resize(game.seats > 2 ? triples_of(game.seats) : 0);
    std::vector<FoldedHands> hands;
    for (const Row& goes_in : strategy) hands.emplace_back(goes_in);
    Before none(game.dealing, folds, given);
    for (std::size_t p = 0; p < game.seats; ++p) {
        one_[p] = none.with(1);
        Before one = none;
        for (std::size_t q = p + 1; q < game.seats; ++q) {
            two_[pair_of(p, q)] = one.with(2);
            Before two = one;
            for (std::size_t k = q + 1; k < game.seats; ++k) {
                three_[triple_of(p, q, k)] = two.with(3);
                two.fold(k, over_node(p, q, k), hands[over_node(p, q, k)]);
            }
            one.fold(q, call_node(p, q), hands[call_node(p, q)]);
        }
        none.fold(p, open_node(p), hands[open_node(p)]);
    }
}

}  // namespace finaltable
