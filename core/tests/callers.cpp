// A push with one known hand.
#include "cards/callers.hpp"

#include <vector>

#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

constexpr int kAce = 51, kKing = 46;  // of two suits

// Players who play hands whose higher card is at least a given one, with made-up equities.
struct Spot {
    std::vector<double> plays, averages;
    std::vector<std::uint8_t> whole;

    Spot(std::size_t earlier, std::initializer_list<int> lowest) : whole(lowest.size() - earlier, 0) {
        for (const int card : lowest) {
            for (int high = 1; high < kCards; ++high) {
                for (int low = 0; low < high; ++low) plays.push_back(high >= card ? 1.0 : 0.0);
            }
        }
        for (std::size_t combo = 0; combo < kCombos; ++combo) averages.insert(averages.end(), {0.5, 0.1, 0.4});
    }

    Push push(std::size_t earlier) const { return {{kAce, kKing}, earlier, whole.size(), plays, averages, whole}; }
};

std::vector<double> deal(const Push& push, unsigned threads, std::size_t first, std::size_t blocks) {
    NoWatch watch;
    return push_blocks(push, {first, blocks, 32, 256, 7, threads}, watch);
}

}  // namespace

TEST("a block of a push does not depend on threads or on the blocks beside it") {
    const Spot spot(2, {40, 44, 36, 30});
    const std::vector<double> all = deal(spot.push(2), 1, 0, 8);
    CHECK(deal(spot.push(2), 3, 0, 8) == all);
    const std::vector<double> later = deal(spot.push(2), 1, 4, 4);
    CHECK(std::equal(later.begin(), later.end(), all.begin() + 4 * 7));
}

TEST("all that can happen after earlier players folded adds up") {
    const Spot spot(1, {40, 36, 0});  // the last player always calls
    const std::vector<double> means = deal(spot.push(1), 1, 0, 1);
    CHECK(close(sum(std::span(means).subspan(1)), means[0], 1e-12));
}

TEST("made-up averages are corrected by the boards of single hands") {
    Spot spot(0, {52});
    spot.plays[combo_index(1, 0)] = 1.0;  // the caller holds two deuces
    const std::vector<double> means = deal(spot.push(0), 1, 0, 40);
    double win = 0.0, calls = 0.0;
    for (std::size_t block = 0; block < 40; ++block) {
        win += means[4 * block + 1];
        calls += means[4 * block + 1] + means[4 * block + 2] + means[4 * block + 3];
    }
    CHECK(close(calls / 40, 1.0 / 1225, 1e-12));
    CHECK(close(win / calls, 0.47, 0.03));
}

TEST("players who cannot all have folded give zero") {
    const Spot spot(1, {0, 40});
    CHECK(deal(spot.push(1), 1, 0, 1) == std::vector<double>(4));
}

TEST("hands of which few are left are found") {
    Spot spot(2, {0, 0, 40});
    for (int low = 0; low < 3; ++low) {
        for (std::size_t player = 0; player < 2; ++player) spot.plays[player * kCombos + combo_index(3, low)] = 0.0;
    }
    // The first folds one of three hands that share a card; then no other is left for the second.
    CHECK(deal(spot.push(2), 1, 0, 1)[0] == 0.0);
    spot.plays[kCombos + combo_index(40, 39)] = 0.0;
    CHECK(close(deal(spot.push(2), 1, 0, 1)[0], 3.0 / 1225 / 1128, 1e-15));
}

TEST("a push can be stopped") {
    const Spot spot(0, {40, 36});
    StopAt stop(1);
    CHECK(push_blocks(spot.push(0), {0, 1, 1 << 20, 1 << 20, 7, 1}, stop) == std::vector<double>(7));
}
