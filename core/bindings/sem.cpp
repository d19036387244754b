// Sequential elimination: its tree, and samples of it.
#include <atomic>

#include "bindings/host.hpp"
#include "sem/sample.hpp"
#include "sem/tree.hpp"
#include "support/batch.hpp"

namespace finaltable {
namespace {

// What crosses to Python, field by field; _core.pyi has the same names. `done` is false where the watch stopped the work.
using SemAnswer = std::tuple<Array, bool>;                                       // values, done
using SemSampleAnswer = std::tuple<Array, Array, Array, double, std::uint64_t>;  // equities, standard errors, finish,
                                                                                 // error, tournaments

// Solve every table with solve(stacks, threads, values, watch): one of them on all threads, several side by side.
template <class Solve>
SemAnswer solve_tables(Tables stacks, unsigned threads, std::optional<double> max_seconds, nb::object progress,
                       Solve solve) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const double* chips = stacks.data();
    Buffer values({tables, players, players});
    const unsigned inside = tables == 1 ? threads : 1;
    const bool finished = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        std::atomic<bool> all_finished{true};
        const bool reached_all = for_each_table(tables, threads, watch, [&](std::size_t table, Watch& own) {
            const std::span<const double> row(chips + table * players, players);
            if (!solve(row, inside, values.part(table, players * players), own)) all_finished = false;
        });
        return reached_all && all_finished;
    });
    return {values.release(), finished};
}

template <auto solve>
SemAnswer solve_with(Tables stacks, int kernel, unsigned threads, std::optional<double> max_seconds,
                     nb::object progress) {
    const auto one = [&](std::span<const double> row, unsigned inside, std::span<double> values, Watch& watch) {
        return solve(row, static_cast<SemKernel>(kernel), inside, values, watch);
    };
    return solve_tables(stacks, threads, max_seconds, std::move(progress), one);
}

SemSampleAnswer sample(Vector stacks, Vector payouts, int kernel, std::uint64_t seed, std::uint64_t tournaments,
                       double tolerance, unsigned threads, std::optional<double> max_seconds, nb::object progress) {
    const std::size_t players = stacks.shape(0);
    Buffer equities({players}), errors({players}), finish({players, players});
    const SemReport report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return sem_sample(all_of(stacks), all_of(payouts), static_cast<SemKernel>(kernel),
                          {seed, tournaments, tolerance, threads}, {equities.all(), errors.all(), finish.all()}, watch);
    });
    return {equities.release(), errors.release(), finish.release(), report.error, report.tournaments};
}

}  // namespace

void bind_sem(nb::module_& module) {
    module.attr("MAX_SEM_PLAYERS") = kMaxSemPlayers;
    module.attr("MAX_SEM_RANGE") = kMaxSemRange;
    module.def("sem_finish", &solve_with<sem_finish>, "stacks"_a, "kernel"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("sem_knockouts", &solve_with<sem_knockouts>, "stacks"_a, "kernel"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("sem_sample", &sample, "stacks"_a, "payouts"_a, "kernel"_a, "seed"_a, "tournaments"_a, "tolerance"_a,
               "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
