// Push or fold: the same bits on any number of threads, correct sums, and stopping.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "equilibrium/guess.hpp"
#include "equilibrium/judge.hpp"
#include "equilibrium/scratch.hpp"
#include "equilibrium/solve.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

// Players push for a pot of 0.1; in each all-in the better rank wins a stack of 1.
struct Sample {
    explicit Sample(std::size_t seats)
        : one_shares(kHands, 1.0), two_shares(3 * kHands * kHands), orders(kTriples * kOrders, 20),
          deals(seats > 2 ? count_deals() : std::vector<std::uint16_t>{}), one(seats * seats),
          two(pairs_of(seats) * 3 * seats), three(triples_of(seats) * kOrders * seats) {
        for (std::size_t x = 0; x < kHands; ++x) {
            for (std::size_t y = 0; y < kHands; ++y) {
                const double wins = 0.9 * static_cast<double>(x + 1) / static_cast<double>(x + y + 2);
                two_shares[x * kHands + y] = wins;
                two_shares[(kHands + x) * kHands + y] = 0.1;
                two_shares[(2 * kHands + x) * kHands + y] = 0.9 - wins;
            }
        }
        for (std::size_t triple = 0; triple < kTriples; ++triple) orders[triple * kOrders] = 15;
        for (std::size_t i = 0; i < seats; ++i) one[i * seats + i] = 0.1;
        for (std::size_t q = 1; q < seats; ++q) {
            for (std::size_t p = 0; p < q; ++p) {
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    double* const gains = &two[(pair_of(p, q) * 3 + channel) * seats];
                    gains[p] = 1.0 - static_cast<double>(channel);
                    gains[q] = static_cast<double>(channel) - 0.9;
                }
            }
        }
        for (std::size_t i = 0; i < three.size(); ++i) three[i] = i % 3 == 0 ? 0.5 : -0.3;
        dealing = std::make_unique<Dealing>(deals, orders, boards());
        game =
            std::make_unique<Game>(Game{seats, seats, false, 1, 3, one_shares, two_shares, *dealing, one, two, three});
        start.assign(nodes_of(seats) * kHands, 0.0);
        for (std::size_t i = 0; i < start.size(); ++i) start[i] = i % kHands > 120 ? 1.0 : 0.0;
        for (std::size_t h = 0; h < kHands; ++h) start[open_node(seats - 1) * kHands + h] = 0.0;
    }

    // The higher class wins more often on boards of high cards.
    static Boards boards() {
        constexpr std::size_t kPairs = kHands * (kHands + 1) / 2;
        std::vector<std::int8_t> wins(kRanks * kPairs, 1), ties(kRanks * kPairs);
        std::fill_n(wins.begin(), 6 * kPairs, std::int8_t{-1});
        return Boards(wins, ties, {0.01, 0.01});
    }

    std::vector<double> one_shares, two_shares;
    std::vector<std::uint8_t> orders;
    std::vector<std::uint16_t> deals;
    std::vector<double> one, two, three;
    std::unique_ptr<Dealing> dealing;
    std::unique_ptr<Game> game;
    Profile start;
    std::array<bool, 96> locked{};
};

}  // namespace

TEST("rows: results that change keep their sum, and none becomes negative") {
    std::array<Row, 3> before{}, factors;
    Row win, tie;
    for (std::size_t h = 0; h < kHands; ++h) {
        before[0].value[h] = 0.004F * static_cast<float>(h), before[1].value[h] = h % 2 == 0 ? 0.05F : 0.0F;
        before[2].value[h] = 1.0F - before[0].value[h] - before[1].value[h];
        win.value[h] = 0.03F, tie.value[h] = h < 80 ? -0.06F : 0.01F;
    }
    row_loops().find_factors(factors.data(), before.data(), win, tie);
    for (std::size_t h = 0; h < kHands; ++h) {
        std::array<double, 3> after{before[0].value[h], before[1].value[h], before[2].value[h]};
        shift_results(after, {0.03, h < 80 ? -0.06 : 0.01});
        for (std::size_t i = 0; i < 3; ++i) {
            const double found = static_cast<double>(before[i].value[h]) * static_cast<double>(factors[i].value[h]);
            CHECK(close(found, after[i], 1e-6));
        }
    }
    for (std::size_t h = kHands; h < kWidth; ++h) CHECK(factors[0].value[h] == 0.0F);
}

TEST("a block of memory is used again by the next who needs as much, and only then") {
    const Row* first = nullptr;
    {
        Scratch scratch(1000);
        first = scratch.take(400).data();
        CHECK(scratch.take(600).data() == first + 400);
        Scratch other(1000);
        CHECK(other.take(1).data() != first);
    }
    Scratch larger(2000);
    const Row* const rows = larger.take(2000).data();
    CHECK(rows != first);
    Scratch smaller(10), again(10), third(10);
    CHECK(smaller.take(10).data() == first || again.take(10).data() == first);
    CHECK(third.take(10).data() != first);
}

TEST("nodes of a seat are consecutive and distinct") {
    CHECK(nodes_of(3) == 7 && nodes_of(9) == 129 && nodes_of(10) == 175);
    CHECK(open_node(2) == 3 && call_node(0, 2) == 4 && call_node(1, 2) == 5 && over_node(0, 1, 2) == 6);
}

TEST("two players approach equilibrium, and the best profile is kept") {
    const Sample sample(2);
    NoWatch watch;
    const Solved solved = solve_game(*sample.game, sample.start, {sample.locked.data(), 3}, {1e-7, 12, 1}, watch);
    CHECK(solved.history.size() > 1);
    for (std::size_t i = 1; i < solved.history.size(); ++i) CHECK(solved.history[i] <= solved.history[i - 1]);
    for (const double lost : solved.best.exploitability) CHECK(lost >= 0.0);
}

TEST("three players get the same bits from one thread and from three") {
    const Sample sample(3);
    NoWatch watch;
    const std::span<const bool> locked(sample.locked.data(), 7);
    const Measured one = measure(*sample.game, sample.start, locked, 1, watch);
    const Measured other = measure(*sample.game, sample.start, locked, 3, watch);
    CHECK(one.gain == other.gain && one.values == other.values && one.exploitability == other.exploitability);
    CHECK(one.masses.three[0] > 0.0);
}

TEST("three players go in as often as in a plain count of all deals") {
    Sample sample(3);
    const std::array<std::size_t, 7> from{160, 159, 163, kHands, 161, 158, 162};  // node by node: these classes and up
    for (std::size_t i = 0; i < sample.start.size(); ++i) sample.start[i] = i % kHands >= from[i / kHands] ? 1.0 : 0.0;
    constexpr double all = 1326.0 * 1225.0 * 1128.0;
    double one[2]{}, two[3]{}, three = 0.0;
    for (std::size_t x = 0; x < kHands; ++x) {
        const bool opens = x >= from[open_node(0)];
        for (std::size_t y = opens ? 0 : from[open_node(1)]; y < kHands; ++y) {
            const bool second = y >= from[opens ? call_node(0, 1) : open_node(1)];
            for (std::size_t z = 0; z < kHands; ++z) {
                const std::size_t least = std::min({x, y, z}), most = std::max({x, y, z});
                const double deals = sample.deals[triple_index(least, x + y + z - least - most, most)];
                one[opens ? 0 : 1] += deals;
                if (opens && second) two[pair_of(0, 1)] += deals;
                if (opens && second && z >= from[over_node(0, 1, 2)]) three += deals;
                if (opens && !second && z >= from[call_node(0, 2)]) two[pair_of(0, 2)] += deals;
                if (!opens && z >= from[call_node(1, 2)]) two[pair_of(1, 2)] += deals;
            }
        }
    }
    NoWatch watch;
    const Masses masses = measure(*sample.game, sample.start, {sample.locked.data(), 7}, 1, watch).masses;
    for (std::size_t seat = 0; seat < 2; ++seat) CHECK(close(masses.one[seat], one[seat] / all, 1e-6));
    for (std::size_t pair = 0; pair < 3; ++pair) {
        CHECK(close(sum(std::span(masses.two).subspan(3 * pair, 3)), two[pair] / all, 1e-6));
    }
    CHECK(close(sum(masses.three), three / all, 1e-6));
}

TEST("six players get the same bits from one thread and from three, and probabilities that fit together") {
    const Sample sample(6);
    NoWatch watch;
    const std::span<const bool> locked(sample.locked.data(), nodes_of(6));
    const Measured one = measure(*sample.game, sample.start, locked, 1, watch);
    const Measured other = measure(*sample.game, sample.start, locked, 3, watch);
    CHECK(one.gain == other.gain && one.values == other.values && one.exploitability == other.exploitability);
    const Masses& masses = one.masses;
    for (const auto& mass : {masses.one, masses.two, masses.three}) {
        for (const double chance : mass) CHECK(chance >= 0.0);
    }
    CHECK(sum(masses.one) < 1.0 && sum(masses.two) < sum(masses.one) && sum(masses.three) < sum(masses.two));
}

namespace {

// Push or fold as a tree, in which each end has its own row of values, with the profile in the order of its decisions.
struct PushFoldTree {
    Tree tree;
    Profile profile;

    PushFoldTree(std::size_t seats, const Profile& start) : tree{seats, seats, {}, {}}, start_(start) { grow({}, 0); }

private:
    std::int32_t grow(const std::vector<std::size_t>& in, std::size_t seat) {
        const bool walk = in.empty() && seat + 1 == tree.seats;
        if (walk || seat == tree.seats || in.size() == kMostIn) return end(in);
        const std::size_t number = tree.decisions.size();
        tree.decisions.push_back({seat, {kNoAction, kNoAction, kNoAction}});
        const std::size_t node = in.empty()       ? open_node(seat)
                                 : in.size() == 1 ? call_node(in[0], seat)
                                                  : over_node(in[0], in[1], seat);
        profile.resize((number + 1) * kChoices * kHands);
        std::copy_n(&start_[node * kHands], kHands, &profile[number * kChoices * kHands]);
        std::vector<std::size_t> more = in;
        more.push_back(seat);
        const std::int32_t folds = grow(in, seat + 1), goes_in = grow(more, seat + 1);
        tree.decisions[number].next = {folds, goes_in, kNoAction};
        return static_cast<std::int32_t>(number);
    }

    std::int32_t end(const std::vector<std::size_t>& in) {
        End found{in.size(), {}, tree.ends.size()};
        std::ranges::copy(in, found.seats.begin());
        tree.ends.push_back(found);
        return ~static_cast<std::int32_t>(tree.ends.size() - 1);
    }

    const Profile& start_;
};

}  // namespace

TEST("six players open as often as in dealt hands") {
    const Sample sample(6);
    NoWatch watch;
    const Masses masses = measure(*sample.game, sample.start, {sample.locked.data(), nodes_of(6)}, 1, watch).masses;
    const PushFoldTree grown(6, sample.start);
    std::vector<std::vector<std::int32_t>> rows;
    std::vector<double> values(grown.tree.ends.size() * 6);
    for (std::size_t end = 0; end < grown.tree.ends.size(); ++end) {
        rows.push_back({static_cast<std::int32_t>(end)});
        // The value of the end is 1 for the seat that opens.
        if (grown.tree.ends[end].count > 0) values[end * 6 + grown.tree.ends[end].seats[0]] = 1.0;
    }
    const std::vector<std::vector<std::size_t>> showdowns(rows.size());
    const JudgedGame game{grown.tree, 0, showdowns, rows, values, grown.profile};
    constexpr double kDeals = 200000.0;
    const Judged judged = judge_profile(game, static_cast<std::uint64_t>(kDeals), 3, 2, watch);
    for (std::size_t seat = 0; seat < 6; ++seat) {
        CHECK(close(masses.one[seat], (judged.worth[0][seat] + judged.worth[1][seat]) / kDeals, 0.004));
    }
}

TEST("without folders, boards change nothing") {
    const Sample sample(2);
    const Dealing plain({}, {});
    Game game = *sample.game;
    const Game without{game.seats,        game.players,    game.last_opens, game.one_channels,
                       game.two_channels, game.one_shares, game.two_shares, plain,
                       game.one_gains,    game.two_gains,  game.three_gains};
    NoWatch watch;
    const std::span<const bool> locked(sample.locked.data(), 3);
    CHECK(measure(game, sample.start, locked, 1, watch).gain == measure(without, sample.start, locked, 1, watch).gain);
}

TEST("a solver that is stopped still has an answer") {
    const Sample sample(2);
    StopAt stop(3);
    const Solved solved = solve_game(*sample.game, sample.start, {sample.locked.data(), 3}, {1e-12, 500, 1}, stop);
    CHECK(!solved.history.empty() && !solved.reached);
}

TEST("a locked node keeps its strategy") {
    Sample sample(2);
    sample.locked[2] = true;
    NoWatch watch;
    const Solved solved = solve_game(*sample.game, sample.start, {sample.locked.data(), 3}, {1e-9, 5, 1}, watch);
    for (std::size_t h = 0; h < kHands; ++h) CHECK(solved.best.profile[2 * kHands + h] == sample.start[2 * kHands + h]);
}

TEST("a guess goes in with the best hands, keeps locked nodes, and is nearer to the equilibrium than the start") {
    Sample sample(3);
    sample.locked[call_node(0, 1)] = true;
    const std::span<const bool> locked(sample.locked.data(), nodes_of(3));
    std::vector<std::size_t> ranking(kHands);
    std::iota(ranking.rbegin(), ranking.rend(), 0);
    const Profile guess = guess_profile(*sample.game, ranking, locked, sample.start);
    for (std::size_t node = 0; node < nodes_of(3); ++node) {
        const auto from = guess.begin() + static_cast<std::ptrdiff_t>(node * kHands);
        CHECK(std::is_sorted(from, from + kHands));
    }
    const auto* const call = &guess[call_node(0, 1) * kHands];
    CHECK(std::equal(call, call + kHands, &sample.start[call_node(0, 1) * kHands]));
    NoWatch watch;
    const auto exploitability = [&](const Profile& profile) {
        const Measured found = measure(*sample.game, profile, locked, 1, watch);
        return std::accumulate(found.exploitability.begin(), found.exploitability.end(), 0.0);
    };
    CHECK(exploitability(guess) < 0.2 * exploitability(sample.start));
    CHECK(guess_profile(*Sample(2).game, ranking, locked.first(3), sample.start) == sample.start);
}

TEST("every deal is judged, on any number of threads") {
    const Sample sample(2);
    const std::vector<double> values{0.0, 0.0, 0.1, 0.0, 1.0, -1.0, 0.0, 0.0, -1.0, 1.0};
    std::vector<std::vector<std::int32_t>> rows(4, std::vector<std::int32_t>(8, 0));
    rows[1][0] = 1;
    rows[3].resize(64);
    rows[3][8] = 2, rows[3][0] = 3, rows[3][1] = 4;
    const Tree tree{
        2, 2, {{0, {~0, 1, kNoAction}}, {1, {~1, ~2, kNoAction}}}, {{0, {}, 0}, {1, {0}, 1}, {2, {0, 1}, 3}}};
    Profile profile(4 * kHands);
    std::ranges::copy(std::span(sample.start).subspan(0, kHands), profile.begin());
    std::ranges::copy(std::span(sample.start).subspan(2 * kHands, kHands), profile.begin() + 2 * kHands);
    const JudgedGame game{tree, 0, {{1}, {0}, {1}, {0, 1}}, rows, values, profile};
    NoWatch watch;
    const Judged one = judge_profile(game, 3000, 5, 1, watch), other = judge_profile(game, 3000, 5, 2, watch);
    CHECK(one.deals[0] + one.deals[1] == 3000);
    CHECK(one.sum[0] == other.sum[0] && one.sum[1] == other.sum[1]);
    CHECK(std::accumulate(one.seen[0].begin(), one.seen[0].begin() + kHands, std::uint64_t{0}) == one.deals[0]);
}

TEST("ranks of dealt hands begin with the best") {
    const std::vector<std::size_t> aces{14 * 12};
    const std::vector<std::uint8_t> ranks = dealt_ranks(aces, 1, 3, 200, 1);
    CHECK(ranks.size() == 800);
    for (std::size_t deal = 0; deal < 200; ++deal) {
        CHECK(*std::min_element(&ranks[4 * deal], &ranks[4 * deal] + 4) == 0);
    }
}
