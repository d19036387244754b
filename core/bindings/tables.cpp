// Equities of many tables of as many players, each with its own payouts or all with the same.
#include <algorithm>
#include <atomic>

#include "bindings/host.hpp"
#include "dcm/equities.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "support/batch.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

// What crosses to Python, field by field; _core.pyi has the same names. `done` is false where the watch stopped the work.
using EquitiesAnswer = std::tuple<Array, Array, std::uint64_t, bool>;  // equities, errors, work, done

// equities, finish, error, finish error, nodes, done
using OneTableAnswer = std::tuple<Array, Array, double, double, std::uint64_t, bool>;

// One row for all tables, or one for each; as wide as the tables.
class Rows {
public:
    explicit Rows(const Tables& values)
        : data_(values.data()), width_(values.shape(1)), step_(values.shape(0) == 1 ? 0 : values.shape(1)) {}

    std::span<const double> operator[](std::size_t table) const { return {data_ + table * step_, width_}; }

private:
    const double* data_;
    std::size_t width_;
    std::size_t step_;
};

// Call solve(table, equities, watch), which returns error, work and whether it is done, for every table.
template <class Solve>
EquitiesAnswer solve_tables(std::size_t tables, std::size_t players, unsigned threads, nb::object progress,
                            Solve solve) {
    Buffer equities({tables, players}), errors({tables});
    std::atomic<std::uint64_t> work{0};
    const bool done = compute(std::nullopt, std::move(progress), [&](Watch& watch) {
        return for_each_table(tables, threads, watch, [&](std::size_t table, Watch& own) {
            const auto [error, steps] = solve(table, equities.part(table, players), own);
            errors.all()[table] = error;
            work += steps;
        });
    });
    return {equities.release(), errors.release(), work, done};
}

// `tolerances[m]` is for a table of m players with chips.
EquitiesAnswer tree(ChipTables stacks, Tables payouts, Vector tolerances, unsigned threads, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const std::int64_t* chips = stacks.data();
    const Rows prizes(payouts);
    const unsigned at_each = tables < threads ? threads / static_cast<unsigned>(tables) : 1;
    return solve_tables(tables, players, threads, std::move(progress),
                        [&](std::size_t table, std::span<double> equities, Watch& watch) {
                            const std::span<const std::int64_t> row(chips + table * players, players);
                            const auto live = std::ranges::count_if(row, [](std::int64_t stack) { return stack > 0; });
                            const EquityLimits limits{tolerances.data()[live], at_each};
                            const EquityReport report = dcm_equities(row, prizes[table], limits, equities, {}, watch);
                            return std::pair(report.error, report.nodes);
                        });
}

// One table, with the matrix of places that was found on the way.
OneTableAnswer tree_of_one(Words high, Words low, Vector payouts, double tolerance, unsigned threads,
                           std::optional<double> max_seconds, nb::object progress) {
    const std::size_t players = high.shape(0);
    Buffer equities({players}), finish({players, players});
    const EquityReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return dcm_equities(stacks, all_of(payouts), {tolerance, threads}, equities.all(), finish.all(), watch);
        });
    });
    return {equities.release(), finish.release(), report.error, report.finish_error, report.nodes, report.finished};
}

// The errors follow from the number of players: Python knows them.
EquitiesAnswer subsets(Tables stacks, Tables payouts, unsigned threads, nb::object progress) {
    const Rows chips(stacks), prizes(payouts);
    return solve_tables(stacks.shape(0), stacks.shape(1), threads, std::move(progress),
                        [&](std::size_t table, std::span<double> equities, Watch&) {
                            icm_subset_equities(chips[table], prizes[table], equities);
                            return std::pair(0.0, std::uint64_t{0});
                        });
}

EquitiesAnswer quadrature(Tables stacks, Tables payouts, double tolerance, unsigned threads, nb::object progress) {
    const Rows chips(stacks), prizes(payouts);
    return solve_tables(stacks.shape(0), stacks.shape(1), threads, std::move(progress),
                        [&](std::size_t table, std::span<double> equities, Watch& watch) {
                            const Seating<double> seating(chips[table]);
                            seating.write_out_equities(prizes[table], equities);
                            std::span<const double> paid = prizes[table].subspan(0, seating.sorted.size());
                            while (!paid.empty() && paid.back() == 0.0) paid = paid.first(paid.size() - 1);
                            std::vector<double> live(seating.sorted.size());
                            const QuadratureReport report = icm_equities(seating.sorted, paid, tolerance, live, watch);
                            for (std::size_t i = 0; i < live.size(); ++i) equities[seating.seat[i]] = live[i];
                            return std::pair(report.error, report.points);
                        });
}

}  // namespace

void bind_tables(nb::module_& module) {
    module.def("tree_equities", &tree, "stacks"_a, "payouts"_a, "tolerances"_a, "threads"_a, "progress"_a.none());
    module.def("tree_of_one", &tree_of_one, "high"_a, "low"_a, "payouts"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("subset_equities", &subsets, "stacks"_a, "payouts"_a, "threads"_a, "progress"_a.none());
    module.def("quadrature_equities", &quadrature, "stacks"_a, "payouts"_a, "tolerance"_a, "threads"_a,
               "progress"_a.none());
}

}  // namespace finaltable
