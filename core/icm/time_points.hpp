// The points in time of compressed ICM, and how its parameters follow from the tolerance.
#pragma once

#include <cstddef>
#include <vector>

#include "icm/nodes.hpp"

namespace finaltable {

// How the tolerance is shared out; the error that is stated does not depend on these.
struct CompressedSettings {
    CompressedSettings(double asked, std::size_t players);

    double tolerance;
    double tail;  // exp(-tail) is what the ends of the integral, of the window and of the frequencies leave out
    std::size_t per_bin;
    double step;         // a guess
    double least_slope;  // of the map of time
};

struct TimePoint {
    double time, weight;
};

// Evenly spaced in the map of time.
struct TimePoints {
    // Only the first `paid` places are paid, at most `top` for one and `pool` in all.
    TimePoints(const StackNodes& field, const CompressedSettings& settings, std::size_t paid, double top, double pool);

    std::vector<TimePoint> points;
    double cut_off;  // bound on the error of the step, the ends, the window and the frequencies; in payout units
};

}  // namespace finaltable
