// ICM by subsets and by quadrature.

#include "bindings/host.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "support/batch.hpp"

namespace finaltable {
namespace {

// What crosses to Python, field by field; _core.pyi has the same names. `done` is false where the watch stopped the work.
using QuadratureAnswer = std::tuple<Array, double, std::uint64_t, bool>;  // values, error, points, done

Array subsets(Tables stacks, unsigned threads) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const double* chips = stacks.data();
    Buffer finish({tables, players, players});
    compute(std::nullopt, nb::none(), [&](Watch& watch) {
        return for_each_table(tables, threads, watch, [&](std::size_t table, Watch&) {
            icm_subsets({chips + table * players, players}, finish.part(table, players * players));
        });
    });
    return finish.release();
}

QuadratureAnswer quadrature_equities(Vector stacks, Vector payouts, double tolerance, std::optional<double> max_seconds,
                                     nb::object progress) {
    Buffer equities({stacks.shape(0)});
    const QuadratureReport report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return icm_equities(all_of(stacks), all_of(payouts), tolerance, equities.all(), watch);
    });
    return {equities.release(), report.error, report.points, report.finished};
}

QuadratureAnswer quadrature_finish(Vector stacks, double tolerance, std::optional<double> max_seconds,
                                   nb::object progress) {
    Buffer finish({stacks.shape(0), stacks.shape(0)});
    const QuadratureReport report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return icm_finish(all_of(stacks), tolerance, finish.all(), watch);
    });
    return {finish.release(), report.error, report.points, report.finished};
}

}  // namespace

void bind_icm(nb::module_& module) {
    module.attr("MAX_SUBSET_PLAYERS") = kMaxSubsetPlayers;
    module.def("icm_subsets", &subsets, "stacks"_a, "threads"_a);
    module.def("icm_equities", &quadrature_equities, "stacks"_a, "payouts"_a, "tolerance"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("icm_finish", &quadrature_finish, "stacks"_a, "tolerance"_a, "max_seconds"_a.none(),
               "progress"_a.none());
}

}  // namespace finaltable
