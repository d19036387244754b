// Bounties by every model.
#include "bindings/host.hpp"
#include "dcm/bounty.hpp"
#include "dcm/head_field.hpp"
#include "icm/heads.hpp"
#include "sem/heads.hpp"

namespace finaltable {
namespace {

// solve(stacks, heads, income, watch) for each table.
template <class Chips, class Stacks, class Solve>
Answer income_of(Stacks stacks, Tables heads, unsigned threads, std::optional<double> max_seconds, nb::object progress,
                 Solve solve) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<Chips> chips(stacks);
    const Rows<double> on_heads(heads);
    return solve_tables(tables, {tables, players}, threads, max_seconds, std::move(progress),
                        [&](std::size_t table, std::span<double> income, Watch& watch) {
                            return solve(chips[table], on_heads[table], income, watch);
                        });
}

// solve(stacks, matrix, watch) for each table.
template <class Chips, class Stacks, class Solve>
Answer heads_of(Stacks stacks, unsigned threads, std::optional<double> max_seconds, nb::object progress, Solve solve) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<Chips> chips(stacks);
    return solve_tables(
        tables, {tables, players, players}, threads, max_seconds, std::move(progress),
        [&](std::size_t table, std::span<double> matrix, Watch& watch) { return solve(chips[table], matrix, watch); });
}

Answer income_of_places(Tables stacks, Tables heads, double share, bool own, unsigned threads,
                        std::optional<double> max_seconds, nb::object progress) {
    return income_of<double>(stacks, heads, threads, max_seconds, std::move(progress),
                             [&](auto chips, auto on_heads, auto income, Watch&) {
                                 return icm_income(chips, on_heads, {share, own}, income);
                             });
}

Answer income_of_orders(Tables stacks, Tables heads, int kernel, double share, bool own, unsigned threads,
                        std::optional<double> max_seconds, nb::object progress) {
    return income_of<double>(
        stacks, heads, threads, max_seconds, std::move(progress), [&](auto chips, auto on_heads, auto income, Watch&) {
            return sem_income(chips, on_heads, static_cast<SemKernel>(kernel), {share, own}, income);
        });
}

Answer heads_of_places(Tables stacks, double share, bool own, unsigned threads, std::optional<double> max_seconds,
                       nb::object progress) {
    return heads_of<double>(stacks, threads, max_seconds, std::move(progress),
                            [&](auto chips, auto matrix, Watch&) { return icm_heads(chips, {share, own}, matrix); });
}

Answer tree_income(ChipTables stacks, Tables heads, double share, bool own, double tolerance, double least_threshold,
                   unsigned threads, std::optional<double> max_seconds, nb::object progress) {
    const Limits limits{.tolerance = tolerance, .least_threshold = least_threshold};
    return income_of<std::int64_t>(stacks, heads, threads, max_seconds, std::move(progress),
                                   [&](auto chips, auto on_heads, auto income, Watch& watch) {
                                       return dcm_income(chips, on_heads, {share, own}, limits, income, watch);
                                   });
}

Answer tree_heads(ChipTables stacks, double share, bool own, double tolerance, double least_threshold, unsigned threads,
                  std::optional<double> max_seconds, nb::object progress) {
    const Limits limits{.tolerance = tolerance, .least_threshold = least_threshold};
    return heads_of<std::int64_t>(
        stacks, threads, max_seconds, std::move(progress),
        [&](auto chips, auto matrix, Watch& watch) { return dcm_heads(chips, {share, own}, limits, matrix, watch); });
}

// solve(stacks, values, watch) for one table whose chips may need 128 bits.
template <class Solve>
Answer search_wide(const Words& high, const Words& low, std::initializer_list<std::size_t> shape,
                   std::optional<double> max_seconds, nb::object progress, Solve solve) {
    Buffer values(shape), errors({1});
    const Report report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) { return solve(stacks, values.all(), watch); });
    });
    errors.all()[0] = report.error;
    return {values.release(), report.error, report.work, report.finished, errors.release()};
}

Answer wide_income(Words high, Words low, Vector heads, double share, bool own, double tolerance,
                   double least_threshold, std::optional<double> max_seconds, nb::object progress) {
    const Limits limits{.tolerance = tolerance, .least_threshold = least_threshold};
    return search_wide(high, low, {1, high.shape(0)}, max_seconds, std::move(progress),
                       [&](auto stacks, auto income, Watch& watch) {
                           return dcm_income(stacks, all_of(heads), {share, own}, limits, income, watch);
                       });
}

Answer wide_heads(Words high, Words low, double share, bool own, double tolerance, double least_threshold,
                  std::optional<double> max_seconds, nb::object progress) {
    const Limits limits{.tolerance = tolerance, .least_threshold = least_threshold};
    return search_wide(
        high, low, {1, high.shape(0), high.shape(0)}, max_seconds, std::move(progress),
        [&](auto stacks, auto matrix, Watch& watch) { return dcm_heads(stacks, {share, own}, limits, matrix, watch); });
}

Answer sampled_income(Words high, Words low, Vector heads, double share, bool own, std::uint64_t seed,
                      std::uint64_t tournaments, double tolerance, unsigned threads, std::optional<double> max_seconds,
                      nb::object progress) {
    Buffer income({high.shape(0)}), errors({high.shape(0)});
    const Limits limits{.tolerance = tolerance, .tournaments = tournaments, .seed = seed, .threads = threads};
    const Report report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return field_income(stacks, all_of(heads), {share, own}, limits, income.all(), errors.all(), watch);
        });
    });
    Answer answer{income.release(), report.error, report.work, report.finished};
    answer.standard_errors = errors.release();
    return answer;
}

}  // namespace

void bind_bounties(nb::module_& module) {
    module.def("tree_income", &tree_income, "stacks"_a, "heads"_a, "share"_a, "own"_a, "tolerance"_a,
               "least_threshold"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_heads", &tree_heads, "stacks"_a, "share"_a, "own"_a, "tolerance"_a, "least_threshold"_a,
               "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_income_wide", &wide_income, "high"_a, "low"_a, "heads"_a, "share"_a, "own"_a, "tolerance"_a,
               "least_threshold"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_heads_wide", &wide_heads, "high"_a, "low"_a, "share"_a, "own"_a, "tolerance"_a,
               "least_threshold"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("field_income", &sampled_income, "high"_a, "low"_a, "heads"_a, "share"_a, "own"_a, "seed"_a,
               "tournaments"_a, "tolerance"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("sem_income", &income_of_orders, "stacks"_a, "heads"_a, "kernel"_a, "share"_a, "own"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("icm_income", &income_of_places, "stacks"_a, "heads"_a, "share"_a, "own"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("icm_heads", &heads_of_places, "stacks"_a, "share"_a, "own"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
}

}  // namespace finaltable
