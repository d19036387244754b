// Seating: players by descending stack, and those who are out.
#include "support/seating.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/check.hpp"

using namespace finaltable;

TEST("players are sorted by descending stack, and equal stacks keep the order of their seats") {
    const std::vector<std::int64_t> stacks{20, 0, 50, 20, 70};
    const Seating<std::int64_t> seating(stacks);
    CHECK(seating.players() == 4);
    CHECK(seating.seat == std::vector<std::size_t>{4, 2, 0, 3});
    CHECK(seating.sorted == std::vector<std::int64_t>{70, 50, 20, 20});
    CHECK(seating.out == std::vector<std::size_t>{1});
}

TEST("players without chips share the last places") {
    const std::vector<double> stacks{0.0, 3.0, 0.0, 1.0};
    std::vector<double> finish(16);
    Seating<double>(stacks).write_out_players(finish);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t place = 0; place < 4; ++place) {
            CHECK(finish[4 * i + place] == (i % 2 == 0 && place >= 2 ? 0.5 : 0.0));
        }
    }
}

TEST("a large field is sorted in the same way") {
    // Fractions, whole numbers, stacks that differ only in their last bits, and all of these.
    for (const double step : {1.0 / 7.0, 1.0, 0x1p-50, 0.0}) {
        std::vector<double> stacks(3 * kRadixPays + 7);
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            const auto number = static_cast<double>(i * i % 9973);
            const double own = step > 0.0 ? step : std::ldexp(1.0, -static_cast<int>(i % 50));
            stacks[i] = i % 11 == 0 ? 0.0 : own * number + (own < 1e-9 ? 1.0 : 0.0);
        }
        const Seating<double> seating(stacks);
        for (std::size_t rank = 1; rank < seating.seat.size(); ++rank) {
            const std::size_t before = seating.seat[rank - 1], seat = seating.seat[rank];
            CHECK(stacks[before] > stacks[seat] || (stacks[before] == stacks[seat] && before < seat));
            CHECK(seating.sorted[rank] == stacks[seat]);
        }
        CHECK(seating.seat.size() + seating.out.size() == stacks.size());
        for (const std::size_t i : seating.out) CHECK(stacks[i] == 0.0);
    }
}
