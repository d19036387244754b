// Hands of a tournament: their gains in, profiles and probabilities of channels out.
#include "bindings/host.hpp"
#include "tournament/hands.hpp"

namespace finaltable {
namespace {

using Cube = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Cubes = nb::ndarray<const double, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Returned to Python; _core.pyi has the same names.
struct HandsAnswer {
    nb::object profile;          // hand by node by class
    nb::object exploitability;   // hand by seat
    nb::object one, two, three;  // hand by seat, pair or triple by channel: probability of each
    nb::object solved;           // hand: 1, or 0 if there was no time for it
    bool interrupted;            // whether by Ctrl-C
};

HandsAnswer solve_many_hands(bool last_opens, Tables one_shares, Cube two_shares, Cubes one_gains, Cubes two_gains,
                             Cubes three_gains, const Dealing& dealing, Cube start, Flags locked, double tolerance,
                             std::size_t most_sweeps, double warmth, unsigned threads,
                             std::optional<double> max_seconds, nb::object progress) {
    const auto all = [](const auto& array) { return std::span(array.data(), array.size()); };
    const std::size_t count = one_gains.shape(0), seats = one_gains.shape(1);
    const Hands hands{count,
                      {seats, one_gains.shape(3), last_opens, one_shares.shape(0), two_shares.shape(0), all(one_shares),
                       all(two_shares), dealing, all(one_gains), all(two_gains), all(three_gains)},
                      all(start),
                      all(locked)};
    Buffer profile{count, start.shape(1), kHands}, exploitability{count, seats}, one{count, seats, one_gains.shape(2)},
        two{count, two_gains.shape(1), two_gains.shape(2)}, three{count, three_gains.shape(1), three_gains.shape(2)},
        finished{count};
    std::vector<std::uint8_t> solved(count);
    HostWatch watch(max_seconds, std::move(progress));
    {
        const Unlocked free;
        solve_hands(hands, {tolerance, most_sweeps, threads, warmth},
                    {profile.all(), exploitability.all(), one.all(), two.all(), three.all(), solved}, watch);
    }
    const bool interrupted = watch.interrupted();
    watch.raise();
    std::ranges::copy(solved, finished.all().begin());
    return {profile.release(), exploitability.release(), one.release(), two.release(),
            three.release(),   finished.release(),       interrupted};
}

}  // namespace

void bind_tournament(nb::module_& module) {
    nb::class_<HandsAnswer>(module, "HandsAnswer")
        .def_ro("profile", &HandsAnswer::profile)
        .def_ro("exploitability", &HandsAnswer::exploitability)
        .def_ro("one", &HandsAnswer::one)
        .def_ro("two", &HandsAnswer::two)
        .def_ro("three", &HandsAnswer::three)
        .def_ro("solved", &HandsAnswer::solved)
        .def_ro("interrupted", &HandsAnswer::interrupted);
    module.def("solve_hands", &solve_many_hands, "last_opens"_a, "one_shares"_a, "two_shares"_a, "one_gains"_a,
               "two_gains"_a, "three_gains"_a, "dealing"_a, "start"_a, "locked"_a, "tolerance"_a, "most_sweeps"_a,
               "warmth"_a, "threads"_a, "max_seconds"_a.none(), "progress"_a.none());
}

}  // namespace finaltable
