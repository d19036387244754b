// The only file that knows Python: numpy arrays in, numpy arrays out, the interpreter lock released in between.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "cards/showdown.hpp"
#include "dcm/budget.hpp"
#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/tree.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "support/batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace finaltable {
namespace {

using Tables = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ChipTables = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Array = nb::ndarray<nb::numpy, double>;
using Clock = std::chrono::steady_clock;

// What crosses to Python, field by field; _core.pyi has the same names. `done` is false where the watch stopped the work.
using CostAnswer = std::tuple<Array, Array>;                                // nodes, open: by threshold
using TreeAnswer = std::tuple<Array, Array, std::uint64_t, bool>;           // values, open, nodes, done
using QuadratureAnswer = std::tuple<Array, double, std::uint64_t, bool>;    // values, error, points, done
using FieldAnswer = std::tuple<Array, Array, double, std::uint64_t, bool>;  // equities, standard errors, unseen,
                                                                            // tournaments, done
using FieldFinishAnswer = std::tuple<Array, std::uint64_t>;                 // finish, tournaments
using HybridAnswer = std::tuple<Array, Array, double, double, double,       // finish, standard errors, finish error,
                                std::uint64_t, std::uint64_t, bool>;        // path, open, nodes, paths, done
using ShowdownAnswer = std::tuple<std::vector<unsigned>, std::vector<std::uint64_t>,     // orders, counts,
                                  std::uint64_t, bool>;                                  // boards, done
using ClassAnswer = std::tuple<std::vector<std::uint64_t>, std::vector<std::uint64_t>>;  // wins, ties

// Watches the clock all the time, and the interpreter (Ctrl-C, progress) a few times a second.
class HostWatch final : public Watch {
public:
    HostWatch(std::optional<double> max_seconds, nb::object progress)
        : limited_(max_seconds.has_value()), progress_(std::move(progress)), next_(Clock::now() + kBetween) {
        if (limited_) {
            deadline_ =
                Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*max_seconds));
        }
    }

    bool keep_going(double fraction, double error) override {
        const auto now = Clock::now();
        if (limited_ && now >= deadline_) return false;
        if (now < next_) return true;
        next_ = now + kBetween;
        const nb::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) return fail();
        if (!progress_.is_none()) {
            nb::object answer = nb::steal(PyObject_CallFunction(progress_.ptr(), "dd", fraction, error));
            if (!answer.is_valid()) return fail();
        }
        return true;
    }

    // Raise what Ctrl-C or the progress function raised. Call with the interpreter lock held.
    void raise() const {
        if (failed_) nb::raise_python_error();
    }

private:
    static constexpr std::chrono::milliseconds kBetween{30};

    bool fail() {
        failed_ = true;
        return false;
    }

    bool limited_;
    bool failed_ = false;
    nb::object progress_;
    Clock::time_point deadline_;
    Clock::time_point next_;
};

// Compute without the interpreter lock; then raise what Ctrl-C or the progress function raised meanwhile.
template <class Work>
auto compute(std::optional<double> max_seconds, nb::object progress, Work work) {
    HostWatch watch(max_seconds, std::move(progress));
    const auto answer = [&] {
        const nb::gil_scoped_release free;
        return work(watch);
    }();
    watch.raise();
    return answer;
}

// Memory that a numpy array takes over.
class Buffer {
public:
    explicit Buffer(std::initializer_list<std::size_t> shape) : shape_(shape) {
        std::size_t size = 1;
        for (const std::size_t length : shape_) size *= length;
        data_ = std::make_unique<double[]>(size);
        size_ = size;
    }

    std::span<double> part(std::size_t index, std::size_t length) { return {data_.get() + index * length, length}; }
    std::span<double> all() { return {data_.get(), size_}; }

    Array release() {
        double* data = data_.release();
        nb::capsule owner(data, [](void* pointer) noexcept { delete[] static_cast<double*>(pointer); });
        return Array(data, shape_.size(), shape_.data(), owner);
    }

private:
    std::vector<std::size_t> shape_;
    std::unique_ptr<double[]> data_;
    std::size_t size_ = 0;
};

CostAnswer cost(int players) {
    const TreeCost cost = tree_cost(players);
    Buffer nodes({cost.nodes.size()}), open({cost.open.size()});
    std::ranges::copy(cost.nodes, nodes.all().begin());
    std::ranges::copy(cost.open, open.all().begin());
    return {nodes.release(), open.release()};
}

// `thresholds[m]` is where to start for a table of m players with chips.
TreeAnswer tree_finish(ChipTables stacks, Vector thresholds, double tolerance, unsigned threads,
                       std::optional<double> max_seconds, nb::object progress) {
    const std::size_t tables = stacks.shape(0), players = stacks.shape(1);
    const std::int64_t* chips = stacks.data();
    const double* start = thresholds.data();
    Buffer finish({tables, players, players}), open({tables, players});
    std::atomic<std::uint64_t> nodes{0};
    const bool finished = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        std::atomic<bool> all_finished{true};
        const bool reached_all = for_each_table(tables, threads, watch, [&](std::size_t table, Watch& own) {
            const std::span<const std::int64_t> row(chips + table * players, players);
            const auto live = std::ranges::count_if(row, [](std::int64_t stack) { return stack > 0; });
            const TreeReport report = dcm_finish(row, {start[live], tolerance}, finish.part(table, players * players),
                                                 open.part(table, players), own);
            nodes += report.nodes;
            if (!report.finished) all_finished = false;
        });
        return reached_all && all_finished;
    });
    return {finish.release(), open.release(), nodes, finished};
}

template <class Chips, class Search>
TreeAnswer search_table(std::span<const Chips> stacks, Search search, double threshold, double tolerance,
                        std::optional<double> max_seconds, nb::object progress) {
    Buffer result({stacks.size(), stacks.size()}), open({stacks.size()});
    const TreeReport report = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return search(stacks, {threshold, tolerance}, result.all(), open.all(), watch);
    });
    return {result.release(), open.release(), report.nodes, report.finished};
}

// Chips of one table come as high and low words. Call use(stacks) with 64 bits for each if twice their total fits, or
// with 128.
template <class Use>
auto with_chips(const Words& high, const Words& low, Use use) {
    std::vector<WideChips> chips;
    WideChips total = 0;
    for (std::size_t i = 0; i < high.shape(0); ++i) {
        chips.push_back(static_cast<WideChips>(high.data()[i]) << 64 | static_cast<WideChips>(low.data()[i]));
        total += chips.back();
    }
    if (total > std::numeric_limits<std::int64_t>::max() / 2) return use(std::span<const WideChips>(chips));
    const std::vector<std::int64_t> narrow(chips.begin(), chips.end());
    return use(std::span<const std::int64_t>(narrow));
}

TreeAnswer tree_finish_wide(Words high, Words low, double threshold, double tolerance,
                            std::optional<double> max_seconds, nb::object progress) {
    return with_chips(high, low, [&](auto stacks) {
        return search_table(stacks, dcm_finish<typename decltype(stacks)::value_type>, threshold, tolerance,
                            max_seconds, progress);
    });
}

TreeAnswer tree_knockouts(Words high, Words low, double threshold, double tolerance, std::optional<double> max_seconds,
                          nb::object progress) {
    return with_chips(high, low, [&](auto stacks) {
        return search_table(stacks, dcm_knockouts<typename decltype(stacks)::value_type>, threshold, tolerance,
                            max_seconds, progress);
    });
}

std::span<const double> all_of(const Vector& values) { return {values.data(), values.shape(0)}; }

FieldAnswer simulate_equities(Words high, Words low, Vector payouts, std::uint64_t seed, std::uint64_t tournaments,
                              double tolerance, int quasi_random, unsigned threads, std::optional<double> max_seconds,
                              nb::object progress) {
    Buffer equities({high.shape(0)}), errors({high.shape(0)});
    const FieldLimits limits{seed, tournaments, tolerance, quasi_random, threads};
    const FieldReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return field_equities(stacks, all_of(payouts), limits, equities.all(), errors.all(), watch);
        });
    });
    return {equities.release(), errors.release(), report.unseen, report.tournaments, report.finished};
}

FieldFinishAnswer simulate_finish(Words high, Words low, std::size_t places, std::uint64_t seed,
                                  std::uint64_t tournaments, int quasi_random, unsigned threads,
                                  std::optional<double> max_seconds, nb::object progress) {
    Buffer finish({high.shape(0), places});
    const FieldLimits limits{seed, tournaments, 0.0, quasi_random, threads};
    const FieldReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress,
                       [&](Watch& watch) { return field_finish(stacks, places, limits, finish.all(), watch); });
    });
    return {finish.release(), report.tournaments};
}

HybridAnswer hybrid(Words high, Words low, Vector payouts, double threshold, double open, double paths,
                    std::uint64_t seed, std::optional<double> max_seconds, nb::object progress) {
    const std::size_t players = high.shape(0);
    Buffer finish({players, players}), errors({players});
    const HybridReport report = with_chips(high, low, [&](auto stacks) {
        return compute(max_seconds, progress, [&](Watch& watch) {
            return hybrid_finish(stacks, all_of(payouts), {threshold, open, paths, seed}, finish.all(), errors.all(),
                                 watch);
        });
    });
    return {finish.release(), errors.release(), report.finish_error, report.path,
            report.open,      report.nodes,     report.paths,        report.finished};
}

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

using Cards = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Orders of the players and how often each came up.
ShowdownAnswer seen(const Orders& orders) {
    std::vector<unsigned> which;
    std::vector<std::uint64_t> counts;
    for (unsigned order = 0; order < orders.counts.size(); ++order) {
        if (orders.counts[order] == 0) continue;
        which.push_back(order);
        counts.push_back(orders.counts[order]);
    }
    return {which, counts, orders.boards, orders.finished};
}

// A row a hand: player, first card, second card; weights beside it.
std::vector<std::vector<Combo>> ranges_of(const Cards& hands, const Vector& weights) {
    std::vector<std::vector<Combo>> ranges;
    for (std::size_t row = 0; row < hands.shape(0); ++row) {
        const std::int64_t* cells = hands.data() + 3 * row;
        ranges.resize(std::max(ranges.size(), static_cast<std::size_t>(cells[0]) + 1));
        ranges[static_cast<std::size_t>(cells[0])].push_back(
            {static_cast<int>(cells[1]), static_cast<int>(cells[2]), weights.data()[row]});
    }
    return ranges;
}

auto showdown_of_hands(Cards hands, Vector weights) {
    std::vector<Combo> one_each;
    for (const std::vector<Combo>& range : ranges_of(hands, weights)) one_each.push_back(range.front());
    const Orders orders = compute(std::nullopt, nb::none(), [&](Watch& watch) { return every_board(one_each, watch); });
    return seen(orders);
}

auto showdown_of_ranges(Cards hands, Vector weights, std::uint64_t samples, std::uint64_t seed, nb::object progress) {
    const std::vector<std::vector<Combo>> ranges = ranges_of(hands, weights);
    const Orders orders = compute(std::nullopt, std::move(progress),
                                  [&](Watch& watch) { return drawn_boards(ranges, samples, seed, watch); });
    return seen(orders);
}

std::uint32_t strength_of(const std::vector<int>& cards) {
    CardSet set = 0;
    for (const int card : cards) set |= card_bit(card);
    return hand_strength(set);
}

ClassAnswer class_counts(unsigned part, unsigned parts) {
    std::vector<std::uint64_t> wins(kHandClasses * kHandClasses), ties(kHandClasses * kHandClasses);
    compute(std::nullopt, nb::none(), [&](Watch& watch) {
        count_classes(part, parts, wins, ties, watch);
        return true;
    });
    return {wins, ties};
}

}  // namespace
}  // namespace finaltable

NB_MODULE(_core, module) {
    using namespace finaltable;
    module.attr("MAX_TREE_PLAYERS") = kMaxTreePlayers;
    module.attr("MAX_SUBSET_PLAYERS") = kMaxSubsetPlayers;
    module.attr("COST_STEP") = kCostStep;
    module.attr("UNSEEN") = kUnseen;
    module.def("tree_cost", &cost, "players"_a);
    module.def("tree_finish", &tree_finish, "stacks"_a, "thresholds"_a, "tolerance"_a, "threads"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_finish_wide", &tree_finish_wide, "high"_a, "low"_a, "threshold"_a, "tolerance"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("tree_knockouts", &tree_knockouts, "high"_a, "low"_a, "threshold"_a, "tolerance"_a,
               "max_seconds"_a.none(), "progress"_a.none());
    module.def("field_equities", &simulate_equities, "high"_a, "low"_a, "payouts"_a, "seed"_a, "tournaments"_a,
               "tolerance"_a, "quasi_random"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("field_finish", &simulate_finish, "high"_a, "low"_a, "places"_a, "seed"_a, "tournaments"_a,
               "quasi_random"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("hybrid_finish", &hybrid, "high"_a, "low"_a, "payouts"_a, "threshold"_a, "unexplored"_a, "paths"_a,
               "seed"_a, "max_seconds"_a.none(), "progress"_a.none());
    module.def("icm_subsets", &subsets, "stacks"_a, "threads"_a);
    module.def("icm_equities", &quadrature_equities, "stacks"_a, "payouts"_a, "tolerance"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.def("icm_finish", &quadrature_finish, "stacks"_a, "tolerance"_a, "max_seconds"_a.none(),
               "progress"_a.none());
    module.attr("MAX_SHOWDOWN") = kMaxShowdown;
    module.def("hand_strength", &strength_of, "cards"_a);
    module.def("showdown_of_hands", &showdown_of_hands, "hands"_a, "weights"_a);
    module.def("showdown_of_ranges", &showdown_of_ranges, "hands"_a, "weights"_a, "samples"_a, "seed"_a,
               "progress"_a.none());
    module.def("class_counts", &class_counts, "part"_a, "parts"_a);
}
