// The set-up of a hand: blinds, ends, outcomes, and the gains of all-ins.
#include <nanobind/stl/pair.h>

#include <array>

#include "bindings/host.hpp"
#include "equilibrium/gains.hpp"
#include "equilibrium/solve.hpp"
#include "equilibrium/start.hpp"

namespace finaltable {
namespace {

using Cells = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr int kWord = 64;  // bits

// Python's integers have any size; those of chips fit.
HandChips chips_of(nb::handle number) {
    const std::uint64_t low = PyLong_AsUnsignedLongLongMask(number.ptr());
#if FINALTABLE_WIDE_CHIPS
    const nb::object high = nb::steal(PyNumber_Rshift(number.ptr(), nb::int_(kWord).ptr()));
    return static_cast<HandChips>(PyLong_AsUnsignedLongLongMask(high.ptr())) << kWord | static_cast<HandChips>(low);
#else
    return static_cast<HandChips>(low);
#endif
}

nb::object as_number(HandChips chips) {
    const nb::object low = nb::steal(PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(chips)));
#if FINALTABLE_WIDE_CHIPS
    const auto word = static_cast<std::uint64_t>(chips >> kWord);
    if (word == 0) return low;
    const nb::object high = nb::steal(PyLong_FromUnsignedLongLong(word));
    const nb::object moved = nb::steal(PyNumber_Lshift(high.ptr(), nb::int_(kWord).ptr()));
    return nb::steal(PyNumber_Or(moved.ptr(), low.ptr()));
#else
    return low;
#endif
}

std::vector<HandChips> chips_of_all(const nb::sequence& numbers) {
    std::vector<HandChips> found;
    for (const nb::handle number : numbers) found.push_back(chips_of(number));
    return found;
}

nb::tuple as_numbers(const std::vector<HandChips>& chips) {
    nb::list found;
    for (const HandChips one : chips) found.append(as_number(one));
    return nb::tuple(found);
}

nb::tuple as_tuple(const Seats& seats) {
    nb::list found;
    for (const std::size_t seat : seats) found.append(seat);
    return nb::tuple(found);
}

Lineup posted_lineup(nb::sequence chips, std::size_t button, nb::sequence forced, const Seats& folded,
                     const Seats& elsewhere, nb::sequence bets) {
    const std::vector<HandChips> posts = chips_of_all(forced);
    return post_blinds(chips_of_all(chips), button, {posts[0], posts[1], posts[2], posts[3]}, folded, elsewhere,
                       chips_of_all(bets));
}

void make_lineup(Lineup* self, nb::sequence chips, nb::sequence posted, nb::sequence able, nb::sequence raised,
                 nb::handle dead, std::size_t big_blind_seat, Seats acting, Seats deciding, Seats all_in) {
    new (self) Lineup{chips_of_all(chips),
                      chips_of_all(posted),
                      chips_of_all(able),
                      chips_of_all(raised),
                      chips_of(dead),
                      big_blind_seat,
                      acting,
                      deciding,
                      all_in};
}

nb::tuple orders_of(const Showdowns& showdowns) {
    nb::list found;
    for (const Ranks& order : showdowns.orders) {
        nb::list ranks;
        for (const int rank : order) ranks.append(rank);
        found.append(nb::tuple(ranks));
    }
    return nb::tuple(found);
}

nb::object as_cells(const std::vector<double>& values, std::initializer_list<std::size_t> shape) {
    Buffer buffer(shape);
    std::ranges::copy(values, buffer.all().begin());
    return buffer.release();
}

auto as_rows(const std::vector<std::size_t>& rows) {
    auto* const found = new std::vector<std::int32_t>(rows.begin(), rows.end());
    nb::capsule owner(found, [](void* pointer) noexcept { delete static_cast<std::vector<std::int32_t>*>(pointer); });
    return nb::ndarray<nb::numpy, std::int32_t>(found->data(), {found->size()}, owner);
}

using ShowdownList = std::vector<const Showdowns*>;

HandShowdowns after_pushes(const ShowdownList& known) { return {known[0], known[1], known[2], known[3]}; }

// Ends are pairs of the players who pushed and the raiser who folded, or -1.
nb::tuple outcomes_of(const Lineup& lineup, const std::vector<std::pair<Seats, int>>& given, const ShowdownList& known,
                      bool bounties) {
    std::vector<HandEnd> ends;
    for (const auto& [pushed, raiser] : given) {
        ends.push_back({pushed, raiser < 0 ? kNoRaiser : static_cast<std::size_t>(raiser)});
    }
    const Outcomes found = settle_ends(lineup, ends, after_pushes(known), bounties);
    nb::list stacks, taken;
    const std::size_t seats = lineup.chips.size();
    for (std::size_t row = 0; row < found.count; ++row) {
        nb::list chips;
        for (std::size_t seat = 0; seat < seats; ++seat) chips.append(as_number(found.stacks[row * seats + seat]));
        stacks.append(nb::tuple(chips));
    }
    for (const TakenBounty& one : found.taken) taken.append(nb::make_tuple(one.outcome, one.busted, one.taker));
    return nb::make_tuple(as_rows(found.rows), stacks, taken);
}

struct Given {
    Given(const ShowdownList& known, const Cells& numbers, const Tables& values)
        : showdowns(after_pushes(known)), rows(numbers.data(), numbers.data() + numbers.size()),
          valued{showdowns, rows, values.shape(1), {values.data(), values.size()}} {}
    Given(const Given&) = delete;
    Given& operator=(const Given&) = delete;

    HandShowdowns showdowns;
    std::vector<std::size_t> rows;
    Valued valued;
};

nb::tuple gains_of(const ShowdownList& known, Cells rows, Tables values, std::size_t seats) {
    const Given given(known, rows, values);
    const Gains gains = find_gains(given.valued, seats);
    const std::size_t players = values.shape(1);
    const auto cube = [&](const std::vector<double>& cells, std::size_t sets, std::size_t channels) {
        return as_cells(cells, {sets, channels, players});
    };
    return nb::make_tuple(cube(gains.one, seats, known[1]->channels().size()),
                          cube(gains.two, pairs_of(seats), known[2]->channels().size()),
                          cube(gains.three, triples_of(seats), known[3]->channels().size()));
}

nb::object value_if_all_fold(const ShowdownList& known, Cells rows, Tables values) {
    const Given given(known, rows, values);
    return as_cells(given.valued.if_all_fold(), {values.shape(1)});
}

nb::object values_by_channel(const ShowdownList& known, Cells rows, Tables values, std::size_t pushed,
                             std::size_t first) {
    const Given given(known, rows, values);
    return as_cells(given.valued.by_channel(pushed, first), {known[pushed]->channels().size(), values.shape(1)});
}

ClassTable table_of(const Tables& wins, const Tables& ties) {
    return {{wins.data(), wins.size()}, {ties.data(), ties.size()}};
}

}  // namespace

void bind_hand(nb::module_& module) {
    nb::class_<Lineup>(module, "Lineup")
        .def("__init__", &make_lineup, "chips"_a, "posted"_a, "able"_a, "raised"_a, "dead"_a, "big_blind_seat"_a,
             "acting"_a, "deciding"_a, "all_in"_a)
        .def_prop_ro("posted", [](const Lineup& self) { return as_numbers(self.posted); })
        .def_prop_ro("able", [](const Lineup& self) { return as_numbers(self.able); })
        .def_prop_ro("raised", [](const Lineup& self) { return as_numbers(self.raised); })
        .def_prop_ro("dead", [](const Lineup& self) { return as_number(self.dead); })
        .def_ro("big_blind_seat", &Lineup::big_blind_seat)
        .def_prop_ro("acting", [](const Lineup& self) { return as_tuple(self.acting); })
        .def_prop_ro("deciding", [](const Lineup& self) { return as_tuple(self.deciding); })
        .def_prop_ro("all_in", [](const Lineup& self) { return as_tuple(self.all_in); });
    module.def("post_blinds", &posted_lineup, "chips"_a, "button"_a, "forced"_a, "folded"_a, "elsewhere"_a, "bets"_a);
    nb::class_<Showdowns>(module, "Showdowns")
        .def(
            "__init__",
            [](Showdowns* self, std::size_t pushed, std::size_t posted, const std::vector<std::size_t>& ranking) {
                new (self) Showdowns(find_showdowns(pushed, posted, played(ranking)));
            },
            "pushed"_a, "posted"_a, "ranking"_a)
        .def_prop_ro("orders", &orders_of)
        .def_prop_ro("channels", [](const Showdowns& self) { return self.channels().size(); })
        .def_prop_ro("weights", [](const Showdowns& self) { return as_cells(self.weights, {self.weights.size()}); });
    module.def("settle_ends", &outcomes_of, "lineup"_a, "ends"_a, "showdowns"_a, "bounties"_a);
    module.def("find_gains", &gains_of, "showdowns"_a, "rows"_a, "values"_a, "seats"_a);
    module.def("value_if_all_fold", &value_if_all_fold, "showdowns"_a, "rows"_a, "values"_a);
    module.def("values_by_channel", &values_by_channel, "showdowns"_a, "rows"_a, "values"_a, "pushed"_a, "first"_a);
    module.attr("UNREACHED") = kUnreached;
    module.attr("CARD_ERROR") = kCardError;
    module.attr("CARD_ERROR_ELSEWHERE") = kCardErrorElsewhere;
    module.attr("START") = nb::make_tuple(kStart[0], kStart[1], kStart[2]);
    module.def(
        "best_hands",
        [](const std::vector<std::size_t>& ranking, double share) {
            const Row best = best_hands(ranking, share);
            return as_cells({best.value.begin(), best.value.begin() + kHands}, {kHands});
        },
        "ranking"_a, "share"_a);
    module.def(
        "one_shares",
        [](std::size_t posted, const Tables& wins, const Tables& ties, const Dealing& dealing) {
            const std::vector<double> found = one_shares(posted, table_of(wins, ties), dealing);
            return as_cells(found, {found.size() / kHands, kHands});
        },
        "posted"_a, "wins"_a, "ties"_a, "dealing"_a);
    module.def(
        "two_shares",
        [](std::size_t posted, const Tables& wins, const Tables& ties, const Dealing& dealing) {
            const std::vector<double> found = two_shares(posted, table_of(wins, ties), dealing);
            return as_cells(found, {found.size() / (kHands * kHands), kHands, kHands});
        },
        "posted"_a, "wins"_a, "ties"_a, "dealing"_a);
}

}  // namespace finaltable
