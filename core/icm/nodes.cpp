#include "icm/nodes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace finaltable {
namespace {

constexpr double kBinRatio = 2.0;
constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;
constexpr double kCoarseRatio = 1.19;  // about the fourth root of two

}  // namespace

Coin coin_at(double rate_times_time) {
    if (rate_times_time < 0.5) {
        const double finished = -std::expm1(-rate_times_time);
        return {1.0 - finished, finished};
    }
    const double unfinished = std::exp(-rate_times_time);
    return {unfinished, 1.0 - unfinished};
}

double StackBin::position(double stack) const {
    return std::clamp(std::log1p((stack - centre) / centre) / half_width, -1.0, 1.0);
}

StackNodes::StackNodes(const WeightedStacks& rising, std::size_t per_bin)
    : per_bin_(per_bin), distinct_(rising), position_(rising.size()), cosines_(per_bin * per_bin) {
    for (std::size_t r = 0; r < per_bin; ++r) {
        for (std::size_t q = 0; q < per_bin; ++q) {
            const double angle = kPi * (static_cast<double>(q) + 0.5) / static_cast<double>(per_bin);
            cosines_[r * per_bin + q] = std::cos(static_cast<double>(r) * angle);
        }
    }
    // Smallest first: adding a field of small stacks to a giant one must not lose them.
    double total = 0.0;
    for (std::size_t i = 0; i < rising.size(); ++i) total += rising.weight[i] * rising.stack[i];
    for (double& stack : distinct_.stack) stack /= total;
    cut_into_bins();
    make_coarse();
}

void StackNodes::cut_into_bins() {
    const std::vector<double>& stack = distinct_.stack;
    for (std::size_t first = 0, last = 0; first < stack.size(); first = last) {
        double players = 0.0;
        for (; last < stack.size() && stack[last] <= kBinRatio * stack[first]; ++last)
            players += distinct_.weight[last];
        StackBin bin{first, last, nodes_.size(), 0, players, last - first > per_bin_};
        if (bin.compressed) {
            compress(bin);
        } else {
            for (std::size_t i = first; i < last; ++i) nodes_.add(stack[i], distinct_.weight[i]);
        }
        bin.last_node = nodes_.size();
        bins_.push_back(bin);
        players_ += players;
    }
}

void StackNodes::compress(StackBin& bin) {
    const double low = distinct_.stack[bin.first], high = distinct_.stack[bin.last - 1];
    bin.centre = low * std::sqrt(high / low);
    bin.half_width =
        std::max(std::log1p((high - bin.centre) / bin.centre), -std::log1p((low - bin.centre) / bin.centre));
    std::vector<Lanes> sums(per_bin_);  // of Chebyshev polynomials over the players
    for (std::size_t i = bin.first; i < bin.last; i += kLanes) {
        const std::size_t size = std::min(kLanes, bin.last - i);
        Lanes x{}, before{}, now{};  // polynomials times the number of players, zero in lanes beyond the bin
        for (std::size_t l = 0; l < size; ++l) {
            x[l] = position_[i + l] = bin.position(distinct_.stack[i + l]);
            before[l] = distinct_.weight[i + l];
            now[l] = before[l] * x[l];
        }
        for (std::size_t r = 0; r < per_bin_; ++r) {
            for (std::size_t l = 0; l < kLanes; ++l) {
                sums[r][l] += before[l];
                const double next = 2.0 * x[l] * now[l] - before[l];
                before[l] = now[l];
                now[l] = next;
            }
        }
    }
    std::vector<double> moments;
    for (const Lanes& sum : sums) moments.push_back(std::accumulate(sum.begin(), sum.end(), 0.0));
    for (std::size_t q = 0; q < per_bin_; ++q) {
        double weight = moments[0];
        for (std::size_t r = 1; r < per_bin_; ++r) weight += 2.0 * moments[r] * cosines_[r * per_bin_ + q];
        nodes_.add(bin.centre * std::exp(bin.half_width * cosines_[per_bin_ + q]),
                   weight / static_cast<double>(per_bin_));
    }
}

void StackNodes::make_coarse() {
    const std::vector<double>& stack = distinct_.stack;
    for (std::size_t first = 0, last = 0; first < stack.size(); first = last) {
        double players = 0.0, chips = 0.0;
        for (; last < stack.size() && stack[last] <= kCoarseRatio * stack[first]; ++last) {
            players += distinct_.weight[last];
            chips += distinct_.weight[last] * stack[last];
        }
        coarse_.add(chips / players, players);
    }
}

double StackNodes::mean_finished(double time) const {
    double mean = 0.0;
    for (std::size_t q = 0; q < nodes_.size(); ++q) mean -= nodes_.weight[q] * std::expm1(-nodes_.stack[q] * time);
    return mean;
}

void StackNodes::interpolate(std::span<const double> at_nodes, std::span<double> at_distinct) const {
    std::vector<double> series(per_bin_);
    for (const StackBin& bin : bins_) {
        if (!bin.compressed) {
            for (std::size_t i = bin.first; i < bin.last; ++i) {
                at_distinct[i] += at_nodes[bin.first_node + i - bin.first];
            }
            continue;
        }
        for (std::size_t r = 0; r < per_bin_; ++r) {
            double sum = 0.0;
            for (std::size_t q = 0; q < per_bin_; ++q) {
                sum += at_nodes[bin.first_node + q] * cosines_[r * per_bin_ + q];
            }
            series[r] = sum * (r == 0 ? 1.0 : 2.0) / static_cast<double>(per_bin_);
        }
        for (std::size_t i = bin.first; i < bin.last; i += kLanes) {  // Clenshaw
            const std::size_t size = std::min(kLanes, bin.last - i);
            Lanes x{}, next{}, after{};
            std::copy_n(position_.begin() + static_cast<std::ptrdiff_t>(i), size, x.begin());
            for (std::size_t r = per_bin_ - 1; r >= 1; --r) {
                for (std::size_t l = 0; l < kLanes; ++l) {
                    const double now = series[r] + 2.0 * x[l] * next[l] - after[l];
                    after[l] = next[l];
                    next[l] = now;
                }
            }
            for (std::size_t l = 0; l < size; ++l) at_distinct[i + l] += series[0] + x[l] * next[l] - after[l];
        }
    }
}

}  // namespace finaltable
