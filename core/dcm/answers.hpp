// Turns the ledger of a search into values with a bound on their error.
//
// Every value lies in an interval: of a player's booked places, of the bounds for the hands that are not explored
// (bounds.hpp), and of the units that were lost. The answer is a point in each interval; the points are chosen so that
// they sum to what is known, the money or a whole place. The error is the largest distance from a point to an end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "dcm/bounds.hpp"
#include "dcm/ledger.hpp"

namespace finaltable {

struct Interval {
    double least, most;

    double middle() const { return 0.5 * (least + most); }
    double reach() const { return 0.5 * (most - least); }
    double error(double value) const { return std::max(value - least, most - value); }
};

// Points of intervals that sum to `total`. Where it costs nothing, they differ from the middles: in intervals that are
// shorter than the longest.
inline std::vector<double> points_of(std::span<const Interval> intervals, double total) {
    std::vector<double> points, room, reach;
    double longest = 0.0, missing = total;
    for (const Interval& one : intervals) {
        points.push_back(one.middle());
        reach.push_back(one.reach());
        missing -= one.middle();
        longest = std::max(longest, one.reach());
    }
    for (const double own : reach) room.push_back(std::min(own, longest - own));
    const double free = std::accumulate(room.begin(), room.end(), 0.0);
    const std::vector<double>& part = free > std::abs(missing) ? room : reach;
    const double sum = std::accumulate(part.begin(), part.end(), 0.0);
    for (std::size_t i = 0; i < points.size() && sum > 0.0; ++i) {
        points[i] = std::clamp(points[i] + missing * part[i] / sum, intervals[i].least, intervals[i].most);
    }
    return points;
}

// The expected loss of every player. `lost` is the probability that the search has lost, and `losses` the range of those
// of single places. The winner loses nothing.
template <class Chips>
std::vector<Interval> losses_of(const Ledger<Chips>& ledger, const CellBounds& bounds, double lost, Interval losses) {
    constexpr double kRounding = 0x1p-30;  // of the sums, relative to the length of an interval
    std::vector<Interval> found;
    for (int player = 0; player < ledger.players(); ++player) {
        double least = 0.0, most = 0.0;
        const std::span<const Mass> cells = ledger.cells(player);
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const double here = probability(cells[cell]);
            least += here * bounds.least[cell];
            most += here * bounds.most[cell];
        }
        const double rounding = (most - least) * kRounding, loses = 1.0 - ledger.win(player);
        const double end = std::min(most + lost * losses.most + rounding, loses * losses.most);
        const double start = std::max(least + lost * losses.least - rounding, loses * losses.least);
        found.push_back({std::min(start, end), end});
    }
    return found;
}

}  // namespace finaltable
