// Where compressed ICM evaluates its integrand, and how far a sum over these points can be from the integral.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "icm/nodes.hpp"

namespace finaltable {

// The points are evenly spaced in v(y), which follows the root of the Fisher information: dense where the field finishes
// fast. v is a straight line plus areas under Gaussian bells, so it is smooth for complex y, too.
class TimeMap {
public:
    TimeMap(const StackNodes& field, double least_slope, double last_y);

    struct Point {
        double value, slope;
    };
    Point operator()(double y) const;
    std::complex<double> slope(std::complex<double> y) const;

private:
    struct Range {
        std::size_t first, last;
    };
    Range bells_near(double y) const;  // all others are passed or not reached
    double centre(std::size_t bell) const;

    double least_slope_;
    std::vector<double> area_;    // of every bell
    std::vector<double> before_;  // of all bells before one
};

// The error of the trapezoid rule with step h is a sum over the multiples of the frequency 1/h. On a path above the real
// axis of y it is at most, in units of the largest payout,
//
//   2 max_s of the integral of |s exp(-s t) t'(y)| prod_j(|a_j| + |b_j|) / (exp(2 pi Im v(y) / h) - 1) |dy|
//
// with the coins a_j = exp(-s_j t), b_j = 1 - a_j. It is known before any equity is, so the step follows from it.
class TrapezoidBound {
public:
    // The path suits steps of about `step`.
    TrapezoidBound(const StackNodes& field, const TimeMap& map, double step, double last_y);

    // The integral is a sum itself, and the path is not straight: that is allowed for by a factor of two.
    double operator()(double step) const;

private:
    void add_place(const WeightedStacks& stacks, const TimeMap& map, double step, double x);

    std::size_t stacks_;
    std::vector<double> height_;   // Im v, for each place of the path
    std::vector<double> weight_;   // |dy| times what does not depend on the player or the step
    std::vector<double> density_;  // |s exp(-s t)| for each place and stack
};

}  // namespace finaltable
