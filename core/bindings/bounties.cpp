// Bounties, by every model that has a kernel for them.
#include "bindings/host.hpp"
#include "icm/heads.hpp"
#include "support/batch.hpp"

namespace finaltable {
namespace {

using MatrixAnswer = std::tuple<Array, bool>;  // values, done

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

}  // namespace

void bind_bounties(nb::module_& module) {
    module.def("icm_income", &income_of_places, "stacks"_a, "heads"_a, "share"_a, "own"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("icm_heads", &heads_of_places, "stacks"_a, "share"_a, "own"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
}

}  // namespace finaltable
