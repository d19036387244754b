// The set-up of push or fold: blinds, side pots, bounties, orders and gains.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "equilibrium/gains.hpp"
#include "equilibrium/lineup.hpp"
#include "equilibrium/outcomes.hpp"
#include "equilibrium/showdowns.hpp"
#include "equilibrium/start.hpp"
#include "equilibrium/values.hpp"
#include "tests/check.hpp"

using namespace finaltable;

namespace {

constexpr HandChips kUnit = 60;

std::vector<HandChips> in_units(std::initializer_list<int> chips) {
    std::vector<HandChips> found;
    for (const int chip : chips) found.push_back(kUnit * chip);
    return found;
}

Lineup lineup_of(std::initializer_list<int> chips, std::size_t button, const Seats& folded = {},
                 const Seats& elsewhere = {}) {
    return post_blinds(in_units(chips), button, {50 * kUnit, 100 * kUnit, 0, 0}, folded, elsewhere, {});
}

std::vector<std::size_t> best_half() {
    std::vector<std::size_t> hands(kHands / 2);
    std::iota(hands.begin(), hands.end(), kHands / 2);
    return hands;
}

// Showdowns for a number of players all-in by posting; if no player pushes, the big blind waits.
struct Known {
    explicit Known(std::size_t posted, bool waits)
        : all{find_showdowns(posted == 0 ? 1 : 0, posted == 0 ? 0 : posted + (waits ? 1 : 0), best_half()),
              find_showdowns(1, posted, best_half()), find_showdowns(2, posted, best_half()),
              find_showdowns(3, posted, best_half())},
          showdowns{&all[0], &all[1], &all[2], &all[3]} {}
    Known(const Known&) = delete;
    Known& operator=(const Known&) = delete;

    std::array<Showdowns, 4> all;
    HandShowdowns showdowns;
};

HandChips sum(std::span<const HandChips> chips) { return std::accumulate(chips.begin(), chips.end(), HandChips{0}); }

}  // namespace

TEST("the small blind is left of the button, or on it with two players") {
    const Lineup three = lineup_of({1000, 1000, 1000}, 2);
    CHECK(three.posted == in_units({50, 100, 0}) && three.big_blind_seat == 1);
    CHECK((three.acting == Seats{2, 0, 1} && three.deciding == three.acting && !three.last_opens()));
    const Lineup two = lineup_of({1000, 0, 1000}, 0);
    CHECK(two.posted == in_units({50, 0, 100}) && (two.acting == Seats{0, 2}));
}

TEST("folded players leave their blinds, and players elsewhere post nothing") {
    const Lineup lineup = lineup_of({1000, 1000, 1000, 1000}, 3, {0}, {2});
    CHECK(lineup.posted == in_units({50, 100, 0, 0}) && (lineup.acting == Seats{3, 1}));
}

TEST("a big blind without chips for more is all-in, and the last player opens") {
    const Lineup lineup = lineup_of({600, 80, 900}, 2);
    CHECK((lineup.all_in == Seats{1} && lineup.deciding == Seats{2, 0} && lineup.last_opens()));
    CHECK((lineup.showdown({}) == Seats{1} && lineup.showdown({2}) == Seats{2, 1}));
}

TEST("the big blind ante comes after the blind") {
    const Lineup lineup =
        post_blinds(in_units({500, 150, 500}), 2, {50 * kUnit, 100 * kUnit, 0, 100 * kUnit}, {}, {}, {});
    CHECK(lineup.dead == 50 * kUnit && lineup.able[1] == 100 * kUnit && (lineup.all_in == Seats{1}));
}

TEST("a raise must leave chips, and a later player must be able to raise again") {
    const std::vector<HandChips> bets = in_units({300, 300, 300});
    const Lineup lineup = post_blinds(in_units({1000, 250, 300}), 2, {50 * kUnit, 100 * kUnit, 0, 0}, {}, {}, bets);
    CHECK(lineup.raised == in_units({0, 0, 0}));
    const Lineup deeper = post_blinds(in_units({1000, 350, 400}), 2, {50 * kUnit, 100 * kUnit, 0, 0}, {}, {}, bets);
    CHECK(deeper.raised == in_units({300, 0, 300}));
}

TEST("orders of up to three hands are the channels, and all orders have weights") {
    CHECK(channels_of(1).size() == 1 && channels_of(2).size() == 3 && channels_of(3).size() == kOrders);
    const Showdowns four = find_showdowns(3, 1, best_half());
    CHECK(four.orders.size() == 75 && four.channels().size() == kOrders);
    const double total = std::accumulate(four.weights.begin(), four.weights.end(), 0.0);
    CHECK(std::abs(total - 60'000.0) < 1e-3);
    const OrderAverages averages(four, 3);
    std::vector<double> sums(kOrders);
    for (std::size_t i = 0; i < four.orders.size(); ++i) sums[averages.channel_of(i)] += averages.weight(i);
    CHECK(std::ranges::all_of(sums, [](double one) { return std::abs(one - 1.0) < 1e-12; }));
    CHECK((dense({3, 1, 3}) == Ranks{1, 0, 1}));
}

TEST("every end keeps the chips, and ends with the same stacks share an outcome") {
    const Lineup lineup = lineup_of({300, 500, 900, 700}, 3);
    const Known known(0, true);
    const std::vector<HandEnd> ends = push_fold_ends(4);
    const Outcomes found = settle_ends(lineup, ends, known.showdowns, false);
    CHECK(ends.size() == 1 + 4 + 6 + 4 && found.rows.size() == 1 + 4 + 6 * 3 + 4 * kOrders);
    CHECK(found.stacks.size() == 4 * found.count && found.count < found.rows.size() && found.taken.empty());
    for (std::size_t i = 0; i < found.count; ++i) {
        const std::span<const HandChips> stacks(&found.stacks[4 * i], 4);
        CHECK(sum(stacks) == 2400 * kUnit && std::ranges::min(stacks) >= 0);
    }
}

TEST("the winner of the side pot takes the bounty of a player who was not covered by the winner of the main pot") {
    const Lineup lineup = lineup_of({500, 900, 300}, 2);  // the button has 300, the small blind 500
    const Known known(0, true);
    const Outcomes found = settle_ends(lineup, {{{}}, {{0, 1, 2}}}, known.showdowns, true);
    const auto order = std::ranges::find(known.all[3].orders, Ranks{0, 2, 1}) - known.all[3].orders.begin();
    const std::size_t outcome = found.rows[1 + static_cast<std::size_t>(order)];
    CHECK(
        (std::vector(found.stacks.begin() + static_cast<std::ptrdiff_t>(3 * outcome),
                     found.stacks.begin() + static_cast<std::ptrdiff_t>(3 * outcome + 3)) == in_units({0, 800, 900})));
    CHECK((std::ranges::find(found.taken, TakenBounty{outcome, 0, 1}) != found.taken.end()));
}

TEST("gains are values of channels minus those before the last all-in, also with players all-in by posting") {
    for (const int posted : {0, 1}) {
        const Lineup lineup = posted == 0 ? lineup_of({600, 700, 900}, 2) : lineup_of({600, 80, 900, 800}, 3);
        const Known known(static_cast<std::size_t>(posted), !lineup.last_opens());
        const Outcomes found = settle_ends(lineup, push_fold_ends(3), known.showdowns, false);
        const std::size_t seats = lineup.chips.size();
        std::vector<double> values;  // chips, in the order of the solver
        for (std::size_t i = 0; i < found.count; ++i) {
            for (const Seats& some : {lineup.deciding, lineup.all_in}) {
                for (const std::size_t seat : some)
                    values.push_back(static_cast<double>(found.stacks[i * seats + seat]));
            }
        }
        const Valued valued{known.showdowns, found.rows, seats, values};
        const Gains gains = find_gains(valued, 3);
        const std::size_t channels = known.all[2].channels().size();
        CHECK(gains.one.size() == 3 * known.all[1].channels().size() * seats);
        CHECK(gains.two.size() == 3 * channels * seats && gains.three.size() == kOrders * seats);
        for (const auto& some : {gains.one, gains.two, gains.three}) {  // chips only change hands
            for (std::size_t i = 0; i < some.size(); i += seats) {
                CHECK(std::abs(std::accumulate(&some[i], &some[i] + seats, 0.0)) < 1e-6);
            }
        }
        const double antes = static_cast<double>(150 * kUnit);
        if (posted == 0) CHECK(std::abs(gains.one[0] - antes) < 1e-9);  // the button wins the blinds
        for (std::size_t i = 0; posted == 1 && i < channels; ++i) {
            const Ranks& ranks = known.all[2].channels()[i];  // of the first all-in, the last, and the short big blind
            const double gain = gains.two[(i + 1) * seats - 1];  // of the big blind, by the last all-in
            if (ranks[0] < ranks[2]) CHECK(gain == 0.0);         // beaten already
            if (ranks[2] < ranks[0] && ranks[2] < ranks[1]) CHECK(std::abs(gain - 80.0 * kUnit) < 1e-9);
            if (ranks[1] < ranks[2] && ranks[2] < ranks[0]) CHECK(gain < -160.0 * kUnit);
        }
    }
}

TEST("an odd chip goes to the first winner from a seat on, and chips that are not whole are split evenly") {
    const Showing odd{{0, 2}, in_units({10, 10, 10}), in_units({5, 1, 5}), 0, 0, 0, kUnit, 1};
    CHECK((settle(odd, {0, 0}).stacks == in_units({10, 9, 11})));
    Showing half = odd;
    half.put_in[1] = 30;
    CHECK((settle(half, {0, 0}).stacks == std::vector<HandChips>{615, 570, 615}));
    CHECK((settle(odd, {1, 0}).stacks == in_units({5, 9, 16}) && settle(odd, {1, 0}).taken.empty()));
    const Showing last{{0, 2}, in_units({5, 10, 10}), in_units({5, 1, 5}), 0, 0, 0, kUnit, 1};
    CHECK((settle(last, {1, 0}).taken == std::vector<std::pair<std::size_t, std::size_t>>{{0, 2}}));
}

TEST("outcomes are valued by each model, and players who bust rank by their chips before the hand") {
    const std::vector<HandChips> before = in_units({500, 300, 300, 900}), after = in_units({600, 0, 0, 1400});
    const std::vector<double> payouts{50, 30, 20, 10};
    for (const ChipModel model : {ChipModel::icm, ChipModel::sem, ChipModel::dcm}) {
        std::vector<double> values(4);
        const double error = value_outcome({model, before, payouts, 1e-6}, after, values);
        CHECK(error < 1e-5 && std::abs(values[0] - (30 + 20 * 0.3)) < 1e-3 &&
              std::abs(values[3] - (30 + 20 * 0.7)) < 1e-3);
        CHECK(values[1] == 15.0 && values[2] == 15.0);
    }
    std::vector<double> values(4);
    value_outcome({ChipModel::icm, in_units({500, 200, 300, 900}), payouts, 1e-6}, after, values);
    CHECK(values[1] == 10.0 && values[2] == 20.0);
}

TEST("a search begins with the best hands, and with none where there is no decision") {
    std::vector<std::size_t> ranking(kHands);
    std::iota(ranking.begin(), ranking.end(), 0);
    const Profile start = start_profile(3, false, ranking);
    CHECK(start.size() == nodes_of(3) * kHands && start[open_node(0) * kHands] == 1.0);
    CHECK(start[open_node(2) * kHands] == 0.0 && start_profile(3, true, ranking)[open_node(2) * kHands] == 1.0);
    const auto held = [&](std::size_t node) {
        return std::accumulate(&start[node * kHands], &start[(node + 1) * kHands], 0.0);
    };
    CHECK(held(open_node(0)) > held(call_node(0, 1)) && held(call_node(0, 1)) > held(over_node(0, 1, 2)));
}
