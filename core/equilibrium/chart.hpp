// What a solution of push or fold says at each decision.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "equilibrium/solve.hpp"

namespace finaltable {

// Probability of a class at a decision: below this, it has no value.
inline constexpr double kUnreached = 1e-15;

// Error of the card model in the value of a hand, as a fraction of the spread between the best and the worst hand of the
// decision, and of the largest spread of all decisions.
inline constexpr double kCardError = 0.004, kCardErrorElsewhere = 0.0005;

struct Chart {
    std::vector<double> worth;      // node by class: going in minus folding, when the decision comes up; NaN: never
    std::vector<double> frequency;  // node: share of all hands that go in
    std::vector<double> reach;      // node: probability that the decision comes up
    std::vector<double> margin;     // node: differences within it are too close to call
    double three_way = 0.0;         // probability that three players go in
    double fourth = 0.0;            // that a fourth has a hand that overcalls any two of the three; approximate
};

// The error is that of values. With two players, the cards are exact.
Chart chart_of(const Measured& found, std::size_t seats, std::span<const bool> locked, double error, bool exact_cards);

}  // namespace finaltable
