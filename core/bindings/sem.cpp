// Sequential elimination: its tree, and samples of it.
#include "bindings/host.hpp"
#include "sem/sample.hpp"
#include "sem/tree.hpp"

namespace finaltable {
namespace {

// One table is solved on all threads, several tables in parallel.
template <auto solve>
Answer solve_with(Tables stacks, int kernel, unsigned threads, std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<double> chips(stacks);
    const unsigned inside = tables == 1 ? threads : 1;
    return solve_tables(tables, {tables, players, players}, threads, max_seconds, std::move(progress),
                        [&](std::size_t table, std::span<double> values, Watch& watch) {
                            return solve(chips[table], static_cast<SemKernel>(kernel), inside, values, watch);
                        });
}

// Payouts have one row for all tables, or one for each.
Answer equities(Tables stacks, Tables payouts, int kernel, unsigned threads, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<double> chips(stacks), prizes(payouts);
    const unsigned inside = tables == 1 ? threads : 1;
    return solve_tables(tables, {tables, players}, threads, std::nullopt, std::move(progress),
                        [&](std::size_t table, std::span<double> values, Watch& watch) {
                            return sem_equities(chips[table], prizes[table], static_cast<SemKernel>(kernel), inside,
                                                values, watch);
                        });
}

Answer sample(Vector stacks, Vector payouts, int kernel, std::uint64_t seed, std::uint64_t tournaments,
              double tolerance, unsigned threads, std::optional<double> max_seconds, nb::object progress) {
    const std::size_t players = stacks.shape(0);
    Buffer equities({players}), errors({players}), finish({players, players});
    const Limits limits{.tolerance = tolerance, .tournaments = tournaments, .seed = seed, .threads = threads};
    const Report report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return sem_sample(all_of(stacks), all_of(payouts), static_cast<SemKernel>(kernel), limits,
                          {equities.all(), errors.all(), finish.all()}, watch);
    });
    Answer answer{equities.release(), report.error, report.work, report.finished};
    answer.standard_errors = errors.release();
    answer.finish = finish.release();
    answer.finish_error = report.finish_error;
    return answer;
}

}  // namespace

void bind_sem(nb::module_& module) {
    module.attr("MAX_SEM_PLAYERS") = kMaxSemPlayers;
    module.attr("MAX_SEM_RANGE") = kMaxSemRange;
    module.def("sem_finish", &solve_with<sem_finish>, "stacks"_a, "kernel"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("sem_equities", &equities, "stacks"_a, "payouts"_a, "kernel"_a, "threads"_a, "progress"_a.none());
    module.def("sem_knockouts", &solve_with<sem_knockouts>, "stacks"_a, "kernel"_a, "threads"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("sem_sample", &sample, "stacks"_a, "payouts"_a, "kernel"_a, "seed"_a, "tournaments"_a, "tolerance"_a,
               "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
