#include "equilibrium/gains.hpp"

#include <algorithm>

namespace finaltable {
namespace {

// Where the orders of an end of push or fold begin.
class FirstRows {
public:
    FirstRows(const HandShowdowns& showdowns, std::size_t seats) {
        std::size_t next = 0;
        for (std::size_t pushed = 0; pushed <= kMostIn; ++pushed) {
            const std::size_t ends[] = {1, seats, pairs_of(seats), triples_of(seats)};
            first_[pushed] = next;
            orders_[pushed] = showdowns[pushed]->orders.size();
            next += ends[pushed] * orders_[pushed];
        }
    }

    std::size_t of(std::size_t pushed, std::size_t end) const { return first_[pushed] + end * orders_[pushed]; }

private:
    std::array<std::size_t, kMostIn + 1> first_{}, orders_{};
};

// Each channel minus the average before the last player went in.
class GainOfLast {
public:
    GainOfLast(const Valued& valued, std::size_t pushed)
        : valued_(valued), pushed_(pushed), shown_(std::min(kMostCards - pushed, valued.showdowns[pushed]->posted)) {
        const std::vector<Ranks>& among = channels_of(pushed_ - 1 + shown_);
        for (const Ranks& channel : valued.showdowns[pushed]->channels()) {
            Ranks kept(channel.begin(), channel.begin() + static_cast<std::ptrdiff_t>(pushed_ - 1));
            for (std::size_t i = 0; i < shown_; ++i) kept.push_back(channel[pushed_ + i]);
            before_.push_back(static_cast<std::size_t>(std::ranges::find(among, dense(kept)) - among.begin()));
        }
    }

    void add(std::vector<double>& gains, std::size_t first, std::size_t first_before) const {
        const std::vector<double> after = valued_.by_channel(pushed_, first);
        const std::vector<double> before = valued_.averages(pushed_ - 1, first_before, pushed_ - 1 + shown_);
        for (std::size_t channel = 0; channel < before_.size(); ++channel) {
            for (std::size_t player = 0; player < valued_.players; ++player) {
                gains.push_back(after[channel * valued_.players + player] -
                                before[before_[channel] * valued_.players + player]);
            }
        }
    }

private:
    const Valued& valued_;
    std::size_t pushed_, shown_;       // players all-in by posting in the channel
    std::vector<std::size_t> before_;  // channel: the order of the others
};

}  // namespace

std::vector<double> Valued::averages(std::size_t pushed, std::size_t first, std::size_t hands) const {
    const Showdowns& known = *showdowns[pushed];
    const OrderAverages orders(known, hands);
    std::vector<double> found(channels_of(hands).size() * players);
    for (std::size_t order = 0; order < known.orders.size(); ++order) {
        const double* const value = &values[rows[first + order] * players];
        double* const sum = &found[orders.channel_of(order) * players];
        for (std::size_t player = 0; player < players; ++player) sum[player] += orders.weight(order) * value[player];
    }
    return found;
}

std::vector<double> Valued::if_all_fold() const {
    const Showdowns& known = *showdowns[0];
    std::vector<double> found(players);
    double total = 0.0;
    for (std::size_t order = 0; order < known.orders.size(); ++order) {
        const double* const value = &values[rows[order] * players];
        for (std::size_t player = 0; player < players; ++player) found[player] += known.weights[order] * value[player];
        total += known.weights[order];
    }
    for (double& value : found) value /= total;
    return found;
}

Gains find_gains(const Valued& valued, std::size_t seats) {
    const FirstRows first(valued.showdowns, seats);
    const std::vector<double> walk = valued.if_all_fold();
    Gains gains;
    for (std::size_t i = 0; i < seats; ++i) {
        const std::vector<double> after = valued.by_channel(1, first.of(1, i));
        for (std::size_t k = 0; k < after.size(); ++k) gains.one.push_back(after[k] - walk[k % valued.players]);
    }
    const GainOfLast second(valued, 2), third(valued, 3);
    for_each_pair(seats, [&](std::size_t p, std::size_t q) {
        second.add(gains.two, first.of(2, pair_of(p, q)), first.of(1, p));
    });
    for_each_triple(seats, [&](std::size_t p, std::size_t q, std::size_t k) {
        third.add(gains.three, first.of(3, triple_of(p, q, k)), first.of(2, pair_of(p, q)));
    });
    return gains;
}

}  // namespace finaltable
