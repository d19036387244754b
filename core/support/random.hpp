// Random numbers: small, fast, the same on every machine, with a separate stream for every replicate.
#pragma once

#include <bit>
#include <cstdint>

#include "support/chips.hpp"

namespace finaltable {

// Spreads a seed over all bits (Steele, Lea and Flood, SplitMix).
inline std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// xoshiro256++ (Blackman and Vigna).
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t stream) {
        std::uint64_t mixed = seed;
        std::uint64_t state = split_mix(mixed) ^ (stream * 0xd1342543de82ef95);
        for (std::uint64_t& word : state_) word = split_mix(state);
    }

    std::uint64_t bits() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

private:
    std::uint64_t state_[4];
};

// The upper half of a product of 128 bits, as in long multiplication with digits of 32 bits.
inline std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffff)) >> 32);
}

// Maps a 64-bit fraction to an integer below `count`.
inline std::uint64_t below(std::uint64_t fraction, std::uint64_t count) {
#if FINALTABLE_WIDE_CHIPS
    __extension__ typedef unsigned __int128 Product;
    return static_cast<std::uint64_t>(static_cast<Product>(fraction) * count >> 64);
#else
    return upper_product(fraction, count);
#endif
}

}  // namespace finaltable
