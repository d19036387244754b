#include "equilibrium/chart.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "equilibrium/showdowns.hpp"

namespace finaltable {
namespace {

double share_of_all(std::span<const double> frequency) {
    double held = 0.0;
    for (std::size_t hand = 0; hand < kHands; ++hand) held += frequency[hand] * size_of(hand);
    return held / kAllHands;
}

// The value of the best hand minus that of the worst; those that never come up are NaN.
double spread_of(std::span<const double> worth) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const double value : worth) {
        if (value < least) least = value;
        if (value > most) most = value;
    }
    return least <= most ? most - least : 0.0;
}

class Describing {
public:
    Describing(const Measured& found, std::size_t seats) : found_(found), seats_(seats), nodes_(nodes_of(seats)) {}

    std::span<const double> row(const std::vector<double>& cells, std::size_t node) const {
        return {&cells[node * kHands], kHands};
    }

    std::vector<double> worth() const {
        std::vector<double> values(found_.gain.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = found_.reach[i] > kUnreached ? found_.gain[i] / found_.reach[i]
                                                     : std::numeric_limits<double>::quiet_NaN();
        }
        return values;
    }

    std::vector<double> by_node(auto of) const {
        std::vector<double> values(nodes_);
        for (std::size_t node = 0; node < nodes_; ++node) values[node] = of(node);
        return values;
    }

    // What the strategy loses at a node, when it comes up.
    double lost_at(std::size_t node, double reach) const {
        if (!(reach > 0.0)) return 0.0;
        double lost = 0.0;
        for (std::size_t i = node * kHands; i < (node + 1) * kHands; ++i) {
            lost += std::max(0.0, found_.gain[i]) - found_.profile[i] * found_.gain[i];
        }
        return lost / reach;
    }

    // Probability of each set of three, in the order of their numbers.
    std::vector<double> triples() const {
        std::vector<double> masses(triples_of(seats_));
        for (std::size_t i = 0; i < found_.masses.three.size(); ++i) masses[i / kOrders] += found_.masses.three[i];
        return masses;
    }

    // Share of hands with which a seat overcalls any two of three.
    double overcalls(std::size_t seat, std::size_t p, std::size_t q, std::size_t k) const {
        const std::size_t nodes[] = {over_node(p, q, seat), over_node(p, k, seat), over_node(q, k, seat)};
        std::vector<double> least(kHands, 1.0);
        for (const std::size_t node : nodes) {
            const std::span<const double> goes = row(found_.profile, node);
            for (std::size_t hand = 0; hand < kHands; ++hand) least[hand] = std::min(least[hand], goes[hand]);
        }
        return share_of_all(least);
    }

    double fourth(const std::vector<double>& masses) const {
        double total = 0.0;
        for_each_triple(seats_, [&](std::size_t p, std::size_t q, std::size_t k) {
            double all_fold = 1.0;
            for (std::size_t seat = k + 1; seat < seats_; ++seat) all_fold *= 1.0 - overcalls(seat, p, q, k);
            total += masses[triple_of(p, q, k)] * (1.0 - all_fold);
        });
        return total;
    }

private:
    const Measured& found_;
    std::size_t seats_, nodes_;
};

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

Chart chart_of(const Measured& found, std::size_t seats, std::span<const bool> locked, double error, bool exact_cards) {
    const Describing by(found, seats);
    Chart chart;
    chart.worth = by.worth();
    chart.frequency = by.by_node([&](std::size_t node) { return share_of_all(by.row(found.profile, node)); });
    chart.reach = by.by_node([&](std::size_t node) { return sum(by.row(found.reach, node)); });
    const std::vector<double> spreads =
        by.by_node([&](std::size_t node) { return spread_of(by.row(chart.worth, node)); });
    const double widest = std::ranges::max(spreads), total = sum(found.exploitability);
    chart.margin = by.by_node([&](std::size_t node) {
        const double cards = exact_cards ? 0.0 : kCardError * spreads[node] + kCardErrorElsewhere * widest;
        return total + 2.0 * error + (locked[node] ? 0.0 : by.lost_at(node, chart.reach[node])) + cards;
    });
    const std::vector<double> masses = by.triples();
    chart.three_way = std::min(1.0, sum(masses));
    chart.fourth = by.fourth(masses);
    return chart;
}

}  // namespace finaltable
