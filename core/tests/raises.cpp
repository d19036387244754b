// Trees with a raise: best responses from the last decision back, locks, the same bits on any number of threads.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "equilibrium/judge.hpp"
#include "equilibrium/tree_bunching.hpp"
#include "equilibrium/tree_solve.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

// All seats but the last may raise, and all later ones re-jam: the tree, and which players meet at its ends.
class Grower {
public:
    explicit Grower(std::size_t seats) : tree_{seats, seats, {}, {}} { first_in(0); }
    Tree tree() const { return tree_; }

private:
    using Seats = std::vector<std::size_t>;

    std::int32_t end(const Seats& in) {
        End found{in.size(), {}, tree_.ends.size() * kOrders};
        for (std::size_t i = 0; i < in.size(); ++i) found.seats[i] = in[i];
        tree_.ends.push_back(found);
        return ~static_cast<std::int32_t>(tree_.ends.size() - 1);
    }

    std::size_t decide(std::size_t seat) {
        tree_.decisions.push_back({seat, {kNoAction, kNoAction, kNoAction}});
        return tree_.decisions.size() - 1;
    }

    void set(std::size_t number, std::size_t action, std::int32_t next) { tree_.decisions[number].next[action] = next; }

    std::int32_t first_in(std::size_t seat) {
        if (seat + 1 == tree_.seats) return end({});
        const std::size_t number = decide(seat);
        set(number, kFold, first_in(seat + 1));
        set(number, kAllIn, go_on({seat}, seat + 1, false));
        set(number, kRaise, go_on({seat}, seat + 1, true));
        return static_cast<std::int32_t>(number);
    }

    std::int32_t go_on(Seats in, std::size_t seat, bool raised) {
        if (seat == tree_.seats || in.size() == kMostIn) return raised && in.size() > 1 ? answer(in) : end(in);
        const std::size_t number = decide(seat);
        set(number, kFold, go_on(in, seat + 1, raised));
        in.push_back(seat);
        set(number, kAllIn, go_on(in, seat + 1, raised));
        return static_cast<std::int32_t>(number);
    }

    std::int32_t answer(const Seats& in) {
        const std::size_t number = decide(in[0]);
        set(number, kFold, end({in.begin() + 1, in.end()}));
        set(number, kAllIn, end(in));
        return static_cast<std::int32_t>(number);
    }

    Tree tree_;
};

// The better class wins; a raise costs half of what an all-in does.
struct Sample {
    explicit Sample(std::size_t seats)
        : one_shares(kHands, 1.0), two_shares(3 * kHands * kHands), orders(kTriples * kOrders, 20),
          deals(seats > 2 ? count_deals() : std::vector<std::uint16_t>{}) {
        for (std::size_t x = 0; x < kHands; ++x) {
            for (std::size_t y = 0; y < kHands; ++y) {
                const double wins = 0.9 * static_cast<double>(x + 1) / static_cast<double>(x + y + 2);
                two_shares[x * kHands + y] = wins;
                two_shares[(kHands + x) * kHands + y] = 0.1;
                two_shares[(2 * kHands + x) * kHands + y] = 0.9 - wins;
            }
        }
        for (std::size_t triple = 0; triple < kTriples; ++triple) orders[triple * kOrders] = 15;
        const Tree tree = Grower(seats).tree();
        values.resize(tree.ends.size() * kOrders * seats);
        for (std::size_t i = 0; i < tree.ends.size(); ++i) {
            const End& end = tree.ends[i];
            for (std::size_t channel = 0; channel < kOrders && end.count > 0; ++channel) {
                double* const money = &values[(i * kOrders + channel) * seats];
                for (std::size_t k = 0; k < end.count; ++k) {
                    money[end.seats[k]] = end.count == 1 ? 0.1 : (channel + k) % 2 == 0 ? 1.0 : -1.0;
                }
            }
        }
        dealing = std::make_unique<Dealing>(deals, orders);
        game = std::make_unique<TreeGame>(TreeGame{tree, 1, 3, one_shares, two_shares, *dealing, values});
        start.assign(tree.decisions.size() * kChoices * kHands, 0.0);
        for (std::size_t i = 0; i < start.size(); ++i) {
            start[i] = i / kHands % kChoices == 0 && i % kHands > 120 ? 1.0 : 0.0;
        }
    }

    std::span<const bool> no_locks() const { return {locked.data(), game->tree.decisions.size()}; }

    std::vector<double> one_shares, two_shares;
    std::vector<std::uint8_t> orders;
    std::vector<std::uint16_t> deals;
    std::vector<double> values;
    std::unique_ptr<Dealing> dealing;
    std::unique_ptr<TreeGame> game;
    Profile start;
    std::array<bool, 64> locked{};
};

}  // namespace

TEST("the answer to a re-jam follows the raise of the same seat") {
    const Tree tree = Grower(2).tree();
    CHECK(tree.decisions.size() == 4 && tree.ends.size() == 6);
    const std::vector<std::size_t> own = tree.own_choices();
    CHECK(own[0] == kNoPlace && own[1] == kNoPlace && own[2] == kNoPlace);
    CHECK(tree.decisions[3].seat == 0 && own[3] == kRaise - 1);
}

TEST("a tree of two players approaches equilibrium, and the best profile is kept") {
    const Sample sample(2);
    NoWatch watch;
    const Solved solved = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-7, 12, 1}, watch);
    CHECK(solved.history.size() > 1);
    for (std::size_t i = 1; i < solved.history.size(); ++i) CHECK(solved.history[i] <= solved.history[i - 1]);
    CHECK(solved.history.back() < 0.1 * solved.history.front());
    for (const double lost : solved.best.exploitability) CHECK(lost >= 0.0);
}

TEST("frequencies at every decision are at most one") {
    const Sample sample(3);
    NoWatch watch;
    const Solved solved = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-7, 4, 1}, watch);
    const Profile& profile = solved.best.profile;
    for (std::size_t i = 0; i < profile.size(); i += kChoices * kHands) {
        for (std::size_t h = 0; h < kHands; ++h) {
            const double in = profile[i + h], raises = profile[i + kHands + h];
            CHECK(in >= 0.0 && raises >= 0.0 && in + raises <= 1.0 + 1e-12);
        }
    }
}

TEST("a tree of three players gets the same bits from one thread and from three") {
    const Sample sample(3);
    NoWatch watch;
    const Solved one = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-9, 3, 1}, watch);
    const Solved other = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-9, 3, 3}, watch);
    CHECK(one.best.profile == other.best.profile && one.best.values == other.best.values);
    CHECK(one.history == other.history);
    const Solved first = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-9, 1, 1}, watch);
    CHECK(first.best.profile == sample.start && sum(first.best.masses.three) > 0.0);
}

TEST("a tree that is stopped still has an answer") {
    const Sample sample(3);
    StopAt stop(3);
    const Solved solved = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-12, 500, 1}, stop);
    CHECK(!solved.history.empty() && !solved.reached);
}

TEST("a locked decision keeps its strategy, and its gain does not count") {
    Sample sample(2);
    sample.locked = {};
    for (std::size_t i = 0; i < 4; ++i) sample.locked[i] = true;
    NoWatch watch;
    const Solved solved = solve_tree(*sample.game, sample.start, sample.no_locks(), {1e-12, 3, 1}, watch);
    CHECK(solved.best.profile == sample.start && solved.reached);
    sample.locked[3] = false;
    const Solved free = solve_tree(*sample.game, sample.start, sample.no_locks(), {-1.0, 3, 1}, watch);
    for (std::size_t i = 0; i < 3 * kChoices * kHands; ++i) CHECK(free.best.profile[i] == sample.start[i]);
}

TEST("one folder changes hands alone, and two change them together") {
    const Sample sample(4);
    const Tree& tree = sample.game->tree;
    const TwoHands two(*sample.game);
    TreeBunching bunching(*sample.game, two);
    Played played(tree, two, bunching.beyond());
    for (std::size_t i = 0; i < sample.start.size(); ++i) {
        played.strategy(i / kHands / kChoices, i / kHands % kChoices).value[i % kHands] =
            static_cast<float>(sample.start[i]);
    }
    bunching.find_folders(played);
    const std::size_t second = static_cast<std::size_t>(tree.decisions[0].next[kFold]);
    for (std::size_t h = 0; h < kHands; ++h) CHECK(std::abs(bunching.beyond()[0].value[h] - 1.0F) < 1e-5F);
    // Neither folds aces, and two hands without them leave more than the product says.
    CHECK(bunching.beyond()[second].value[kHands - 1] > 1.0003F);
    CHECK(bunching.beyond()[second].value[0] < 0.9998F);
    CHECK(!bunching.tilted(0));  // no table of boards
}

TEST("a density of ranks tilts a showdown by the covariances of both players") {
    const Sample sample(3);
    constexpr std::size_t kPairs = kHands * (kHands + 1) / 2;
    std::vector<std::int8_t> wins(kRanks * kPairs), ties(kRanks * kPairs);
    std::fill_n(wins.begin() + 12 * kPairs, kPairs, std::int8_t{10});
    std::fill_n(ties.begin() + 12 * kPairs, kPairs, std::int8_t{4});
    const Dealing dealing(sample.deals, sample.orders, Boards(wins, ties, {0.01, 0.01}));
    const TwoHands two(TreeGame{sample.game->tree, 1, 3, sample.one_shares, sample.two_shares, dealing, sample.values});
    ByRank density;
    density.value[12] = 1.5F;
    Row last, first;
    last.value[kHands - 1] = 0.5F;
    first.value[0] = 0.25F;
    const Shift lower = two.tilt(last, density).at(40), higher = two.tilt(first, density).at(40);
    CHECK(std::abs(lower.win - 0.15) < 1e-6 && std::abs(lower.tie - 0.06) < 1e-6);
    CHECK(std::abs(higher.win + 0.21) < 1e-6 && std::abs(higher.tie - 0.06) < 1e-6);
}

TEST("deals are judged after a raise that is never played, too") {
    const Sample sample(2);
    JudgedGame game{sample.game->tree, 0, {}, {}, {}, sample.start};
    const std::vector<double> values{0.0, 0.0, 0.1, 0.0, 1.0, -1.0, 0.0, 0.0, -1.0, 1.0};
    for (std::size_t i = 0; i < game.tree.ends.size(); ++i) {
        End& end = game.tree.ends[i];
        end.values = i;
        game.showdowns.emplace_back(end.seats.begin(), end.seats.begin() + static_cast<std::ptrdiff_t>(end.count));
        game.rows.emplace_back(64, end.count == 1 ? 1 : 0);
        if (end.count == 2) game.rows[i][8] = 2, game.rows[i][0] = 3, game.rows[i][1] = 4;
    }
    game.values = values;
    NoWatch watch;
    const Judged one = judge_profile(game, 3000, 5, 1, watch), other = judge_profile(game, 3000, 5, 2, watch);
    CHECK(one.sum[0] == other.sum[0] && one.seen[1] == other.seen[1]);
    const auto seen = [&](std::size_t row) {
        std::uint64_t total = 0;
        for (std::size_t h = 0; h < kHands; ++h) total += one.seen[0][row * kHands + h];
        return total;
    };
    CHECK(seen(0) == one.deals[0] && seen(1) == one.deals[0]);
    CHECK(seen(3 * kChoices) > 0 && seen(3 * kChoices) < one.deals[0]);
}
