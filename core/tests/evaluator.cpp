// The strength of hands: counts of all five-card hands, and tricky hands.
#include "cards/evaluator.hpp"

#include <array>
#include <cstdint>
#include <string>

#include "tests/check.hpp"

using namespace finaltable;

namespace {

CardSet cards(const std::string& text) {
    const std::string ranks = "23456789TJQKA", suits = "cdhs";
    CardSet set = 0;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        set |= card_bit(static_cast<int>(4 * ranks.find(text[i]) + suits.find(text[i + 1])));
    }
    return set;
}

std::uint32_t strength(const std::string& text) { return hand_strength(cards(text)); }

}  // namespace

TEST("all hands of five cards, by category") {
    std::array<int, 9> counted{};
    for (int e = 4; e < kCards; ++e) {
        for (int d = 3; d < e; ++d) {
            for (int c = 2; c < d; ++c) {
                const CardSet three = card_bit(c) | card_bit(d) | card_bit(e);
                for (int b = 1; b < c; ++b) {
                    for (int a = 0; a < b; ++a) ++counted[hand_strength(three | card_bit(a) | card_bit(b)) >> 26];
                }
            }
        }
    }
    // High card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush.
    CHECK(counted == std::array{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40});
}

TEST("of seven cards the best five count") {
    CHECK(strength("As Ks Qs Js Ts 2c 2d") == strength("As Ks Qs Js Ts 9s Ac"));
    CHECK(strength("9s 8s 7s 6s 5s As Ah") > strength("As Ac Ad Ah Ks Kc Kd"));
    CHECK(strength("As Ac Ad Ah Ks 2c 3d") > strength("As Ac Ad Ah Qs Qc Qd"));
    CHECK(strength("As Ac Ad Ks Kc Kd 2h") == strength("As Ac Ad Ks Kc 3d 2h"));
    CHECK(strength("2s 4s 6s 8s Ts Ac Ad") > strength("6c 5d 4h 3s 2c Ks Kd"));
}

TEST("the lowest straight begins with the ace") {
    CHECK(strength("6c 5d 4h 3s 2c Ks Qd") > strength("Ac 5d 4h 3s 2c Ks Qd"));
    CHECK(strength("Ac 5d 4h 3s 2c Ks Qd") > strength("Ac Ad Ah Ks Qc 9d 7h"));
    CHECK(strength("Ac Kd 4h 3s 2c 9s 8d") < strength("2c 2d 4h 6s 8c Ts Qd"));
}

TEST("a kicker decides, and the sixth card does not") {
    CHECK(strength("As Ac Kd 9h 8s 3c 2d") > strength("As Ac Qd 9h 8s 3c 2d"));
    CHECK(strength("As Ac Kd 9h 8s 3c 2d") == strength("As Ac Kd 9h 8s 4c 2d"));
    CHECK(strength("As Ac Kd Kh Qs Qc 2d") == strength("As Ac Kd Kh Qs 3c 2d"));
}
