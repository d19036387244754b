// Bounties, by every model that has a kernel for them.
#include <atomic>

#include "bindings/host.hpp"
#include "dcm/bounty.hpp"
#include "dcm/head_field.hpp"
#include "icm/heads.hpp"
#include "sem/heads.hpp"
#include "support/batch.hpp"

namespace finaltable {
namespace {

// What crosses to Python, field by field; _core.pyi has the same names. `done` is false where the watch stopped the work.
using MatrixAnswer = std::tuple<Array, bool>;                      // values, done
using TreeAnswer = std::tuple<Array, Array, std::uint64_t, bool>;  // values, errors, nodes, done

// income, standard errors, error, tournaments, done
using SampleAnswer = std::tuple<Array, Array, double, std::uint64_t, bool>;

// Call solve(table, watch) for every table; false where the watch stopped the work.
template <class Solve>
bool all_tables(std::size_t tables, unsigned threads, std::optional<double> max_seconds, nb::object progress,
                Solve solve) {
    return compute(max_seconds, std::move(progress),
                   [&](Watch& watch) { return for_each_table(tables, threads, watch, solve); });
}

MatrixAnswer income_of_places(Tables stacks, Tables heads, double share, bool own, unsigned threads,
                              std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const double *chips = stacks.data(), *on_heads = heads.data();
    Buffer income({tables, players});
    const bool done = all_tables(tables, threads, max_seconds, std::move(progress), [&](std::size_t table, Watch&) {
        icm_income({chips + table * players, players}, {on_heads + table * players, players}, {share, own},
                   income.part(table, players));
    });
    return {income.release(), done};
}

MatrixAnswer income_of_orders(Tables stacks, Tables heads, int kernel, double share, bool own, unsigned threads,
                              std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const double *chips = stacks.data(), *on_heads = heads.data();
    Buffer income({tables, players});
    const bool done = all_tables(tables, threads, max_seconds, std::move(progress), [&](std::size_t table, Watch&) {
        sem_income({chips + table * players, players}, {on_heads + table * players, players},
                   static_cast<SemKernel>(kernel), {share, own}, income.part(table, players));
    });
    return {income.release(), done};
}

MatrixAnswer heads_of_places(Tables stacks, double share, bool own, unsigned threads, std::optional<double> max_seconds,
                             nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const double* chips = stacks.data();
    Buffer matrix({tables, players, players});
    const bool done = all_tables(tables, threads, max_seconds, std::move(progress), [&](std::size_t table, Watch&) {
        icm_heads({chips + table * players, players}, {share, own}, matrix.part(table, players * players));
    });
    return {matrix.release(), done};
}

// Call solve(stacks, table, values, watch), which returns a BountyReport, for every table; `width` values each.
template <class Solve>
TreeAnswer search_tables(const ChipTables& stacks, std::initializer_list<std::size_t> shape, std::size_t width,
                         unsigned threads, std::optional<double> max_seconds, nb::object progress, Solve solve) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const std::int64_t* chips = stacks.data();
    Buffer values(shape), errors({tables});
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<bool> finished{true};
    const bool done =
        all_tables(tables, threads, max_seconds, std::move(progress), [&](std::size_t table, Watch& watch) {
            const std::span<const std::int64_t> row(chips + table * players, players);
            const BountyReport report = solve(row, table, values.part(table, width), watch);
            errors.all()[table] = report.error;
            nodes += report.nodes;
            if (!report.finished) finished = false;
        });
    return {values.release(), errors.release(), nodes, done && finished};
}

TreeAnswer tree_income(ChipTables stacks, Tables heads, double share, bool own, double tolerance, double threshold,
                       const ThresholdTable& thresholds, unsigned threads, std::optional<double> max_seconds,
                       nb::object progress) {
    const std::size_t players = stacks.shape(1);
    const double* on_heads = heads.data();
    return search_tables(stacks, {stacks.shape(0), players}, players, threads, max_seconds, std::move(progress),
                         [&](auto row, std::size_t table, std::span<double> income, Watch& watch) {
                             return dcm_income(row, {on_heads + table * players, players}, {share, own},
                                               {tolerance, threshold}, thresholds, income, watch);
                         });
}

TreeAnswer tree_heads(ChipTables stacks, double share, bool own, double tolerance, double threshold,
                      const ThresholdTable& thresholds, unsigned threads, std::optional<double> max_seconds,
                      nb::object progress) {
    const std::size_t players = stacks.shape(1);
    return search_tables(stacks, {stacks.shape(0), players, players}, players * players, threads, max_seconds,
                         std::move(progress), [&](auto row, std::size_t, std::span<double> matrix, Watch& watch) {
                             return dcm_heads(row, {share, own}, {tolerance, threshold}, thresholds, matrix, watch);
                         });
}

// One table whose chips may need 128 bits.
TreeAnswer wide_income(Words high, Words low, Vector heads, double share, bool own, double tolerance, double threshold,
                       const ThresholdTable& thresholds, std::optional<double> max_seconds, nb::object progress) {
    Buffer income({high.shape(0)}), error({1});
    const BountyReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return dcm_income(stacks, all_of(heads), {share, own}, {tolerance, threshold}, thresholds, income.all(),
                              watch);
        });
    });
    error.all()[0] = report.error;
    return {income.release(), error.release(), report.nodes, report.finished};
}

TreeAnswer wide_heads(Words high, Words low, double share, bool own, double tolerance, double threshold,
                      const ThresholdTable& thresholds, std::optional<double> max_seconds, nb::object progress) {
    Buffer matrix({high.shape(0), high.shape(0)}), error({1});
    const BountyReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return dcm_heads(stacks, {share, own}, {tolerance, threshold}, thresholds, matrix.all(), watch);
        });
    });
    error.all()[0] = report.error;
    return {matrix.release(), error.release(), report.nodes, report.finished};
}

SampleAnswer sampled_income(Words high, Words low, Vector heads, double share, bool own, std::uint64_t seed,
                            std::uint64_t tournaments, double tolerance, int quasi_random, unsigned threads,
                            std::optional<double> max_seconds, nb::object progress) {
    Buffer income({high.shape(0)}), errors({high.shape(0)});
    const FieldLimits limits{seed, tournaments, tolerance, quasi_random, threads};
    const FieldReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return field_income(stacks, all_of(heads), {share, own}, limits, income.all(), errors.all(), watch);
        });
    });
    return {income.release(), errors.release(), report.error, report.tournaments, report.finished};
}

}  // namespace

void bind_bounties(nb::module_& module) {
    nb::class_<ThresholdTable>(module, "ThresholdTable").def(nb::init<int>(), "players"_a);
    module.def("tree_income", &tree_income, "stacks"_a, "heads"_a, "share"_a, "own"_a, "tolerance"_a, "threshold"_a,
               "thresholds"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_heads", &tree_heads, "stacks"_a, "share"_a, "own"_a, "tolerance"_a, "threshold"_a, "thresholds"_a,
               "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_income_wide", &wide_income, "high"_a, "low"_a, "heads"_a, "share"_a, "own"_a, "tolerance"_a,
               "threshold"_a, "thresholds"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_heads_wide", &wide_heads, "high"_a, "low"_a, "share"_a, "own"_a, "tolerance"_a, "threshold"_a,
               "thresholds"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("field_income", &sampled_income, "high"_a, "low"_a, "heads"_a, "share"_a, "own"_a, "seed"_a,
               "tournaments"_a, "tolerance"_a, "quasi_random"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("sem_income", &income_of_orders, "stacks"_a, "heads"_a, "kernel"_a, "share"_a, "own"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("icm_income", &income_of_places, "stacks"_a, "heads"_a, "share"_a, "own"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("icm_heads", &heads_of_places, "stacks"_a, "share"_a, "own"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
}

}  // namespace finaltable
