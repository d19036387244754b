#include "icm/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "icm/lanes.hpp"
#include "icm/time.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr double kTrim = 1e-20;         // coefficients below this are dropped from both ends
constexpr double kRounding = 2e-14;     // of the pool: far above the error when the sums agree to the last bit
constexpr double kSums = 0x1p-50;       // of the pool: sums of payouts, and of the equities
constexpr double kLargestStep = 0.2;    // at the finest tolerance, like the next
constexpr double kStepPerWidth = 0.75;  // of a step between two payouts
constexpr double kFinestStep = 1e-12;   // finer tolerances halve the step, if the sums are not good enough
constexpr double kStepErrors = 1760.0;  // times exp(-2 pi^2 / kStepPerWidth^2) is the finest tolerance
constexpr double kUnseen = 0.25;        // of a coarser tolerance: errors that cancel in the sums
constexpr int kMostHalvings = 4;

// How much shorter the decay of an error may be at a tolerance: 1 at the finest, 1.65 at 1e-6.
double ease(double tolerance) {
    const double asked = std::clamp(tolerance, kFinestStep, 1e-3);
    return std::log(kStepErrors / kFinestStep) / std::log(kStepErrors / asked);
}

// The y from which on `reached` is true.
template <class Predicate>
double first_y(double last_y, Predicate reached) {
    double low = kFirstY;
    double high = last_y;
    while (high - low > 0.01) {
        const double middle = 0.5 * (low + high);
        (reached(middle) ? high : low) = middle;
    }
    return high;
}

// The distribution of the number of finished players, as a polynomial without negligible ends; padded with two zero
// cells on either side.
class Count {
public:
    explicit Count(std::size_t players) : value_(players + 6), next_(players + 6) {}

    const double* at(std::ptrdiff_t m) const { return value_.data() + 2 + m; }
    std::ptrdiff_t begin() const { return begin_; }
    std::ptrdiff_t end() const { return end_; }

    // Every player j has finished with probability b[j], independently, and not with probability a[j].
    void fill(const std::vector<double>& a, const std::vector<double>& b) {
        begin_ = 0;
        end_ = 1;
        std::fill_n(value_.begin(), 5, 0.0);
        value_[2] = 1.0;
        const std::size_t players = a.size();
        for (std::size_t j = 0; j < players; j += 2) {
            const bool alone = j + 1 == players;
            loops_.multiply_pair(at(0), next_.data() + 2, begin_, end_ + 2, a[j], b[j], alone ? 1.0 : a[j + 1],
                                 alone ? 0.0 : b[j + 1]);
            value_.swap(next_);
            trim(end_ + 2);
        }
    }

private:
    void trim(std::ptrdiff_t end) {
        double* value = value_.data() + 2;
        while (end - begin_ > 1 && value[end - 1] < kTrim) --end;
        while (end - begin_ > 1 && value[begin_] < kTrim) ++begin_;
        end_ = end;
        value[begin_ - 1] = value[begin_ - 2] = 0.0;
        value[end_] = value[end_ + 1] = 0.0;
    }

    const LaneLoops& loops_ = lane_loops();
    std::vector<double> value_, next_;
    std::ptrdiff_t begin_ = 0, end_ = 1;
};

// The integrand, for players sorted by descending stack.
class Field {
public:
    Field(std::span<const double> sorted, std::size_t paid)
        : paid_(paid), stacks_(sorted.begin(), sorted.end()), a_(sorted.size()), b_(sorted.size()),
          count_(sorted.size()) {
        // Smallest first: small stacks added to a giant one must not be lost to rounding.
        const double total = std::accumulate(sorted.rbegin(), sorted.rend(), 0.0);
        for (double& stack : stacks_) stack /= total;
    }

    std::size_t players() const { return stacks_.size(); }

    void set_time(double time) {
        time_ = time;
        for (std::size_t j = 0; j < players(); ++j) {
            const double x = stacks_[j] * time;
            if (x < 0.7) {
                b_[j] = -std::expm1(-x);
                a_[j] = 1.0 - b_[j];
            } else {
                a_[j] = std::exp(-x);
                b_[j] = 1.0 - a_[j];
            }
        }
    }

    // Beyond this y, no player who finishes is paid.
    double last_y() {
        double all_finished = 1.0;
        while (time_at(all_finished) * stacks_.back() < kNegligibleLog) all_finished += 0.05;
        if (paid_ >= players()) return all_finished;
        return first_y(all_finished, [&](double y) {
            set_time(time_at(y));
            const double others = std::accumulate(b_.begin(), b_.end(), -1.0);
            const auto paid = static_cast<double>(paid_);
            // Chernoff bound on the probability that fewer than `paid` of the others have finished.
            return others > paid && others - paid - paid * std::log(others / paid) > kNegligibleLog;
        });
    }

    // A jump between two payouts is a step over time, as wide as the uncertainty of the count; the rule must resolve
    // it. Its error falls like exp(-2 pi^2 (width / step)^2); that of a smooth integrand, like exp(-c / step).
    double step(double last_y, double tolerance) {
        const double longer = ease(tolerance), per_width = kStepPerWidth * std::sqrt(longer);
        double narrowest = kLargestStep * longer / per_width;
        for (double y = kFirstY; y < last_y; y += 0.2) {
            set_time(time_at(y));
            double variance = 0.0, pace = 0.0;
            for (std::size_t j = 0; j < players(); ++j) {
                variance += a_[j] * b_[j];
                pace += stacks_[j] * time_ * a_[j];
            }
            if (pace > 0.0) narrowest = std::min(narrowest, std::sqrt(variance) / pace);
        }
        return per_width * narrowest;
    }

    // Call visit(first player, direction, lead, follow, weight) for players in groups of lanes; weight is the
    // density of finishing at this time, zero in lanes beyond the group.
    template <class Visit>
    void for_each_group(Visit visit) {
        count_.fill(a_, b_);
        if (count_.begin() > static_cast<std::ptrdiff_t>(paid_)) return;
        const auto split = static_cast<std::size_t>(
            std::ranges::find_if(b_, [](double finished) { return finished <= 0.5; }) - b_.begin());
        for (std::size_t i = 0; i < players();) {
            const bool mostly_finished = i < split;
            const std::size_t size = std::min(kLanes, (mostly_finished ? split : players()) - i);
            Lanes lead, follow, weight;
            lead.fill(1.0);
            follow.fill(0.0);
            weight.fill(0.0);
            for (std::size_t l = 0; l < size; ++l) {
                lead[l] = mostly_finished ? b_[i + l] : a_[i + l];
                follow[l] = mostly_finished ? a_[i + l] : b_[i + l];
                weight[l] = stacks_[i + l] * a_[i + l];
            }
            visit(i, size, mostly_finished ? -1 : 1, lead, follow, weight);
            i += size;
        }
    }

    const Count& count() const { return count_; }

private:
    std::size_t paid_;
    std::vector<double> stacks_;  // sum to one
    std::vector<double> a_, b_;   // probability of not having finished, of having finished
    Count count_;
    double time_ = 0.0;
};

// The trapezoid rule over y, halving the step until `deviation()` of the sums from what they must be is small.
template <class Add, class Scale, class Deviation>
Report integrate(Field& field, double tolerance, Watch& watch, Add add, Scale scale, Deviation deviation) {
    const double last_y = field.last_y();
    double step = field.step(last_y, tolerance);
    const double unseen = tolerance > kFinestStep ? kUnseen * std::min(tolerance, 1e-3) : 0.0;
    Report report;
    const auto add_points = [&](double first, double spacing) {
        const double span = last_y - kFirstY;
        for (double y = first; y < last_y && report.finished; y += spacing) {
            report.finished = watch.keep_going((y - kFirstY) / span, 1.0);
            const double time = time_at(y);
            field.set_time(time);
            add(step * time * (1.0 + std::exp(-y)));
            ++report.work;
        }
    };
    add_points(kFirstY, step);
    for (int halvings = 0; report.finished; ++halvings) {
        report.error = 4.0 * deviation() + unseen + kRounding;
        if (report.error <= tolerance || halvings == kMostHalvings) break;
        scale(0.5);
        step *= 0.5;
        add_points(kFirstY + step, 2.0 * step);
    }
    return report;
}

}  // namespace

Report icm_equities(std::span<const double> stacks, std::span<const double> payouts, double tolerance,
                    std::span<double> equities, Watch& watch) {
    const Seating<double> seating(stacks);
    const double all = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    payouts = seating.split_payouts(payouts, equities);
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    if (pool == 0.0) return {.error = kSums * all};
    Field field(seating.sorted, payouts.size());
    std::vector<double> paying(field.players() + 1);
    std::ranges::copy(payouts, paying.begin());
    std::vector<double> sums(field.players());
    const LaneLoops& loops = lane_loops();

    const auto add = [&](double dt) {
        field.for_each_group([&](std::size_t first, std::size_t size, std::ptrdiff_t step, const Lanes& lead,
                                 const Lanes& follow, const Lanes& weight) {
            const Count& count = field.count();
            Lanes paid;
            if (step > 0) {
                const auto last = std::min(count.end(), static_cast<std::ptrdiff_t>(payouts.size()));
                loops.divide_forwards.and_pay(count.at(count.begin()), last - count.begin(), lead, follow,
                                              paying.data() + count.begin(), paid);
            } else {
                const auto begin = std::max(count.begin(), std::ptrdiff_t{1});
                loops.divide_backwards.and_pay(count.at(count.end() - 1), count.end() - begin, lead, follow,
                                               paying.data() + count.end() - 2, paid);
            }
            for (std::size_t l = 0; l < size; ++l) sums[first + l] += dt * weight[l] * paid[l];
        });
    };
    const auto scale = [&](double factor) {
        for (double& sum : sums) sum *= factor;
    };
    const auto deviation = [&] { return std::abs(std::accumulate(sums.begin(), sums.end(), 0.0) - pool) / pool; };
    Report report = integrate(field, tolerance, watch, add, scale, deviation);
    report.error = report.error * pool + kSums * all;
    for (std::size_t i = 0; i < sums.size(); ++i) equities[seating.seat[i]] = sums[i];
    return report;
}

Report icm_finish(std::span<const double> stacks, double tolerance, std::span<double> finish, Watch& watch) {
    const std::size_t width = stacks.size();
    const Seating<double> seating(stacks);
    std::ranges::fill(finish, 0.0);
    seating.write_out_players(finish);
    const auto players = static_cast<std::size_t>(seating.players());
    Field field(seating.sorted, players);
    const std::size_t stride = players + kLanes;  // a group writes all of its lanes
    std::vector<double> places((players + 1) * stride);
    const LaneLoops& loops = lane_loops();

    const auto add = [&](double dt) {
        field.for_each_group([&](std::size_t first, std::size_t, std::ptrdiff_t step, const Lanes& lead,
                                 const Lanes& follow, Lanes weight) {
            const Count& count = field.count();
            for (double& density : weight) density *= dt;
            const auto line = static_cast<std::ptrdiff_t>(stride);
            if (step > 0) {
                const auto last = std::min(count.end(), static_cast<std::ptrdiff_t>(players));
                loops.divide_forwards.and_place(count.at(count.begin()), last - count.begin(), lead, follow, weight,
                                                places.data() + count.begin() * line + first, line);
            } else {
                const auto begin = std::max(count.begin(), std::ptrdiff_t{1});
                loops.divide_backwards.and_place(count.at(count.end() - 1), count.end() - begin, lead, follow, weight,
                                                 places.data() + (count.end() - 2) * line + first, line);
            }
        });
    };
    const auto scale = [&](double factor) {
        for (double& place : places) place *= factor;
    };
    const auto deviation = [&] {
        std::vector<double> rows(players);
        double largest = 0.0;
        for (std::size_t k = 0; k < players; ++k) {
            double column = 0.0;
            for (std::size_t i = 0; i < players; ++i) {
                rows[i] += places[k * stride + i];
                column += places[k * stride + i];
            }
            largest = std::max(largest, std::abs(column - 1.0));
        }
        for (const double row : rows) largest = std::max(largest, std::abs(row - 1.0));
        return largest;
    };
    const Report report = integrate(field, tolerance, watch, add, scale, deviation);
    for (std::size_t i = 0; i < players; ++i) {
        for (std::size_t k = 0; k < players; ++k) {
            finish[seating.seat[i] * width + k] = std::max(0.0, places[k * stride + i]);
        }
    }
    return report;
}

}  // namespace finaltable
