// ICM by subsets, by quadrature and compressed.
#include "bindings/host.hpp"
#include "icm/compressed.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"

namespace finaltable {
namespace {

// solve(stacks, values, watch) for each table, whose finish probabilities it writes.
template <class Solve>
Answer finish_of(Tables stacks, unsigned threads, std::optional<double> max_seconds, nb::object progress, Solve solve) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<double> chips(stacks);
    return solve_tables(
        tables, {tables, players, players}, threads, max_seconds, std::move(progress),
        [&](std::size_t table, std::span<double> finish, Watch& watch) { return solve(chips[table], finish, watch); });
}

// solve(stacks, payouts, equities, watch) for each table. Payouts have one row for all tables, or one for each.
template <class Solve>
Answer equities_of(Tables stacks, Tables payouts, unsigned threads, std::optional<double> max_seconds,
                   nb::object progress, Solve solve) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<double> chips(stacks), prizes(payouts);
    return solve_tables(tables, {tables, players}, threads, max_seconds, std::move(progress),
                        [&](std::size_t table, std::span<double> equities, Watch& watch) {
                            return solve(chips[table], prizes[table], equities, watch);
                        });
}

Answer subset_finish(Tables stacks, unsigned threads) {
    return finish_of(stacks, threads, std::nullopt, nb::none(),
                     [](auto chips, auto finish, Watch&) { return icm_subsets(chips, finish); });
}

Answer quadrature_finish(Tables stacks, double tolerance, std::optional<double> max_seconds, nb::object progress) {
    return finish_of(stacks, 1, max_seconds, std::move(progress), [&](auto chips, auto finish, Watch& watch) {
        return icm_finish(chips, tolerance, finish, watch);
    });
}

Answer subset_equities(Tables stacks, Tables payouts, unsigned threads, nb::object progress) {
    return equities_of(
        stacks, payouts, threads, std::nullopt, std::move(progress),
        [](auto chips, auto prizes, auto equities, Watch&) { return icm_subset_equities(chips, prizes, equities); });
}

Answer quadrature_equities(Tables stacks, Tables payouts, double tolerance, unsigned threads,
                           std::optional<double> max_seconds, nb::object progress) {
    return equities_of(stacks, payouts, threads, max_seconds, std::move(progress),
                       [&](auto chips, auto prizes, auto equities, Watch& watch) {
                           return icm_equities(chips, prizes, tolerance, equities, watch);
                       });
}

// Threads share the tables, or the work of a single one.
Answer compressed_equities(Tables stacks, Tables payouts, double tolerance, unsigned threads,
                           std::optional<double> max_seconds, nb::object progress) {
    const Limits limits{.tolerance = tolerance, .threads = stacks.shape(0) == 1 ? threads : 1};
    return equities_of(stacks, payouts, threads, max_seconds, std::move(progress),
                       [&](auto chips, auto prizes, auto equities, Watch& watch) {
                           return icm_compressed(chips, prizes, limits, equities, watch);
                       });
}

// Threads share the tables, or the work of a single one.
Answer compressed_rows(Tables stacks, Words seats, double tolerance, unsigned threads,
                       std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const std::vector<std::size_t> chosen(seats.data(), seats.data() + seats.shape(0));
    const Limits limits{.tolerance = tolerance, .threads = tables == 1 ? threads : 1};
    const Rows<double> chips(stacks);
    return solve_tables(tables, {tables, chosen.size(), players}, threads, max_seconds, std::move(progress),
                        [&](std::size_t table, std::span<double> finish, Watch& watch) {
                            return icm_compressed_rows(chips[table], chosen, limits, finish, watch);
                        });
}

}  // namespace

void bind_icm(nb::module_& module) {
    module.attr("MAX_SUBSET_PLAYERS") = kMaxSubsetPlayers;
    module.def("subset_finish", &subset_finish, "stacks"_a, "threads"_a);
    module.def("subset_equities", &subset_equities, "stacks"_a, "payouts"_a, "threads"_a, "progress"_a.none());
    module.def("quadrature_finish", &quadrature_finish, "stacks"_a, "tolerance"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("quadrature_equities", &quadrature_equities, "stacks"_a, "payouts"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("compressed_rows", &compressed_rows, "stacks"_a, "seats"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("compressed_equities", &compressed_equities, "stacks"_a, "payouts"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
