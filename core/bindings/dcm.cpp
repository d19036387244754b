// DCM: its tree, samples of tournaments, and both together.
#include <algorithm>

#include "bindings/host.hpp"
#include "dcm/budget.hpp"
#include "dcm/equities.hpp"
#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/mass.hpp"
#include "dcm/tree.hpp"
#include "support/unseen.hpp"

namespace finaltable {
namespace {

template <class Chips>
int live_players(std::span<const Chips> stacks) {
    return static_cast<int>(std::ranges::count_if(stacks, [](Chips stack) { return stack > 0; }));
}

// Limits of a search for a tolerance with a maximum number of nodes.
template <class Chips>
Limits tree_limits(std::span<const Chips> stacks, double tolerance, std::optional<double> nodes) {
    const double least = nodes ? TreeCost::of(live_players(stacks)).threshold_within(*nodes) : 0.0;
    return {.tolerance = tolerance, .least_threshold = least};
}

Answer tree_finish_tables(ChipTables stacks, double tolerance, std::optional<double> nodes, unsigned threads,
                          std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<std::int64_t> rows(stacks);
    return solve_tables(tables, {tables, players, players}, threads, max_seconds, std::move(progress),
                        [&](std::size_t table, std::span<double> finish, Watch& watch) {
                            const Limits limits = tree_limits(rows[table], tolerance, nodes);
                            return dcm_finish(rows[table], limits, finish, watch);
                        });
}

template <class Chips, class Search>
Answer search_table(std::span<const Chips> stacks, Search search, double tolerance, std::optional<double> nodes,
                    std::optional<double> max_seconds, nb::object progress) {
    Buffer values({stacks.size(), stacks.size()});
    const Report report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return search(stacks, tree_limits(stacks, tolerance, nodes), values.all(), watch);
    });
    return {values.release(), report.error, report.work, report.finished};
}

Answer tree_finish(Words high, Words low, double tolerance, std::optional<double> nodes,
                   std::optional<double> max_seconds, nb::object progress) {
    return with_chips(high, low, [&](auto stacks) {
        return search_table(stacks, dcm_finish<typename decltype(stacks)::value_type>, tolerance, nodes, max_seconds,
                            progress);
    });
}

Answer tree_knockouts(Words high, Words low, double tolerance, std::optional<double> nodes,
                      std::optional<double> max_seconds, nb::object progress) {
    return with_chips(high, low, [&](auto stacks) {
        return search_table(stacks, dcm_knockouts<typename decltype(stacks)::value_type>, tolerance, nodes, max_seconds,
                            progress);
    });
}

// Equities of many tables, with one row of payouts for all or one for each. A tolerance that is too fine for a table is
// replaced by the finest that can be proved.
Answer tree_equities(ChipTables stacks, Tables payouts, double tolerance, unsigned threads, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const Rows<std::int64_t> rows(stacks);
    const Rows<double> prizes(payouts);
    const unsigned at_each = tables < threads ? threads / static_cast<unsigned>(tables) : 1;
    return solve_tables(tables, {tables, players}, threads, std::nullopt, std::move(progress),
                        [&](std::size_t table, std::span<double> equities, Watch& watch) {
                            const double finest = TreeCost::of(live_players(rows[table])).finest_tolerance();
                            const Limits limits{.tolerance = std::max(tolerance, finest), .threads = at_each};
                            return dcm_equities(rows[table], prizes[table], limits, equities, {}, watch);
                        });
}

// One table, with the finish probabilities found on the way.
Answer tree_of_one(Words high, Words low, Vector payouts, double tolerance, unsigned threads,
                   std::optional<double> max_seconds, nb::object progress, double finish_tolerance) {
    const std::size_t players = high.shape(0);
    Buffer equities({players}), finish({players, players});
    const Limits limits{.tolerance = tolerance, .threads = threads, .finish_tolerance = finish_tolerance};
    const Report report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return dcm_equities(stacks, all_of(payouts), limits, equities.all(), finish.all(), watch);
        });
    });
    Answer answer{equities.release(), report.error, report.work, report.finished};
    if (report.finish_error <= 1.0) answer.finish = finish.release();
    answer.finish_error = report.finish_error;
    return answer;
}

Answer simulate_equities(Words high, Words low, Vector payouts, std::uint64_t seed, std::uint64_t tournaments,
                         double tolerance, unsigned threads, std::optional<double> max_seconds, nb::object progress,
                         int quasi_random) {
    Buffer equities({high.shape(0)}), errors({high.shape(0)});
    const Limits limits{.tolerance = tolerance,
                        .tournaments = tournaments,
                        .seed = seed,
                        .quasi_random = quasi_random,
                        .threads = threads};
    const Report report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return field_equities(stacks, all_of(payouts), limits, equities.all(), errors.all(), watch);
        });
    });
    Answer answer{equities.release(), report.error, report.work, report.finished};
    answer.standard_errors = errors.release();
    return answer;
}

Answer simulate_finish(Words high, Words low, std::size_t places, std::uint64_t seed, std::uint64_t tournaments,
                       unsigned threads, std::optional<double> max_seconds, nb::object progress) {
    Buffer finish({high.shape(0), places});
    const Limits limits{.tournaments = tournaments, .seed = seed, .threads = threads};
    const Report report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress,
                       [&](Watch& watch) { return field_finish(stacks, places, limits, finish.all(), watch); });
    });
    return {finish.release(), report.error, report.work, report.finished};
}

// The error and the standard errors are those of the equities computed from the finish probabilities.
Answer hybrid(Words high, Words low, Vector payouts, double threshold, std::uint64_t paths, std::uint64_t seed,
              std::optional<double> max_seconds, nb::object progress) {
    const std::size_t players = high.shape(0);
    Buffer finish({players, players}), errors({players});
    const Limits limits{.least_threshold = threshold, .tournaments = paths, .seed = seed};
    const Report report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return hybrid_finish(stacks, all_of(payouts), limits, finish.all(), errors.all(), watch);
        });
    });
    Answer answer{nb::none(), report.error, report.work, report.finished};
    answer.standard_errors = errors.release();
    answer.finish = finish.release();
    answer.finish_error = report.finish_error;
    return answer;
}

const TreeCost& tree_cost(int players) { return TreeCost::of(players); }

}  // namespace

void bind_dcm(nb::module_& module) {
    module.attr("MAX_TREE_PLAYERS") = kMaxTreePlayers;
    module.attr("WIDE_CHIPS") = static_cast<bool>(FINALTABLE_WIDE_CHIPS);
    module.attr("MOST_NARROW_CHIPS") = kMostNarrowChips;
    module.def("sampling_error", &sampling_error, "standard_error"_a, "spread"_a, "draws"_a);
    module.def("unit_rounding", &unit_rounding, "players"_a);
    nb::class_<TreeCost>(module, "TreeCost")
        .def("threshold_for", &TreeCost::threshold_for, "unresolved"_a)
        .def("nodes_for", &TreeCost::nodes_for, "unresolved"_a)
        .def("threshold_within", &TreeCost::threshold_within, "nodes"_a)
        .def("unresolved_within", &TreeCost::unresolved_within, "nodes"_a)
        .def_prop_ro("rounding", &TreeCost::rounding)
        .def_prop_ro("finest_tolerance", &TreeCost::finest_tolerance);
    module.def("tree_cost", &tree_cost, "players"_a, nb::rv_policy::reference);
    module.def("tree_finish_tables", &tree_finish_tables, "stacks"_a, "tolerance"_a, "nodes"_a.none(), "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_finish", &tree_finish, "high"_a, "low"_a, "tolerance"_a, "nodes"_a.none(), "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("tree_knockouts", &tree_knockouts, "high"_a, "low"_a, "tolerance"_a, "nodes"_a.none(),
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_equities", &tree_equities, "stacks"_a, "payouts"_a, "tolerance"_a, "threads"_a,
               "progress"_a.none());
    module.def("tree_of_one", &tree_of_one, "high"_a, "low"_a, "payouts"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none(), "finish_tolerance"_a = Limits{}.finish_tolerance);
    module.def("field_equities", &simulate_equities, "high"_a, "low"_a, "payouts"_a, "seed"_a, "tournaments"_a,
               "tolerance"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none(),
               "quasi_random"_a = Limits{}.quasi_random);
    module.def("field_finish", &simulate_finish, "high"_a, "low"_a, "places"_a, "seed"_a, "tournaments"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("hybrid_finish", &hybrid, "high"_a, "low"_a, "payouts"_a, "threshold"_a, "paths"_a, "seed"_a,
               "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
