#include "icm/time_points.hpp"

#include <algorithm>
#include <cmath>

#include "icm/time.hpp"
#include "icm/time_map.hpp"

namespace finaltable {
namespace {

constexpr double kFinest = 1e-14;  // of the pool: rounding is larger than finer tolerances
constexpr double kCoarsest = 1e-3;

constexpr double kTailsPerTolerance = 40.0;
constexpr double kNodeErrors = 50.0;
constexpr double kStepErrors = 150.0;
constexpr double kGainPerNode = 9.0;  // a node more makes the error of a bin smaller by this factor
constexpr double kFewestNodes = 8.0, kMostNodes = 24.0;
constexpr double kLargestStep = 1.3;
constexpr double kStrip = 1.2;  // how far from the real axis the ends of the integral are smooth

// Beyond this y no player who finishes is paid.
double last_y(const StackNodes& field, std::size_t paid, double tail) {
    double last = 1.0;
    while (time_at(last) * field.distinct().stack.front() < kNegligibleLog) last += 0.05;
    const auto places = static_cast<double>(paid);
    if (places >= field.players()) return last;
    for (double low = kFirstY; last - low > 0.01;) {
        const double middle = 0.5 * (low + last);
        const double others = field.mean_finished(time_at(middle)) - 1.0;
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

std::vector<TimePoint> spaced(const TimeMap& map, double step, double last) {
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

}  // namespace

CompressedSettings::CompressedSettings(double asked, std::size_t players)
    : tolerance(std::clamp(asked, kFinest, kCoarsest)) {
    const double field = std::max(static_cast<double>(players), 100.0);
    tail = std::log(kTailsPerTolerance / tolerance);
    const double nodes = std::ceil(std::log(kNodeErrors * field / tolerance) / std::log(kGainPerNode));
    per_bin = static_cast<std::size_t>(std::clamp(nodes, kFewestNodes, kMostNodes));
    const double gain = std::log(kStepErrors / tolerance);
    step = std::min(kLargestStep, 2.0 * kPi / std::sqrt(2.0 * gain));  // of a Gaussian: 2 exp(-2 pi^2 / step^2)
    least_slope = step * gain / (2.0 * kPi * kStrip);
}

TimePoints::TimePoints(const StackNodes& field, const CompressedSettings& settings, std::size_t paid, double top,
                       double pool) {
    const double last = last_y(field, paid, settings.tail);
    const TimeMap map(field, settings.least_slope, last);
    const TrapezoidBound bound(field, map, settings.step, last);
    const double step = choose_step(bound, settings.step, 0.25 * settings.tolerance * pool / top);
    cut_off = top * bound(step) + (5.0 * top + 2.0 * pool) * std::exp(-settings.tail);
    points = spaced(map, step, last);
}

}  // namespace finaltable
