// Finish probabilities from the ledger of a search, with a bound on their error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "dcm/answers.hpp"
#include "dcm/bounds.hpp"
#include "dcm/ledger.hpp"

namespace finaltable {

// Players and places count from 0, players by descending stack.
struct FinishMatrix {
    std::size_t players;
    std::vector<double> values;  // by player and place; rows and columns sum to one
    double error = 0.0;          // of the probability that a player ends in a place,
    double error_below = 0.0;    // and of that of a place or one below it

    double& at(std::size_t player, std::size_t place) { return values[player * players + place]; }

    void write(std::span<const std::size_t> seat, std::size_t width, std::span<double> finish) const {
        for (std::size_t i = 0; i < players; ++i) {
            std::copy_n(&values[i * players], players, &finish[seat[i] * width]);
        }
    }
};

// A loss of 1 in a place and all below it.
inline CellBounds bounds_from(std::size_t place, std::size_t players) {
    std::vector<double> losses(players);
    for (std::size_t below = place; below < players; ++below) losses[below] = 1.0;
    return CellBounds(losses);
}

// Between the bounds for a place and below, and those for the places below it.
inline CellBounds bounds_between(CellBounds from, const CellBounds& below) {
    for (std::size_t cell = 0; cell < from.least.size(); ++cell) {
        const double least = std::max(0.0, from.least[cell] - below.most[cell]);
        from.most[cell] -= below.least[cell];
        from.least[cell] = least;
    }
    return from;
}

// Second place is the rest of each row. If it is negative, the player and the one who is most likely to be second
// exchange a part of their places.
inline void fill_second_place(FinishMatrix& matrix) {
    std::vector<double> second(matrix.players);
    for (std::size_t i = 0; i < matrix.players; ++i) {
        const double* row = &matrix.values[i * matrix.players];
        second[i] = 1.0 - row[0] - std::accumulate(row + 2, row + matrix.players, 0.0);
    }
    for (std::size_t i = 0; i < matrix.players; ++i) {
        while (second[i] < 0.0) {
            const auto other = static_cast<std::size_t>(std::ranges::max_element(second) - second.begin());
            const double moved = std::min(-second[i], second[other]);
            const double below = 1.0 - matrix.at(i, 0) - second[i];  // probability of the third place and below
            for (std::size_t place = 2; place < matrix.players; ++place) {
                const double part = matrix.at(i, place) * moved / below;
                matrix.at(i, place) -= part;
                matrix.at(other, place) += part;
            }
            second[i] += moved;
            second[other] -= moved;
        }
    }
    for (std::size_t i = 0; i < matrix.players; ++i) matrix.at(i, 1) = second[i];
}

// The error of the finish probabilities is at least that of third place and below.
template <class Chips>
double least_error(const CellChances<Chips>& chances) {
    const CellBounds bounds = bounds_from(2, static_cast<std::size_t>(chances.ledger.players()));
    double error = 0.0;
    for (const Interval& one : losses_of(chances, bounds, chances.ledger.lost(2), {0.0, 1.0})) {
        error = std::max(error, one.reach());
    }
    return error;
}

// For a search of all hands with three or more players.
template <class Chips>
FinishMatrix finish_matrix(const CellChances<Chips>& chances) {
    const Ledger<Chips>& ledger = chances.ledger;
    const auto players = static_cast<std::size_t>(ledger.players());
    FinishMatrix matrix{players, std::vector<double>(players * players)};
    for (std::size_t i = 0; i < players; ++i) matrix.at(i, 0) = ledger.win(static_cast<int>(i));
    const double lost = ledger.lost(2);
    std::vector<std::vector<Interval>> single(players), with_below(players);
    CellBounds from = bounds_from(2, players);
    for (std::size_t place = 2; place < players; ++place) {
        CellBounds below = bounds_from(place + 1, players);
        with_below[place] = losses_of(chances, from, lost, {0.0, 1.0});
        single[place] = losses_of(chances, bounds_between(std::move(from), below), lost, {0.0, 1.0});
        for (Interval& one : single[place]) one.least = std::max(0.0, one.least);
        const std::vector<double> points = points_of(single[place], 1.0);
        for (std::size_t i = 0; i < players; ++i) matrix.at(i, place) = points[i];
        from = std::move(below);
    }
    fill_second_place(matrix);
    for (std::size_t i = 0; i < players; ++i) {
        double sum = 0.0;
        for (std::size_t place = players - 1; place >= 2; --place) {
            sum += matrix.at(i, place);
            matrix.error = std::max(matrix.error, single[place][i].error(matrix.at(i, place)));
            matrix.error_below = std::max(matrix.error_below, with_below[place][i].error(sum));
        }
        matrix.error = std::max(matrix.error, with_below[2][i].error(sum));  // of second place
    }
    return matrix;
}

}  // namespace finaltable
