// Picks the winners of simulated hands: quasi-random for the first hands of a tournament, random after that.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "support/random.hpp"

namespace finaltable {

inline constexpr int kMostQuasiRandom = 8;

// Sobol's sequence: the primitive polynomial and the first direction numbers of each dimension after the first (Joe and
// Kuo, new-joe-kuo-6).
struct SobolDimension {
    unsigned degree;
    unsigned polynomial;
    std::array<std::uint32_t, 5> start;
};
inline constexpr std::array<SobolDimension, kMostQuasiRandom - 1> kSobol{{{1, 0, {1}},
                                                                          {2, 1, {1, 3}},
                                                                          {3, 1, {1, 3, 1}},
                                                                          {3, 2, {1, 1, 1}},
                                                                          {4, 1, {1, 1, 3, 3}},
                                                                          {4, 4, {1, 3, 5, 13}},
                                                                          {5, 2, {1, 1, 5, 5, 17}}}};

inline constexpr std::size_t kSobolBits = 32;
using Directions = std::array<std::uint32_t, kSobolBits>;

inline Directions sobol_directions(std::size_t dimension) {
    Directions v{};
    for (std::size_t j = 0; j < kSobolBits; ++j) {
        if (dimension == 0) {
            v[j] = std::uint32_t{1} << (31 - j);
            continue;
        }
        const SobolDimension& d = kSobol[dimension - 1];
        if (j < d.degree) {
            v[j] = d.start[j] << (31 - j);
            continue;
        }
        v[j] = v[j - d.degree] ^ (v[j - d.degree] >> d.degree);
        for (unsigned k = 1; k < d.degree; ++k) {
            if (d.polynomial >> (d.degree - 1 - k) & 1) v[j] ^= v[j - k];
        }
    }
    return v;
}

// The numbers of one replicate: a random stream, and a random scrambling of Sobol's sequence for the first hands.
class Points {
public:
    Points(std::uint64_t seed, std::uint64_t replicate, int spread)
        : random_(seed, replicate), spread_(static_cast<std::size_t>(spread)) {
        for (std::size_t d = 0; d < spread_; ++d) {
            scramble(sobol_directions(d), directions_[d]);
            at_[d] = random_.bits();
        }
    }

    void next_tournament() {
        const auto bit = static_cast<std::size_t>(std::countr_zero(++tournament_)) % kSobolBits;
        for (std::size_t d = 0; d < spread_; ++d) at_[d] ^= std::uint64_t{directions_[d][bit]} << 32;
        hand_ = 0;
    }

    std::size_t winner_of(std::size_t players) {
        const std::uint64_t fraction = hand_ < spread_ ? at_[hand_++] : random_.bits();
        return static_cast<std::size_t>(below(fraction, players));
    }

    std::size_t draw(std::size_t count) { return static_cast<std::size_t>(below(random_.bits(), count)); }

private:
    // A random linear scrambling (Matousek): every digit gets random digits before it added.
    void scramble(const Directions& plain, Directions& scrambled) {
        Directions rows;
        for (std::size_t i = 0; i < kSobolBits; ++i) {
            const auto own = std::uint32_t{1} << (31 - i);
            const std::uint32_t before = ~(own | (own - 1));
            rows[i] = own | (static_cast<std::uint32_t>(random_.bits() >> 32) & before);
        }
        for (std::size_t j = 0; j < kSobolBits; ++j) {
            scrambled[j] = 0;
            for (std::size_t i = 0; i < kSobolBits; ++i) {
                scrambled[j] |= static_cast<std::uint32_t>(std::popcount(rows[i] & plain[j]) & 1) << (31 - i);
            }
        }
    }

    Random random_;
    std::size_t spread_;
    std::size_t hand_ = 0;
    std::uint64_t tournament_ = 0;
    std::array<std::uint64_t, kMostQuasiRandom> at_{};
    std::array<Directions, kMostQuasiRandom> directions_{};
};

}  // namespace finaltable
