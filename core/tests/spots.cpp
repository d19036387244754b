// A call or a fold: bounties that are taken, ends, and verdicts. And what a chart says.
#include <algorithm>
#include <cmath>

#include "spots/verdict.hpp"
#include "tests/check.hpp"

using namespace finaltable;

namespace {

constexpr HandChips kUnit = 60;

bool close(double one, double other) { return std::abs(one - other) < 1e-9; }

bool are(const std::vector<double>& found, std::initializer_list<double> expected) {
    return std::ranges::equal(found, expected, close);
}

std::vector<HandChips> in_units(std::initializer_list<int> chips) {
    std::vector<HandChips> found;
    for (const int chip : chips) found.push_back(kUnit * chip);
    return found;
}

// The big blind decides against the small blind, who is all-in for 1,000 of 2,500 chips.
Spot blinds(double win, double tie) {
    Spot spot{};
    spot.chips = in_units({1000, 1000, 500});
    spot.posted = in_units({1000, 200, 0});
    spot.put_in = in_units({1000, 1000, 0});
    spot.whole = kUnit;
    spot.hero = 1;
    spot.all_in = {0};
    spot.orders = {{kEnds[0], win}, {kEnds[1], tie}, {kEnds[2], 1.0 - win - tie}};
    return spot;
}

// Chips are worth their number, bounties the one on hero.
Worth chips_of_hero(std::span<const HandChips> stacks, std::span<const double> heads) {
    return {static_cast<double>(stacks[1] / kUnit), heads.empty() ? 0.0 : heads[1], 0.25};
}

}  // namespace

TEST("half of a bounty is paid, and odd cents go to the first winner") {
    const PaidBounties one = take_bounties({{20, 20, 10, 40}}, {{0, 1}});
    CHECK(are(one.heads, {0, 30, 10, 40}) && are(one.cash, {0, 10, 0, 0}));
    const PaidBounties split = take_bounties({{2.05, 1, 1}}, {{0, 1}, {0, 2}});
    CHECK(are(split.heads, {0, 1.51, 1.51}) && are(split.cash, {0, 0.52, 0.51}));
    const PaidBounties third = take_bounties({{10, 0, 0}, 3, 10}, {{0, 2}});
    CHECK(third.heads[2] == 7.0 && third.cash[2] == 3.0);
}

TEST("bounties that are no whole cents are split evenly, and several are taken from their value before the hand") {
    const PaidBounties thirds = take_bounties({{0.5, 0.25, 1.0 / 3.0}}, {{0, 1}, {0, 2}});
    CHECK(are(thirds.heads, {0, 0.375, 1.0 / 3.0 + 0.125}) && are(thirds.cash, {0, 0.125, 0.125}));
    const PaidBounties both = take_bounties({{20, 30, 10}}, {{0, 2}, {1, 2}});
    CHECK(are(both.heads, {0, 0, 35}) && are(both.cash, {0, 0, 25}));
}

TEST("with chips for money, a call breaks even at the pot odds") {
    const Verdict verdict = judge(blinds(0.5, 0.0), chips_of_hero);
    CHECK(close(verdict.fold, 800) && close(verdict.call, 1000) && close(verdict.error, 0.5));
    CHECK(close(verdict.ends[0], 2000) && close(verdict.ends[1], 1000) && close(verdict.ends[2], 0));
    CHECK(close(verdict.break_even, 0.4));
    const Verdict ties = judge(blinds(0.3, 0.2), chips_of_hero);
    CHECK(close(ties.call, 800) && close(ties.break_even, 0.4));
}

TEST("dead chips have the effect of a bounty") {
    Spot spot = blinds(0.5, 0.0);
    spot.bounties = {{100, 0, 0}};
    const Verdict verdict = judge(spot, chips_of_hero);
    CHECK(close(verdict.prizes, 200) && close(verdict.cash, 25) && close(verdict.onto_head, 25));
    CHECK(close(verdict.later_call, 25) && close(verdict.later_fold, 0) && close(verdict.call - verdict.fold, 250));
    CHECK(close(verdict.chips, 99) || close(verdict.chips, 100));  // within the stated error of half a chip
    CHECK(close(verdict.break_even_without, 0.4) && verdict.break_even < 0.4);
}

TEST("drawn boards add four standard errors, and orders that none of them showed") {
    Spot spot = blinds(0.5, 0.0);
    spot.orders = {{kEnds[0], 1.0}};
    spot.boards = 1000;
    const Verdict verdict = judge(spot, chips_of_hero);
    CHECK(close(verdict.error, 0.5 + 10.0 * 2000 / 1000));  // no variance, but hero could lose
}

TEST("several players all-in have no single break-even point") {
    Spot spot = blinds(0.5, 0.0);
    spot.posted = spot.put_in = in_units({1000, 1000, 500});
    spot.posted[1] = 200 * kUnit;
    spot.all_in = {0, 2};
    spot.orders = {{{0, 1, 1}, 0.5}, {{1, 0, 2}, 0.5}};
    const Verdict verdict = judge(spot, chips_of_hero);
    CHECK(close(verdict.call, 1250) && close(verdict.fold, 800));
    CHECK(std::isnan(verdict.break_even) && std::isnan(verdict.ends[0]));
}
