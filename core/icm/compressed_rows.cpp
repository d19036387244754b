#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "icm/compressed.hpp"
#include "icm/distinct.hpp"
#include "icm/nodes.hpp"
#include "icm/payout_blocks.hpp"
#include "icm/spectrum.hpp"
#include "icm/time_points.hpp"
#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr double kUnit = 1.2e-16;          // a rounding, relative
constexpr double kNegligibleGain = 1e-24;  // thousands of these change no probability
constexpr std::size_t kPieces = 32;        // of the time, each with its own rows, for any number of threads
constexpr std::size_t kSynchronize = 64;   // rotations before rounding is thrown away

double gain_of(double stack, TimePoint point) { return point.weight * stack * std::exp(-stack * point.time); }

// The points at which one of the players may finish.
std::vector<TimePoint> points_of(std::span<const double> stacks, const std::vector<TimePoint>& all) {
    std::vector<TimePoint> some;
    std::ranges::copy_if(all, std::back_inserter(some), [&](TimePoint point) {
        return std::ranges::any_of(stacks, [&](double stack) { return gain_of(stack, point) > kNegligibleGain; });
    });
    return some;
}

}  // namespace

void Spectrum::widen(double time, PlaceRows& rows) {
    const Window window = window_of(toss(time));
    const bool none = rows.last < rows.first;
    rows.first = none ? window.first : std::min(rows.first, window.first);
    rows.last = none ? window.last : std::max(rows.last, window.last);
}

// The spectrum without a player, times the density of the time at which they finish.
void Spectrum::take_out(double stack, double time, double weight, double* re, double* im) const {
    const Coin coin = coin_at(stack * time);
    const double b = coin.finished, both = 2.0 * coin.unfinished * b, gain = weight * stack * coin.unfinished;
    for (std::size_t q = 0; q < scale_.size(); ++q) {
        const double factor_re = 1.0 - b * versine_[q], factor_im = b * sine_[q];
        const double size = gain / (1.0 - both * versine_[q]);
        re[q] = size * (spectrum_re_[q] * factor_re + spectrum_im_[q] * factor_im);
        im[q] = size * (spectrum_im_[q] * factor_re - spectrum_re_[q] * factor_im);
    }
}

void Spectrum::add_rows(double time, double weight, std::span<const double> stacks, PlaceRows& rows) {
    const Window window = window_of(toss(time));
    sort_nodes(time, weight, window, no_sums_);
    node_error_ = 0.0;  // no value is interpolated
    set_frequencies(window);
    std::ranges::fill(paid_re_, 1.0);
    find_logarithms();
    find_spectrum(window, 1.0);
    const std::size_t size = scale_.size();
    alone_re_.resize(stacks.size() * size);
    alone_im_.resize(stacks.size() * size);
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        take_out(stacks[i], time, weight, &alone_re_[i * size], &alone_im_[i * size]);
    }
    double *re = turn_re_.data(), *im = turn_im_.data();
    const double *versine = versine_.data(), *sine = sine_.data();
    const auto farthest = std::max(window.centre - window.first, window.last - window.centre);
    for (std::ptrdiff_t away = 0; away <= farthest; ++away) {
        if (static_cast<std::size_t>(away) % kSynchronize == 0) {
            for (std::size_t q = 0; q < window.frequencies; ++q) {
                const double angle = window.turn * static_cast<double>(q) * static_cast<double>(away);
                re[q] = std::cos(angle);
                im[q] = std::sin(angle);
            }
        }
        const std::ptrdiff_t after = window.centre + away, before = window.centre - away;
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            const double *own_re = &alone_re_[i * size], *own_im = &alone_im_[i * size];
            std::array<double, kLanes> even{}, odd{};
            for (std::size_t q = 0; q < size; q += kLanes) {
                for (std::size_t l = 0; l < kLanes; ++l) {
                    even[l] += own_re[q + l] * re[q + l];
                    odd[l] += own_im[q + l] * im[q + l];
                }
            }
            const double both = std::accumulate(even.begin(), even.end(), 0.0);
            const double difference = std::accumulate(odd.begin(), odd.end(), 0.0);
            double* row = rows.row(i) - rows.first;
            if (after <= window.last) row[after] += both + difference;
            if (away > 0 && before >= window.first) row[before] += both - difference;
        }
        for (std::size_t q = 0; q < size; ++q) {
            const double cosine = 1.0 - versine[q], next = re[q] * cosine - im[q] * sine[q];
            im[q] = re[q] * sine[q] + im[q] * cosine;
            re[q] = next;
        }
    }
}

Report icm_compressed_rows(std::span<const double> stacks, std::span<const std::size_t> seats, const Limits& limits,
                           std::span<double> finish, Watch& watch) {
    const DistinctStacks distinct(stacks);
    const std::size_t players = stacks.size(), live = distinct.live();
    std::ranges::fill(finish, 0.0);
    const CompressedSettings settings(limits.tolerance, live);
    const StackNodes field(distinct.rising(), settings.per_bin);
    std::vector<double> shares(players), chosen;
    distinct.write(field.distinct().stack, shares);
    std::vector<double*> rows;  // of the chosen players with chips
    for (std::size_t i = 0; i < seats.size(); ++i) {
        double* row = finish.data() + i * players;
        if (shares[seats[i]] > 0.0) {
            chosen.push_back(shares[seats[i]]);
            rows.push_back(row);
        } else {  // all without chips share the last places
            std::fill(row + live, row + players, 1.0 / static_cast<double>(players - live));
        }
    }
    if (chosen.empty()) return {};

    const TimePoints all(field, settings, live, 1.0, 1.0);
    const std::vector<TimePoint> points = points_of(chosen, all.points);
    const PayoutBlocks no_payouts({}, live);
    // A piece is a stretch of time, so its rows have few places. All pieces are added in order.
    std::vector<PlaceRows> pieces(std::min(points.size(), kPieces));
    std::vector<double> compression(pieces.size()), rounding(pieces.size());
    Report report{.work = points.size()};
    report.finished = parallel_for(pieces.size(), limits.threads, watch, [&](std::size_t piece, Watch& own) {
        const std::size_t from = points.size() * piece / pieces.size();
        const std::size_t to = points.size() * (piece + 1) / pieces.size();
        Spectrum spectrum(field, no_payouts, settings.tail);
        for (std::size_t i = from; i < to; ++i) spectrum.widen(points[i].time, pieces[piece]);
        pieces[piece].clear(chosen.size());
        for (std::size_t i = from; i < to; ++i) {
            if (!own.keep_going(static_cast<double>(piece) / static_cast<double>(pieces.size()), all.cut_off)) return;
            spectrum.add_rows(points[i].time, points[i].weight, chosen, pieces[piece]);
        }
        compression[piece] = spectrum.compression();
        rounding[piece] = spectrum.rounding();
    });
    for (PlaceRows& piece : pieces) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto last = std::min(piece.last, static_cast<std::ptrdiff_t>(live) - 1);
            for (std::ptrdiff_t place = piece.first; place <= last; ++place) {
                rows[i][place] += piece.row(i)[place - piece.first];
            }
        }
    }
    for (double& chance : finish) chance = std::max(0.0, chance);
    report.error = all.cut_off + *std::ranges::max_element(compression) + *std::ranges::max_element(rounding) +
                   4.0 * kUnit * std::sqrt(static_cast<double>(points.size()));
    return report;
}

}  // namespace finaltable
