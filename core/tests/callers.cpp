// A push with one known hand.
#include "cards/callers.hpp"

#include <vector>

#include "cards/triples.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

constexpr int kAce = 51, kKing = 46;  // of two suits

// Players who play hands whose higher card is at least a given one, with made-up equities. Their ranges: what each of
// them plays, then what each folds.
struct Spot {
    std::size_t players;
    std::vector<double> ranges, averages;
    std::vector<std::uint8_t> whole;
    std::vector<Line> lines;

    explicit Spot(std::initializer_list<int> lowest) : players(lowest.size()), whole(2 * lowest.size(), 0) {
        for (const int card : lowest) {
            for (int high = 1; high < kCards; ++high) {
                for (int low = 0; low < high; ++low) ranges.push_back(high >= card ? 1.0 : 0.0);
            }
        }
        for (std::size_t i = 0; i < players * kCombos; ++i) ranges.push_back(1.0 - ranges[i]);
        for (std::size_t combo = 0; combo < kCombos; ++combo) averages.insert(averages.end(), {0.5, 0.1, 0.4});
    }

    std::size_t folds(std::size_t player) const { return players + player; }

    // Some players fold before hero; of the others, the first who plays a hand calls.
    Spot& first_in(std::size_t earlier) {
        std::vector<std::size_t> others;
        for (std::size_t i = 0; i < earlier; ++i) others.push_back(folds(i));
        lines = {{others, {}, false}};
        for (std::size_t i = earlier; i < players; ++i) {
            lines.push_back({others, {i}, true});
            others.push_back(folds(i));
        }
        return *this;
    }

    Push push() const { return {{kAce, kKing}, ranges, whole, averages, lines}; }
};

PushWork work_on(const Spot& spot, std::size_t first, std::size_t blocks, unsigned threads) {
    return {first, blocks, 32, std::vector<std::size_t>(spot.lines.size(), 256), 7, threads};
}

// The sum of both parts, by block.
std::vector<double> deal(const Spot& spot, unsigned threads, std::size_t first, std::size_t blocks) {
    NoWatch watch;
    const std::vector<double> both = push_blocks(spot.push(), work_on(spot, first, blocks, threads), watch);
    const std::size_t width = both.size() / blocks / 2;
    std::vector<double> means;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t i = 0; i < width; ++i) {
            means.push_back(both[2 * block * width + i] + both[(2 * block + 1) * width + i]);
        }
    }
    return means;
}

}  // namespace

TEST("a block of a push does not depend on threads or on the blocks beside it") {
    Spot spot({40, 44, 36, 30});
    spot.first_in(2).lines.push_back({{spot.folds(0), spot.folds(1)}, {2, 3}, true});
    const std::size_t width = 1 + 2 * kResults + 13;
    const std::vector<double> all = deal(spot, 1, 0, 8);
    CHECK(all.size() == 8 * width);
    CHECK(deal(spot, 3, 0, 8) == all);
    const std::vector<double> later = deal(spot, 1, 4, 4);
    CHECK(std::equal(later.begin(), later.end(), all.begin() + 4 * width));
}

TEST("all that can happen after earlier players folded adds up") {
    Spot spot({40, 36, 0});  // the last player always calls
    const std::vector<double> means = deal(spot.first_in(1), 1, 0, 1);
    CHECK(close(sum(std::span(means).subspan(1)), means[0], 1e-12));
}

TEST("made-up averages are corrected by the boards of single hands") {
    Spot spot({52});
    spot.ranges[combo_index(1, 0)] = 1.0;  // the caller holds two deuces
    const std::vector<double> means = deal(spot.first_in(0), 1, 0, 40);
    double win = 0.0, calls = 0.0;
    for (std::size_t block = 0; block < 40; ++block) {
        win += means[4 * block + 1];
        calls += means[4 * block + 1] + means[4 * block + 2] + means[4 * block + 3];
    }
    CHECK(close(calls / 40, 1.0 / 1225, 1e-12));
    CHECK(close(win / calls, 0.47, 0.03));
}

TEST("players who cannot all have folded give zero") {
    Spot spot({0, 40});
    CHECK(deal(spot.first_in(1), 1, 0, 1) == std::vector<double>(4));
}

TEST("two opponents with known hands have the orders of those hands") {
    Spot spot({52, 52});
    spot.ranges[combo_index(1, 0)] = 1.0;              // two deuces
    spot.ranges[kCombos + combo_index(50, 49)] = 1.0;  // two aces
    spot.lines = {{{}, {}, false}, {{}, {0, 1}, true}, {{}, {1, 0}, true}};
    const std::vector<double> means = deal(spot, 1, 0, 40);
    std::array<double, 3> best{};  // hero, deuces, aces
    double both = 0.0;
    for (std::size_t block = 0; block < 40; ++block) {
        const std::span<const double> row = std::span(means).subspan(27 * block, 27);
        both += sum(row.subspan(1, 13)) / 40;
        for (std::size_t i = 0; i < 13; ++i) {
            for (std::size_t player = 0; player < 3; ++player) {
                const std::size_t other = player == 0 ? 0 : 3 - player;
                if (kOrderRanks[i][player] == 0) best[player] += row[1 + i] / 80;
                if (kOrderRanks[i][other] == 0) best[player] += row[14 + i] / 80;
            }
        }
    }
    CHECK(close(both, 1.0 / 1225 / 1128, 1e-15));
    CHECK(best[2] > 3 * best[1] && best[1] > best[0]);  // hero's ace is the last but one
}

TEST("four players and more have all their orders, with and without hero") {
    Spot spot({52, 52, 52, 52});
    spot.ranges[combo_index(1, 0)] = 1.0;                  // two deuces
    spot.ranges[kCombos + combo_index(50, 49)] = 1.0;      // two aces
    spot.ranges[2 * kCombos + combo_index(45, 44)] = 1.0;  // two kings
    spot.ranges[3 * kCombos + combo_index(5, 4)] = 1.0;    // two treys
    spot.lines = {{{}, {}, false}, {{}, {0, 1, 2}, true}, {{}, {0, 1, 2}, true, false}, {{}, {0, 1, 2, 3}, true}};
    CHECK(width_of(spot.lines[1]) == 75 && width_of(spot.lines[2]) == 13 && width_of(spot.lines[3]) == 541);
    const std::size_t width = 1 + 75 + 13 + 541;
    const std::vector<double> means = deal(spot, 1, 0, 40);
    const double dealt = 1.0 / 1225 / 1128 / 1035;
    double four = 0.0, three = 0.0, deuces_ahead = 0.0, aces_best = 0.0;
    for (std::size_t block = 0; block < 40; ++block) {
        const std::span<const double> row = std::span(means).subspan(width * block, width);
        four += sum(row.subspan(1, 75)) / 40;
        three += sum(row.subspan(76, 13)) / 40;
        for (std::size_t i = 0; i < 13; ++i) {
            if (kOrderRanks[i][0] < kOrderRanks[i][1]) deuces_ahead += row[76 + i] / 40 / dealt;
            if (kOrderRanks[i][1] == 0) aces_best += row[76 + i] / 40 / dealt;
        }
    }
    CHECK(close(four, dealt, 1e-18) && close(three, dealt, 1e-18));
    CHECK(close(deuces_ahead, 0.204, 0.03));  // 200,000 deals in NumPy
    CHECK(close(aces_best, 0.707, 0.03));
}

TEST("without a showdown, the opponent's hands are counted") {
    Spot spot({40, 44});
    spot.lines = {{{spot.folds(0)}, {1}, false}, {{spot.folds(0)}, {1}, true}};
    const std::vector<double> means = deal(spot, 1, 0, 1);
    CHECK(close(means[0], sum(std::span(means).subspan(1)), 1e-12));
}

TEST("hands of which few are left are found") {
    Spot spot({0, 0, 40});
    for (int low = 0; low < 3; ++low) {
        for (std::size_t player = 0; player < 2; ++player) {
            spot.ranges[spot.folds(player) * kCombos + combo_index(3, low)] = 1.0;
        }
    }
    spot.first_in(2);
    // The first folds one of three hands that share a card; then no other is left for the second.
    CHECK(deal(spot, 1, 0, 1)[0] == 0.0);
    spot.ranges[spot.folds(1) * kCombos + combo_index(40, 39)] = 1.0;
    CHECK(close(deal(spot, 1, 0, 1)[0], 3.0 / 1225 / 1128, 1e-15));
}

TEST("lines share the others with whom they begin, and need no boards without others") {
    Spot spot({40, 44, 36});
    const std::size_t first = spot.folds(0), second = spot.folds(1);
    spot.whole.assign(6, 1);
    spot.lines = {{{first, second}, {}, false}, {{first}, {2}, false}, {{first, second}, {}, false}, {{}, {2}, true}};
    const std::vector<double> means = deal(spot, 1, 0, 1);
    Spot alone({40, 44, 36});
    alone.lines = {{{first, second}, {}, false}, {{first}, {2}, false}};
    const std::vector<double> once = deal(alone, 1, 0, 1);
    CHECK(means[0] == once[0] && means[1] != once[1]);
    CHECK(close(means[2], once[0], 0.05 * once[0]));
    NoWatch watch;
    PushWork work = work_on(spot, 0, 1, 1);
    const std::vector<double> parts = push_blocks(spot.push(), work, watch);
    CHECK(std::ranges::count(std::span(parts).last(parts.size() / 2), 0.0) == 6);
    work.boards[1] = 512;  // not used
    CHECK(push_blocks(spot.push(), work, watch) == parts);
}

TEST("a push can be stopped") {
    Spot spot({40, 36});
    spot.first_in(0);
    StopAt stop(1);
    PushWork work = work_on(spot, 0, 1, 1);
    work.folds = 1 << 20;
    CHECK(push_blocks(spot.push(), work, stop) == std::vector<double>(14));
}
