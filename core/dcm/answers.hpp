// Turns the ledger of a search into values with a bound on their error.
//
// Every value lies in an interval: of a player's booked places, of the bounds for the hands that are not explored
// (bounds.hpp), and of the units that were lost. The answer is a point in each interval; the points are chosen so that
// they sum to what is known, the money or a whole place. The error is the largest distance from a point to an end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
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
    std::vector<double> points;
    points.reserve(intervals.size());
    double longest = 0.0, missing = total, reach = 0.0, room = 0.0;
    for (const Interval& one : intervals) {
        points.push_back(one.middle());
        missing -= one.middle();
        longest = std::max(longest, one.reach());
        reach += one.reach();
    }
    const auto room_of = [&](const Interval& one) { return std::min(one.reach(), longest - one.reach()); };
    for (const Interval& one : intervals) room += room_of(one);
    const bool enough = room > std::abs(missing);
    const double sum = enough ? room : reach;
    for (std::size_t i = 0; i < points.size() && sum > 0.0; ++i) {
        const double part = enough ? room_of(intervals[i]) : intervals[i].reach();
        points[i] = std::clamp(points[i] + missing * part / sum, intervals[i].least, intervals[i].most);
    }
    return points;
}

// The cells of a ledger as probabilities. Sums over cells go cell by cell, for all players in parallel.
template <class Chips>
struct CellChances {
    explicit CellChances(const Ledger<Chips>& from) : ledger(from) {
        const auto players = static_cast<std::size_t>(ledger.players());
        by_cell.resize(players * cells_of(ledger.players()));
        for (std::size_t player = 0; player < players; ++player) {
            const std::span<const Mass> cells = ledger.cells(static_cast<int>(player));
            for (std::size_t cell = 0; cell < cells.size(); ++cell) {
                by_cell[cell * players + player] = probability(cells[cell]);
            }
        }
    }

    const Ledger<Chips>& ledger;
    std::vector<double> by_cell;  // and by player
};

// The expected loss of every player. `lost` is the probability that the search has lost, and `losses` the range of those
// of single places. The winner loses nothing.
template <class Chips>
std::vector<Interval> losses_of(const CellChances<Chips>& chances, const CellBounds& bounds, double lost,
                                Interval losses) {
    constexpr double kRounding = 0x1p-30;  // of the sums, relative to the length of an interval
    const auto players = static_cast<std::size_t>(chances.ledger.players());
    std::vector<Interval> found(players, Interval{0.0, 0.0});
    for (std::size_t cell = 0; cell < bounds.most.size(); ++cell) {
        const double least = bounds.least[cell], most = bounds.most[cell];
        if (least == 0.0 && most == 0.0) continue;
        const double* here = &chances.by_cell[cell * players];
        for (std::size_t player = 0; player < players; ++player) {
            found[player].least += here[player] * least;
            found[player].most += here[player] * most;
        }
    }
    for (std::size_t player = 0; player < players; ++player) {
        const auto [least, most] = found[player];
        const double rounding = (most - least) * kRounding, loses = 1.0 - chances.ledger.win(static_cast<int>(player));
        const double end = std::min(most + lost * losses.most + rounding, loses * losses.most);
        const double start = std::max(least + lost * losses.least - rounding, loses * losses.least);
        found[player] = {std::min(start, end), end};
    }
    return found;
}

}  // namespace finaltable
