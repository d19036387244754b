#include "icm/compressed.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "icm/distinct.hpp"
#include "icm/nodes.hpp"
#include "icm/payout_blocks.hpp"
#include "icm/spectrum.hpp"
#include "icm/time.hpp"
#include "icm/time_map.hpp"
#include "support/parallel.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr double kSums = 0x1p-50;  // of the pool: sums of payouts
constexpr double kFinest = 1e-14;  // of the pool: rounding is larger than finer tolerances
constexpr double kCoarsest = 1e-3;
constexpr double kUnit = 1.2e-16;    // a rounding, relative
constexpr std::size_t kPieces = 32;  // of the points in time, each with its own sums, for any number of threads

// How the tolerance is shared out; the error that is stated does not depend on these.
constexpr double kTailsPerTolerance = 40.0;
constexpr double kNodeErrors = 50.0;
constexpr double kStepErrors = 150.0;
constexpr double kGainPerNode = 9.0;  // a node more makes the error of a bin smaller by this factor
constexpr double kFewestNodes = 8.0, kMostNodes = 24.0;
constexpr double kLargestStep = 1.3;
constexpr double kStrip = 1.2;  // how far from the real axis the ends of the integral are smooth

struct Settings {
    Settings(double asked, std::size_t players) : tolerance(std::clamp(asked, kFinest, kCoarsest)) {
        const double field = std::max(static_cast<double>(players), 100.0);
        tail = std::log(kTailsPerTolerance / tolerance);
        const double nodes = std::ceil(std::log(kNodeErrors * field / tolerance) / std::log(kGainPerNode));
        per_bin = static_cast<std::size_t>(std::clamp(nodes, kFewestNodes, kMostNodes));
        const double gain = std::log(kStepErrors / tolerance);
        step = std::min(kLargestStep, 2.0 * kPi / std::sqrt(2.0 * gain));  // of a Gaussian: 2 exp(-2 pi^2 / step^2)
        least_slope = step * gain / (2.0 * kPi * kStrip);
    }

    double tolerance;
    double tail;  // exp(-tail) is what the ends of the integral, of the window and of the frequencies leave out
    std::size_t per_bin;
    double step;         // a guess
    double least_slope;  // of the map of time
};

// Beyond this y no player who finishes is paid.
double last_y(const StackNodes& field, std::size_t paid, std::size_t players, double tail) {
    double last = 1.0;
    while (time_at(last) * field.distinct().stack.front() < kNegligibleLog) last += 0.05;
    if (paid >= players) return last;
    for (double low = kFirstY; last - low > 0.01;) {
        const double middle = 0.5 * (low + last);
        const double others = field.mean_finished(time_at(middle)) - 1.0;
        const auto places = static_cast<double>(paid);
        // Chernoff: the chance that fewer than `paid` of the others have finished.
        const bool none = others > places && others - places - places * std::log(others / places) > tail + 3.0;
        (none ? last : low) = middle;
    }
    return last;
}

// The largest step whose error is at most `allowed`, as far as it lies near the guess.
double choose_step(const TrapezoidBound& bound, double guess, double allowed) {
    double low = 0.4 * guess, high = 1.6 * guess;
    for (int halving = 0; halving < 8; ++halving) {
        const double middle = 0.5 * (low + high);
        (bound(middle) < allowed ? low : high) = middle;
    }
    return low;
}

struct TimePoint {
    double time, weight;
};

// Evenly spaced in the map of time.
std::vector<TimePoint> time_points(const TimeMap& map, double step, double last) {
    const double first_value = map(kFirstY).value;
    const auto count = static_cast<std::size_t>(std::ceil((map(last).value - first_value) / step)) + 1;
    std::vector<TimePoint> points;
    points.reserve(count);
    double y = kFirstY;
    for (std::size_t i = 0; i < count; ++i) {
        const double value = first_value + step * static_cast<double>(i);
        for (int newton = 0; newton < 40; ++newton) {
            const TimeMap::Point at = map(y);
            const double off = (at.value - value) / at.slope;
            y -= off;
            if (std::abs(off) < 1e-12) break;
        }
        const double slope = map(y).slope, time = time_at(y);
        points.push_back({time, step / slope * time * (1.0 + std::exp(-y))});
        y += step / slope;
    }
    return points;
}

std::vector<double> equities_by_stack(const StackNodes& field, const std::vector<FieldSums>& sums) {
    std::vector<double> at_nodes(field.nodes().size()), at_stacks(field.distinct().size());
    for (const FieldSums& piece : sums) {
        for (std::size_t q = 0; q < at_nodes.size(); ++q) at_nodes[q] += piece.at_nodes[q];
        for (std::size_t bin = 0; bin < field.bins().size(); ++bin) {
            const std::vector<double>& own = piece.at_stacks[bin];
            for (std::size_t i = 0; i < own.size(); ++i) at_stacks[field.bins()[bin].first + i] += own[i];
        }
    }
    field.interpolate(at_nodes, at_stacks);
    for (double& equity : at_stacks) equity = std::max(0.0, equity);
    return at_stacks;
}

}  // namespace

Report icm_compressed(std::span<const double> stacks, std::span<const double> payouts, const Limits& limits,
                      std::span<double> equities, Watch& watch) {
    const DistinctStacks distinct(stacks);
    const std::size_t players = distinct.live();
    const double all = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    payouts = split_payouts(payouts, players, distinct.out(), equities);
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    if (pool == 0.0) return {.error = kSums * all};

    const double top = *std::ranges::max_element(payouts);
    const Settings settings(limits.tolerance, players);
    const StackNodes field(distinct.rising(), settings.per_bin);
    const PayoutBlocks blocks(payouts, players);
    const double last = last_y(field, payouts.size(), players, settings.tail);
    const TimeMap map(field, settings.least_slope, last);
    const TrapezoidBound bound(field, map, settings.step, last);
    const double step = choose_step(bound, settings.step, 0.25 * settings.tolerance * pool / top);
    const double cut_off = top * bound(step) + (5.0 * top + 2.0 * pool) * std::exp(-settings.tail);

    const std::vector<TimePoint> points = time_points(map, step, last);
    // Each piece takes every 32nd point, and all pieces are added in order.
    std::vector<FieldSums> sums(std::min(points.size(), kPieces), FieldSums(field));
    std::vector<double> compression(sums.size()), rounding(sums.size());
    Report report{.work = points.size()};
    report.finished = parallel_for(sums.size(), limits.threads, watch, [&](std::size_t piece, Watch& own) {
        Spectrum spectrum(field, blocks, settings.tail);
        for (std::size_t i = piece; i < points.size(); i += sums.size()) {
            if (!own.keep_going(static_cast<double>(piece) / static_cast<double>(sums.size()), cut_off / pool)) return;
            spectrum.add(points[i].time, points[i].weight, sums[piece]);
        }
        compression[piece] = spectrum.compression();
        rounding[piece] = spectrum.rounding();
    });
    distinct.write(equities_by_stack(field, sums), equities);
    report.error = cut_off + *std::ranges::max_element(compression) + *std::ranges::max_element(rounding) +
                   4.0 * kUnit * std::sqrt(static_cast<double>(points.size())) * pool + kSums * all;
    return report;
}

}  // namespace finaltable
