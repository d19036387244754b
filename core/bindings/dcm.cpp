// DCM: its tree, samples of tournaments, and both together.
#include <algorithm>
#include <atomic>

#include "bindings/host.hpp"
#include "dcm/budget.hpp"
#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/tree.hpp"
#include "support/batch.hpp"
#include "support/unseen.hpp"

namespace finaltable {
namespace {

// What crosses to Python, field by field; _core.pyi has the same names. `done` is false where the watch stopped the work.
using CostAnswer = std::tuple<Array, Array>;                                // nodes, unresolved: by threshold
using TreeAnswer = std::tuple<Array, Array, std::uint64_t, bool>;           // values, unresolved, nodes, done
using FieldAnswer = std::tuple<Array, Array, double, std::uint64_t, bool>;  // equities, standard errors, error,
                                                                            // tournaments, done
using FieldFinishAnswer = std::tuple<Array, std::uint64_t>;                 // finish, tournaments
using HybridAnswer = std::tuple<Array, Array, double, double, double,       // finish, standard errors, finish error,
                                std::uint64_t, std::uint64_t, bool>;        // path, unresolved, nodes, paths, done

CostAnswer cost(int players) {
    const TreeCost cost = tree_cost(players);
    Buffer nodes({cost.nodes.size()}), unresolved({cost.unresolved.size()});
    std::ranges::copy(cost.nodes, nodes.all().begin());
    std::ranges::copy(cost.unresolved, unresolved.all().begin());
    return {nodes.release(), unresolved.release()};
}

// `thresholds[m]` is where to start for a table of m players with chips.
TreeAnswer tree_finish(ChipTables stacks, Vector thresholds, double tolerance, unsigned threads,
                       std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const std::int64_t* chips = stacks.data();
    const double* start = thresholds.data();
    Buffer finish({tables, players, players}), unresolved({tables, players});
    std::atomic<std::uint64_t> nodes{0};
    const bool finished = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        std::atomic<bool> all_finished{true};
        const bool reached_all = for_each_table(tables, threads, watch, [&](std::size_t table, Watch& own) {
            const std::span<const std::int64_t> row(chips + table * players, players);
            const auto live = std::ranges::count_if(row, [](std::int64_t stack) { return stack > 0; });
            const TreeReport report = dcm_finish(row, {start[live], tolerance}, finish.part(table, players * players),
                                                 unresolved.part(table, players), own);
            nodes += report.nodes;
            if (!report.finished) all_finished = false;
        });
        return reached_all && all_finished;
    });
    return {finish.release(), unresolved.release(), nodes, finished};
}

template <class Chips, class Search>
TreeAnswer search_table(std::span<const Chips> stacks, Search search, double threshold, double tolerance,
                        std::optional<double> max_seconds, nb::object progress) {
    Buffer result({stacks.size(), stacks.size()}), unresolved({stacks.size()});
    const TreeReport report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return search(stacks, {threshold, tolerance}, result.all(), unresolved.all(), watch);
    });
    return {result.release(), unresolved.release(), report.nodes, report.finished};
}

TreeAnswer tree_finish_wide(Words high, Words low, double threshold, double tolerance,
                            std::optional<double> max_seconds, nb::object progress) {
    return with_chips(high, low, [&](auto stacks) {
        return search_table(stacks, dcm_finish<typename decltype(stacks)::value_type>, threshold, tolerance,
                            max_seconds, progress);
    });
}

TreeAnswer tree_knockouts(Words high, Words low, double threshold, double tolerance, std::optional<double> max_seconds,
                          nb::object progress) {
    return with_chips(high, low, [&](auto stacks) {
        return search_table(stacks, dcm_knockouts<typename decltype(stacks)::value_type>, threshold, tolerance,
                            max_seconds, progress);
    });
}

FieldAnswer simulate_equities(Words high, Words low, Vector payouts, std::uint64_t seed, std::uint64_t tournaments,
                              double tolerance, int quasi_random, unsigned threads, std::optional<double> max_seconds,
                              nb::object progress) {
    Buffer equities({high.shape(0)}), errors({high.shape(0)});
    const FieldLimits limits{seed, tournaments, tolerance, quasi_random, threads};
    const FieldReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return field_equities(stacks, all_of(payouts), limits, equities.all(), errors.all(), watch);
        });
    });
    return {equities.release(), errors.release(), report.error, report.tournaments, report.finished};
}

FieldFinishAnswer simulate_finish(Words high, Words low, std::size_t places, std::uint64_t seed,
                                  std::uint64_t tournaments, int quasi_random, unsigned threads,
                                  std::optional<double> max_seconds, nb::object progress) {
    Buffer finish({high.shape(0), places});
    const FieldLimits limits{seed, tournaments, 0.0, quasi_random, threads};
    const FieldReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress,
                       [&](Watch& watch) { return field_finish(stacks, places, limits, finish.all(), watch); });
    });
    return {finish.release(), report.tournaments};
}

HybridAnswer hybrid(Words high, Words low, Vector payouts, double threshold, double unresolved, double paths,
                    std::uint64_t seed, std::optional<double> max_seconds, nb::object progress) {
    const std::size_t players = high.shape(0);
    Buffer finish({players, players}), errors({players});
    const HybridReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return hybrid_finish(stacks, all_of(payouts), {threshold, unresolved, paths, seed}, finish.all(),
                                 errors.all(), watch);
        });
    });
    return {finish.release(),  errors.release(), report.finish_error, report.path,
            report.unresolved, report.nodes,     report.paths,        report.finished};
}

}  // namespace

void bind_dcm(nb::module_& module) {
    module.attr("MAX_TREE_PLAYERS") = kMaxTreePlayers;
    module.attr("COST_STEP") = kCostStep;
    module.attr("WIDE_CHIPS") = static_cast<bool>(FINALTABLE_WIDE_CHIPS);
    module.attr("MOST_NARROW_CHIPS") = kMostNarrowChips;
    module.def("sampling_error", &sampling_error, "standard_error"_a, "spread"_a, "draws"_a);
    module.def("tree_cost", &cost, "players"_a);
    module.def("tree_finish", &tree_finish, "stacks"_a, "thresholds"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_finish_wide", &tree_finish_wide, "high"_a, "low"_a, "threshold"_a, "tolerance"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_knockouts", &tree_knockouts, "high"_a, "low"_a, "threshold"_a, "tolerance"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("field_equities", &simulate_equities, "high"_a, "low"_a, "payouts"_a, "seed"_a, "tournaments"_a,
               "tolerance"_a, "quasi_random"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("field_finish", &simulate_finish, "high"_a, "low"_a, "places"_a, "seed"_a, "tournaments"_a,
               "quasi_random"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("hybrid_finish", &hybrid, "high"_a, "low"_a, "payouts"_a, "threshold"_a, "unresolved"_a, "paths"_a,
               "seed"_a, "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
