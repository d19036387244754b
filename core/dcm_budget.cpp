#include "dcm_budget.hpp"

#include <algorithm>
#include <cmath>

namespace finaltable {
namespace {

constexpr double kSmallestLog = 0.0;
constexpr double kLargestLog = 43.0;  // 2^-62: below it a branch holds less than a unit of probability

// log(1 / threshold), widened by half a step a dimension so that the volume counts lattice points.
double simplex_edge(int players, double log_inverse) {
    double edge = log_inverse;
    for (int k = 3; k <= players; ++k) edge += 0.5 * std::log(k);
    return edge;
}

double nodes_at(int players, double log_inverse) {
    const double edge = simplex_edge(players, log_inverse);
    double volume = 1.0;
    for (int k = 3; k <= players; ++k) volume *= edge / ((k - 2) * std::log(k));
    return volume;
}

// Half a branching's share of the nodes at the frontier, measured against a full count: 1.05 for three players, 0.7
// for four, falling to 0.5 for twelve.
double open_at(int players, double log_inverse) {
    const double frontier = nodes_at(players, log_inverse) * (players - 2) / simplex_edge(players, log_inverse);
    return (players == 3 ? 1.05 : 0.75) * frontier * std::exp(-log_inverse);
}

// The smallest log(1 / threshold) for which `enough` holds, by bisection; `enough` is false, then true.
template <class Predicate>
double smallest_log(Predicate enough) {
    double low = kSmallestLog;
    double high = kLargestLog;
    while (high - low > 0.01) {
        const double middle = 0.5 * (low + high);
        (enough(middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace

double expected_nodes(int players, double threshold) { return nodes_at(players, -std::log(threshold)); }

double expected_open(int players, double threshold) {
    return std::min(1.0, open_at(players, -std::log(threshold)));
}

double threshold_for_tolerance(int players, double tolerance) {
    return std::exp(-smallest_log([&](double log) { return open_at(players, log) <= tolerance; }));
}

double threshold_for_nodes(int players, double nodes) {
    return std::exp(-smallest_log([&](double log) { return nodes_at(players, log) >= nodes; }));
}

}  // namespace finaltable
