// Many hands of push or fold: each as if it were solved alone, on any number of threads.
#include "tournament/hands.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

constexpr std::size_t kCount = 3, kNodes = 3;

// Hands of two players, who push for pots of different sizes; higher classes win more often.
struct Batch {
    Batch()
        : dealing({}, {}), one_shares(kHands, 1.0), two_shares(3 * kHands * kHands), start(kCount * kNodes * kHands) {
        for (std::size_t x = 0; x < kHands; ++x) {
            for (std::size_t y = 0; y < kHands; ++y) {
                two_shares[x * kHands + y] = static_cast<double>(x + 1) / static_cast<double>(x + y + 2);
                two_shares[(2 * kHands + x) * kHands + y] = 1.0 - two_shares[x * kHands + y];
            }
        }
        for (std::size_t hand = 0; hand < kCount; ++hand) {
            const double pot = 0.1 * static_cast<double>(hand + 1);
            one.insert(one.end(), {pot, -pot, 0.0, 0.0});
            two.insert(two.end(), {1.0, -1.0 + pot, 0.0, pot, -1.0, 1.0 + pot});
        }
        for (std::size_t i = 0; i < start.size(); ++i)
            start[i] = i % kHands > 100 && i / kHands % kNodes != 1 ? 1.0 : 0.0;
    }

    Game game(std::span<const double> ones, std::span<const double> twos) const {
        return {2, 2, false, 1, 3, one_shares, two_shares, dealing, ones, twos, {}};
    }

    Dealing dealing;
    std::vector<double> one_shares, two_shares, one, two, start;
    std::array<bool, kNodes> locked{false, true, false};
};

struct Answers {
    std::vector<double> profile = std::vector<double>(kCount * kNodes * kHands), lost = std::vector<double>(kCount * 2),
                        one = lost, two = std::vector<double>(kCount * 3), three;
    std::vector<std::uint8_t> solved = std::vector<std::uint8_t>(kCount);

    HandAnswers spans() { return {profile, lost, one, two, three, solved}; }
};

}  // namespace

TEST("many hands are solved as each alone, on any number of threads") {
    const Batch batch;
    const Hands hands{kCount, batch.game(batch.one, batch.two), batch.start, batch.locked};
    NoWatch watch;
    Answers one, other;
    CHECK(solve_hands(hands, {1e-5, 50, 1, 1.0}, one.spans(), watch));
    CHECK(solve_hands(hands, {1e-5, 50, 3, 1.0}, other.spans(), watch));
    CHECK(one.profile == other.profile && one.two == other.two && one.lost == other.lost);
    for (std::size_t hand = 0; hand < kCount; ++hand) {
        const Game game =
            batch.game(std::span(batch.one).subspan(4 * hand, 4), std::span(batch.two).subspan(6 * hand, 6));
        const std::size_t first = hand * kNodes * kHands;
        const auto begin = batch.start.begin() + static_cast<std::ptrdiff_t>(first);
        const Profile start(begin, begin + static_cast<std::ptrdiff_t>(kNodes * kHands));
        const Solved alone = solve_game(game, start, batch.locked, {1e-5, 50, 1, 1.0}, watch);
        CHECK(one.solved[hand] == 1 && alone.reached);
        CHECK(std::equal(alone.best.profile.begin(), alone.best.profile.end(), &one.profile[first]));
    }
}

TEST("hands without time are not solved") {
    const Batch batch;
    const Hands hands{kCount, batch.game(batch.one, batch.two), batch.start, batch.locked};
    StopAt stop(1);
    Answers answers;
    CHECK(!solve_hands(hands, {1e-9, 50, 1, 0.0}, answers.spans(), stop));
    CHECK(answers.solved.back() == 0);
}

TEST("a warm start from a solution stays near it") {
    const Batch batch;
    const Game game = batch.game(std::span(batch.one).first(4), std::span(batch.two).first(6));
    NoWatch watch;
    const Profile guess(batch.start.begin(), batch.start.begin() + kNodes * kHands);
    const Solved cold = solve_game(game, guess, batch.locked, {1e-6, 50, 1}, watch);
    const Solved warm = solve_game(game, cold.best.profile, batch.locked, {1e-8, 50, 1, 1.0}, watch);
    CHECK(warm.history.front() <= 1e-6 && warm.history.back() <= warm.history.front());
}
