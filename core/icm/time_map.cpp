#include "icm/time_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "icm/time.hpp"

namespace finaltable {
namespace {

using Complex = std::complex<double>;

constexpr double kSpacing = 0.4;      // of the bells
constexpr double kWidth = 0.4;        // of a bell
constexpr double kReach = 9.0;        // widths: exp(-81/2) is below the last bit
constexpr double kMargin = 2.0;       // bells on either side of the integral
constexpr double kLargestFall = 2.0;  // neighbouring bells differ by at most a factor exp(2 kSpacing)
constexpr double kFirstBell = kFirstY - kMargin;

constexpr double kPathStep = 0.25;
constexpr double kHighest = 1.2;      // the path stays below this: t turns away from the real axis
constexpr double kOfOnePeriod = 0.9;  // where the bound falls by exp(-2 pi) in a period of the rule
constexpr double kLeastRise = 0.2;    // Im v must rise along the way, by this share of the slope on the axis
constexpr int kAttempts = 12;
constexpr double kLower = 0.8;
constexpr double kLargestLog = 700.0;

constexpr std::array kGaussNode{.0694318442029737, .3300094782075719, .6699905217924281, .9305681557970263};
constexpr std::array kGaussWeight{.1739274225687269, .3260725774312731, .3260725774312731, .1739274225687269};

// sum of (s t)^2 a / b: what the count of the finished tells of log t
double fisher_information(const WeightedStacks& stacks, double time) {
    double sum = 0.0;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const double x = stacks.stack[i] * time;
        const double unfinished = std::exp(-x), finished = -std::expm1(-x);
        if (finished > 0.0 && unfinished > 0.0) sum += stacks.weight[i] * x * x * unfinished / finished;
    }
    return sum;
}

}  // namespace

TimeMap::TimeMap(const StackNodes& field, double least_slope, double last_y) : least_slope_(least_slope) {
    for (double y = kFirstBell; y < last_y + 2.0 * kMargin; y += kSpacing) {
        area_.push_back(kSpacing * (1.0 + std::exp(-y)) * std::sqrt(fisher_information(field.coarse(), time_at(y))));
    }
    const double fall = std::exp(-kLargestFall * kSpacing);
    for (std::size_t i = 1; i < area_.size(); ++i) area_[i] = std::max(area_[i], fall * area_[i - 1]);
    for (std::size_t i = area_.size() - 1; i-- > 0;) area_[i] = std::max(area_[i], fall * area_[i + 1]);
    before_.assign(area_.size() + 1, 0.0);
    for (std::size_t i = 0; i < area_.size(); ++i) before_[i + 1] = before_[i] + area_[i];
}

double TimeMap::centre(std::size_t bell) const { return kFirstBell + static_cast<double>(bell) * kSpacing; }

TimeMap::Range TimeMap::bells_near(double y) const {
    const auto bell_at = [&](double place) {
        const double index = std::clamp((place - kFirstBell) / kSpacing, 0.0, static_cast<double>(area_.size()));
        return static_cast<std::size_t>(index);
    };
    return {bell_at(y - kReach * kWidth), std::min(bell_at(y + kReach * kWidth) + 1, area_.size())};
}

TimeMap::Point TimeMap::operator()(double y) const {
    const Range near = bells_near(y);
    Point point{least_slope_ * y + before_[near.first], least_slope_};
    for (std::size_t i = near.first; i < near.last; ++i) {
        const double u = (y - centre(i)) / kWidth;
        point.value += area_[i] * 0.5 * std::erfc(-u * std::sqrt(0.5));
        point.slope += area_[i] / (kWidth * std::sqrt(2.0 * kPi)) * std::exp(-0.5 * u * u);
    }
    return point;
}

Complex TimeMap::slope(Complex y) const {
    const Range near = bells_near(y.real());
    Complex sum = least_slope_;
    for (std::size_t i = near.first; i < near.last; ++i) {
        const Complex u = (y - centre(i)) / kWidth;
        sum += area_[i] / (kWidth * std::sqrt(2.0 * kPi)) * std::exp(-0.5 * u * u);
    }
    return sum;
}

TrapezoidBound::TrapezoidBound(const StackNodes& field, const TimeMap& map, double step, double last_y)
    : stacks_(field.coarse().size()) {
    for (double x = kFirstY; x < last_y + 1.0; x += kPathStep) add_place(field.coarse(), map, step, x);
}

// Go up from x as far as it makes the bound smaller.
void TrapezoidBound::add_place(const WeightedStacks& stacks, const TimeMap& map, double step, double x) {
    const double slope = map(x).slope;
    double least = std::numeric_limits<double>::infinity(), height = 0.0, weight = least;
    std::vector<double> density(stacks_), best(stacks_, 1.0);
    double up = std::min(kHighest, kOfOnePeriod * 2.0 * kPi / (step * slope));
    for (int attempt = 0; attempt < kAttempts; ++attempt, up *= kLower) {
        double imaginary = 0.0;
        bool rises = true;
        for (std::size_t j = 0; j < kGaussNode.size() && rises; ++j) {
            const double here = map.slope({x, up * kGaussNode[j]}).real();
            rises = here > kLeastRise * slope;
            imaginary += up * kGaussWeight[j] * here;
        }
        if (!rises) continue;
        const Complex y(x, up), time = std::exp(y - std::exp(-y));
        const double pace = std::abs(time * (1.0 + std::exp(-y)));
        double log_product = 0.0, largest = 0.0;
        for (std::size_t q = 0; q < stacks_; ++q) {
            const double a = std::exp(-stacks.stack[q] * time.real());
            const double sine = std::sin(0.5 * stacks.stack[q] * time.imag());
            const double b = std::sqrt((1.0 - a) * (1.0 - a) + 4.0 * a * sine * sine);
            density[q] = stacks.stack[q] * a;
            largest = std::max(largest, density[q]);
            log_product += stacks.weight[q] * std::log1p(a < 0.5 ? a + (b - 1.0) : (a - 1.0) + b);
        }
        const double log_bound = log_product + std::log(pace * largest + 1e-300) - 2.0 * kPi * imaginary / step;
        if (!(log_bound < least)) {
            if (std::isfinite(least)) break;
            continue;  // too high for floats: lower
        }
        least = log_bound;
        height = imaginary;
        weight = kPathStep * pace * std::exp(std::min(kLargestLog, log_product));
        best.swap(density);
        if (log_bound < -2.0 * kPi * kPi / (step * step) - 2.0) break;  // no place that matters
    }
    height_.push_back(height);
    weight_.push_back(weight);
    density_.insert(density_.end(), best.begin(), best.end());
}

double TrapezoidBound::operator()(double step) const {
    std::vector<double> sums(stacks_);
    for (std::size_t place = 0; place < height_.size(); ++place) {
        const double exponent = std::clamp(2.0 * kPi * height_[place] / step, 1e-300, kLargestLog);
        const double factor = weight_[place] / std::expm1(exponent);
        for (std::size_t q = 0; q < stacks_; ++q) sums[q] += density_[place * stacks_ + q] * factor;
    }
    return 2.0 * 2.0 * *std::ranges::max_element(sums);
}

}  // namespace finaltable
