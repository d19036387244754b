// Push or fold: gains in, a profile and its exploitability out.
#include <algorithm>
#include <array>

#include <nanobind/stl/array.h>

#include "bindings/host.hpp"
#include "equilibrium/guess.hpp"
#include "equilibrium/judge.hpp"
#include "equilibrium/solve.hpp"
#include "equilibrium/tree_solve.hpp"

namespace finaltable {
namespace {

using Cube = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Deals = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using SignedBytes = nb::ndarray<const std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Returned to Python; _core.pyi has the same names.
struct PushFoldAnswer {
    nb::object profile, gain, reach;    // node by class
    nb::object exploitability, values;  // by seat, by player
    nb::object triples;                 // probability that three are all-in: triple by order
    nb::object history;                 // exploitability after every sweep
    bool reached;                       // whether the tolerance was met
    bool interrupted;                   // whether by Ctrl-C
};

nb::object as_array(const std::vector<double>& values) {
    Buffer buffer{values.size()};
    std::ranges::copy(values, buffer.all().begin());
    return buffer.release();
}

PushFoldAnswer as_answer(const Solved& solved, bool interrupted) {
    const Measured& best = solved.best;
    return {as_array(best.profile),        as_array(best.gain),   as_array(best.reach),
            as_array(best.exploitability), as_array(best.values), as_array(best.masses.three),
            as_array(solved.history),      solved.reached,        interrupted};
}

PushFoldAnswer answer_of(const Solved& solved, HostWatch& watch) {
    const bool interrupted = watch.interrupted();
    watch.raise();
    return as_answer(solved, interrupted);
}

// Ask Python whether a rough answer is enough.
SolveOptions with_look(SolveOptions options, const std::vector<double>& rough, const nb::object& enough) {
    if (enough.is_none()) return options;
    options.rough = rough;
    options.enough = [&enough](const Solved& solved) {
        const nb::gil_scoped_acquire hold;
        return nb::cast<bool>(enough(as_answer(solved, false)));
    };
    return options;
}

PushFoldAnswer solve_push_fold(bool last_opens, Tables one_shares, Cube two_shares, Cube one_gains, Cube two_gains,
                               Cube three_gains, const Dealing& dealing, Tables start, Flags locked, double tolerance,
                               std::size_t most_sweeps, unsigned threads, std::optional<double> max_seconds,
                               nb::object progress, const std::vector<double>& rough, nb::object enough,
                               const std::vector<std::size_t>& ranking) {
    const auto all = [](const auto& array) { return std::span(array.data(), array.size()); };
    const Game game{one_gains.shape(0),  one_gains.shape(2), last_opens,      one_shares.shape(0),
                    two_shares.shape(0), all(one_shares),    all(two_shares), dealing,
                    all(one_gains),      all(two_gains),     all(three_gains)};
    const Profile profile(start.data(), start.data() + start.size());
    HostWatch watch(max_seconds, std::move(progress));
    const SolveOptions options = with_look({tolerance, most_sweeps, threads}, rough, enough);
    const Solved solved = [&] {
        const Unlocked free;
        const Profile guess = ranking.empty() ? profile : guess_profile(game, ranking, all(locked), profile);
        return solve_game(game, guess, all(locked), options, watch);
    }();
    return answer_of(solved, watch);
}

// Decisions have the seat and what follows a fold, an all-in and a raise; ends have the three seats at the showdown, or
// -1, and their first row of values.
Tree tree_of(std::size_t seats, std::size_t players, const Numbers& decisions, const Numbers& ends) {
    Tree tree{seats, players, {}, {}};
    for (std::size_t i = 0; i < decisions.shape(0); ++i) {
        tree.decisions.push_back(
            {static_cast<std::size_t>(decisions(i, 0)), {decisions(i, 1), decisions(i, 2), decisions(i, 3)}});
    }
    for (std::size_t i = 0; i < ends.shape(0); ++i) {
        End end{0, {}, static_cast<std::size_t>(ends(i, kMostIn))};
        while (end.count < kMostIn && ends(i, end.count) >= 0) {
            end.seats[end.count] = static_cast<std::size_t>(ends(i, end.count));
            ++end.count;
        }
        tree.ends.push_back(end);
    }
    return tree;
}

PushFoldAnswer solve_decisions(std::size_t seats, Numbers decisions, Numbers ends, Tables one_shares, Cube two_shares,
                               Tables values, const Dealing& dealing, Cube start, Flags locked, double tolerance,
                               std::size_t most_sweeps, unsigned threads, std::optional<double> max_seconds,
                               nb::object progress, const std::vector<double>& rough, nb::object enough) {
    const auto all = [](const auto& array) { return std::span(array.data(), array.size()); };
    const TreeGame game{tree_of(seats, values.shape(1), decisions, ends),
                        one_shares.shape(0),
                        two_shares.shape(0),
                        all(one_shares),
                        all(two_shares),
                        dealing,
                        all(values)};
    const Profile profile(start.data(), start.data() + start.size());
    HostWatch watch(max_seconds, std::move(progress));
    const SolveOptions options = with_look({tolerance, most_sweeps, threads}, rough, enough);
    const Solved solved = [&] {
        const Unlocked free;
        return solve_tree(game, profile, all(locked), options, watch);
    }();
    return answer_of(solved, watch);
}

// One half of the deals.
struct JudgedHalf {
    nb::object sum, squares, seen;    // node by class
    nb::object worth, worth_squares;  // player
    std::uint64_t deals;
};

JudgedHalf half_of(const Judged& judged, std::size_t half) {
    const std::vector<double> seen(judged.seen[half].begin(), judged.seen[half].end());
    return {as_array(judged.sum[half]),   as_array(judged.squares[half]),       as_array(seen),
            as_array(judged.worth[half]), as_array(judged.worth_squares[half]), judged.deals[half]};
}

std::vector<JudgedHalf> judge_tree(std::size_t seats, std::size_t posted, Numbers decisions, Numbers ends,
                                   std::vector<std::vector<std::size_t>> showdowns,
                                   std::vector<std::vector<std::int32_t>> rows, Tables values, Cube profile,
                                   std::uint64_t deals, std::uint64_t seed, unsigned threads,
                                   std::optional<double> max_seconds, nb::object progress) {
    const JudgedGame game{tree_of(seats, values.shape(1), decisions, ends),
                          posted,
                          std::move(showdowns),
                          std::move(rows),
                          {values.data(), values.size()},
                          {profile.data(), profile.size()}};
    const Judged judged = compute(max_seconds, std::move(progress),
                                  [&](Watch& watch) { return judge_profile(game, deals, seed, threads, watch); });
    return {half_of(judged, 0), half_of(judged, 1)};
}

}  // namespace

void bind_equilibrium(nb::module_& module) {
    module.attr("MAX_SEATS") = kMaxSeats;
    nb::class_<PushFoldAnswer>(module, "PushFoldAnswer")
        .def_ro("profile", &PushFoldAnswer::profile)
        .def_ro("gain", &PushFoldAnswer::gain)
        .def_ro("reach", &PushFoldAnswer::reach)
        .def_ro("exploitability", &PushFoldAnswer::exploitability)
        .def_ro("values", &PushFoldAnswer::values)
        .def_ro("triples", &PushFoldAnswer::triples)
        .def_ro("history", &PushFoldAnswer::history)
        .def_ro("reached", &PushFoldAnswer::reached)
        .def_ro("interrupted", &PushFoldAnswer::interrupted);
    nb::class_<JudgedHalf>(module, "JudgedHalf")
        .def_ro("sum", &JudgedHalf::sum)
        .def_ro("squares", &JudgedHalf::squares)
        .def_ro("seen", &JudgedHalf::seen)
        .def_ro("worth", &JudgedHalf::worth)
        .def_ro("worth_squares", &JudgedHalf::worth_squares)
        .def_ro("deals", &JudgedHalf::deals);
    nb::class_<Dealing>(module, "Dealing")
        .def(
            "__init__",
            [](Dealing* self, Bytes orders, Deals deals, std::optional<SignedBytes> boards,
               std::array<double, 2> scales) {
                const std::span<const std::int8_t> all =
                    boards ? std::span(boards->data(), boards->size()) : std::span<const std::int8_t>();
                new (self) Dealing({deals.data(), deals.size()}, {orders.data(), orders.size()},
                                   Boards(all.first(all.size() / 2), all.last(all.size() / 2), scales));
            },
            "orders"_a, "deals"_a, "boards"_a.none() = nb::none(), "scales"_a = std::array<double, 2>{});
    module.def("solve_push_fold", &solve_push_fold, "last_opens"_a, "one_shares"_a, "two_shares"_a, "one_gains"_a,
               "two_gains"_a, "three_gains"_a, "dealing"_a, "start"_a, "locked"_a, "tolerance"_a, "most_sweeps"_a,
               "threads"_a, "max_seconds"_a.none(), "progress"_a.none(), "rough"_a = std::vector<double>{},
               "enough"_a.none() = nb::none(), "ranking"_a = std::vector<std::size_t>{});
    module.attr("NO_ACTION") = kNoAction;
    module.def("solve_tree", &solve_decisions, "seats"_a, "decisions"_a, "ends"_a, "one_shares"_a, "two_shares"_a,
               "values"_a, "dealing"_a, "start"_a, "locked"_a, "tolerance"_a, "most_sweeps"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none(), "rough"_a = std::vector<double>{},
               "enough"_a.none() = nb::none());
    module.def("judge_tree", &judge_tree, "seats"_a, "posted"_a, "decisions"_a, "ends"_a, "showdowns"_a, "rows"_a,
               "values"_a, "profile"_a, "deals"_a, "seed"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
