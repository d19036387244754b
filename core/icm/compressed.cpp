#include "icm/compressed.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "icm/distinct.hpp"
#include "icm/nodes.hpp"
#include "icm/payout_blocks.hpp"
#include "icm/spectrum.hpp"
#include "icm/time_points.hpp"
#include "support/parallel.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr double kSums = 0x1p-50;    // of the pool: sums of payouts
constexpr double kUnit = 1.2e-16;    // a rounding, relative
constexpr std::size_t kPieces = 32;  // of the points in time, each with its own sums, for any number of threads

std::vector<double> equities_by_stack(const StackNodes& field, const std::vector<FieldSums>& sums) {
    std::vector<double> at_nodes(field.nodes().size()), at_stacks(field.distinct().size());
    for (const FieldSums& piece : sums) {
        for (std::size_t q = 0; q < at_nodes.size(); ++q) at_nodes[q] += piece.at_nodes[q];
        for (std::size_t bin = 0; bin < field.bins().size(); ++bin) {
            const std::vector<double>& own = piece.at_stacks[bin];
            for (std::size_t i = 0; i < own.size(); ++i) at_stacks[field.bins()[bin].first + i] += own[i];
        }
    }
    field.interpolate(at_nodes, at_stacks);
    for (double& equity : at_stacks) equity = std::max(0.0, equity);
    return at_stacks;
}

}  // namespace

Report icm_compressed(std::span<const double> stacks, std::span<const double> payouts, const Limits& limits,
                      std::span<double> equities, Watch& watch) {
    const DistinctStacks distinct(stacks);
    const std::size_t players = distinct.live();
    const double all = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    payouts = split_payouts(payouts, players, distinct.out(), equities);
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    if (pool == 0.0) return {.error = kSums * all};

    const double top = *std::ranges::max_element(payouts);
    const CompressedSettings settings(limits.tolerance, players);
    const StackNodes field(distinct.rising(), settings.per_bin);
    const PayoutBlocks blocks(payouts, players);
    const auto [points, cut_off] = TimePoints(field, settings, payouts.size(), top, pool);
    // Each piece takes every 32nd point, and all pieces are added in order.
    std::vector<FieldSums> sums(std::min(points.size(), kPieces), FieldSums(field));
    std::vector<double> compression(sums.size()), rounding(sums.size());
    Report report{.work = points.size()};
    report.finished = parallel_for(sums.size(), limits.threads, watch, [&](std::size_t piece, Watch& own) {
        Spectrum spectrum(field, blocks, settings.tail);
        for (std::size_t i = piece; i < points.size(); i += sums.size()) {
            if (!own.keep_going(static_cast<double>(piece) / static_cast<double>(sums.size()), cut_off / pool)) return;
            spectrum.add(points[i].time, points[i].weight, sums[piece]);
        }
        compression[piece] = spectrum.compression();
        rounding[piece] = spectrum.rounding();
    });
    distinct.write(equities_by_stack(field, sums), equities);
    report.error = cut_off + *std::ranges::max_element(compression) + *std::ranges::max_element(rounding) +
                   4.0 * kUnit * std::sqrt(static_cast<double>(points.size())) * pool + kSums * all;
    return report;
}

}  // namespace finaltable
