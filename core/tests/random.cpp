// Random numbers where a compiler has no 128-bit integers.
#include "support/random.hpp"

#include <cstdint>

#include "tests/check.hpp"

using namespace finaltable;

TEST("the upper half of a product is right in simple cases") {
    const std::uint64_t most = ~std::uint64_t{0};
    CHECK(upper_product(most, most) == most - 1);
    CHECK(upper_product(std::uint64_t{1} << 63, 6) == 3);
    CHECK(upper_product(most, 1) == 0);
    CHECK(upper_product(most, 2) == 1);
    CHECK(upper_product(0xffffffff00000001, 0x100000000) == 0xffffffff);
}

TEST("a number below a count is the upper half of a product") {
    Random random(7, 0);
    for (int round = 0; round < 1000; ++round) {
        const std::uint64_t fraction = random.bits(), count = random.bits() >> (round % 64);
        CHECK(below(fraction, count) == upper_product(fraction, count));
    }
}
