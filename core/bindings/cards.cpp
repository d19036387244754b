// Cards: orders at a showdown, over all boards or drawn ones.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <stdexcept>

#include "bindings/host.hpp"
#include "cards/callers.hpp"
#include "cards/showdown.hpp"
#include "cards/triples.hpp"

namespace finaltable {
namespace {

// Returned to Python; _core.pyi has the same names.
struct ShowdownCounts {
    std::vector<unsigned> orders;
    std::vector<std::uint64_t> counts;
    std::uint64_t boards;
};

struct ClassCounts {
    std::vector<std::uint64_t> wins, ties;
};

using Cards = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Orders of the players and their counts.
ShowdownCounts seen(const Orders& orders) {
    std::vector<unsigned> which;
    std::vector<std::uint64_t> counts;
    for (unsigned order = 0; order < orders.counts.size(); ++order) {
        if (orders.counts[order] == 0) continue;
        which.push_back(order);
        counts.push_back(orders.counts[order]);
    }
    return {which, counts, orders.boards};
}

// One row per hand: player, first card, second card; the weights are separate.
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

// A line is the ranges of others and of opponents, whether there is a showdown, and whether hero is at it.
using GivenLine = std::tuple<std::vector<std::size_t>, std::vector<std::size_t>, bool, bool>;

// A push with the arrays that it refers to.
struct GivenPush {
    GivenPush(std::array<int, 2> cards, Tables hands, std::vector<std::uint8_t> classes, Tables means,
              const std::vector<GivenLine>& given)
        : hand(cards), ranges(std::move(hands)), whole(std::move(classes)), averages(std::move(means)) {
        for (const auto& [others, opponents, showdown, hero] : given) {
            if (showdown && opponents.empty()) throw std::invalid_argument("a showdown needs an opponent");
            lines.push_back({others, opponents, showdown, hero});
        }
    }

    Push push() const {
        return {hand, {ranges.data(), ranges.size()}, whole, {averages.data(), averages.size()}, lines};
    }

    std::array<int, 2> hand;
    Tables ranges;
    std::vector<std::uint8_t> whole;
    Tables averages;
    std::vector<Line> lines;
};

template <class Number>
nb::ndarray<nb::numpy, Number> as_array(std::vector<Number> values, std::initializer_list<std::size_t> shape) {
    auto* const kept = new std::vector<Number>(std::move(values));
    nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<Number>*>(pointer); });
    return nb::ndarray<nb::numpy, Number>(kept->data(), shape, owner);
}

// Block by part by probability: line by result.
auto deals_of_push(const GivenPush& given, const PushWork& work, nb::object progress) {
    const Push push = given.push();
    std::vector<double> means =
        compute(std::nullopt, std::move(progress), [&](Watch& watch) { return push_blocks(push, work, watch); });
    const std::size_t width = means.size() / work.blocks / 2;
    return as_array(std::move(means), {work.blocks, 2, width});
}

std::uint32_t strength_of(const std::vector<int>& cards) {
    CardSet set = 0;
    for (const int card : cards) set |= card_bit(card);
    return hand_strength(set);
}

ClassCounts class_counts(unsigned part, unsigned parts) {
    std::vector<std::uint64_t> wins(kHandClasses * kHandClasses), ties(kHandClasses * kHandClasses);
    compute(std::nullopt, nb::none(), [&](Watch& watch) {
        count_classes(part, parts, wins, ties, watch);
        return true;
    });
    return {wins, ties};
}

// Counts and deals of triples are large: numpy takes ownership of their memory.
// Wins and ties, by rank of a card on the board.
auto class_counts_by_rank(unsigned part, unsigned parts) {
    constexpr std::size_t kRanks = 13, kHalf = kRanks * kHandClasses * kHandClasses;
    std::vector<std::uint64_t> counts(2 * kHalf);
    compute(std::nullopt, nb::none(), [&](Watch& watch) {
        const std::span all(counts);
        count_classes_by_rank(part, parts, all.first(kHalf), all.last(kHalf), watch);
        return true;
    });
    return as_array(std::move(counts), {2, kRanks, kHandClasses, kHandClasses});
}

auto triple_counts(std::uint64_t seed, std::uint64_t part, std::size_t boards) {
    std::vector<std::uint32_t> counts(kTriples * kOrders);
    compute(std::nullopt, nb::none(), [&](Watch& watch) {
        count_triples(seed, part, boards, counts, watch);
        return true;
    });
    return as_array(std::move(counts), {kTriples, kOrders});
}

auto triple_deals() { return as_array(count_deals(), {kTriples}); }

}  // namespace

void bind_cards(nb::module_& module) {
    module.attr("MAX_SHOWDOWN") = kMaxShowdown;
    nb::class_<ShowdownCounts>(module, "ShowdownCounts")
        .def_ro("orders", &ShowdownCounts::orders)
        .def_ro("counts", &ShowdownCounts::counts)
        .def_ro("boards", &ShowdownCounts::boards);
    nb::class_<ClassCounts>(module, "ClassCounts")
        .def_ro("wins", &ClassCounts::wins)
        .def_ro("ties", &ClassCounts::ties);
    module.def("hand_strength", &strength_of, "cards"_a);
    module.def("showdown_of_hands", &showdown_of_hands, "hands"_a, "weights"_a);
    module.def("showdown_of_ranges", &showdown_of_ranges, "hands"_a, "weights"_a, "samples"_a, "seed"_a,
               "progress"_a.none());
    nb::class_<GivenPush>(module, "Push")
        .def(nb::init<std::array<int, 2>, Tables, std::vector<std::uint8_t>, Tables, const std::vector<GivenLine>&>(),
             "hand"_a, "ranges"_a, "whole"_a, "averages"_a, "lines"_a);
    nb::class_<PushWork>(module, "PushWork")
        .def(
            "__init__",
            [](PushWork* self, std::size_t first_block, std::size_t blocks, std::size_t folds,
               std::vector<std::size_t> boards, std::uint64_t seed,
               unsigned threads) { new (self) PushWork{first_block, blocks, folds, std::move(boards), seed, threads}; },
            "first_block"_a, "blocks"_a, "folds"_a, "boards"_a, "seed"_a, "threads"_a);
    module.def("deals_of_push", &deals_of_push, "push"_a, "work"_a, "progress"_a.none());
    module.def("class_counts", &class_counts, "part"_a, "parts"_a);
    module.def("class_counts_by_rank", &class_counts_by_rank, "part"_a, "parts"_a);
    module.attr("ORDERS") = nb::tuple(nb::cast(kOrderRanks));
    module.def("triple_counts", &triple_counts, "seed"_a, "part"_a, "boards"_a);
    module.def("triple_deals", &triple_deals);
}

}  // namespace finaltable
