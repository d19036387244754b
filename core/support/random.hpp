// Random numbers: small, fast, the same on every machine, and a stream of its own for every replicate.
#pragma once

#include <bit>
#include <cstdint>

namespace finaltable {

__extension__ typedef unsigned __int128 Wide;

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

// A fraction of 2^64 as a whole number below `count`.
inline std::uint64_t below(std::uint64_t fraction, std::uint64_t count) {
    return static_cast<std::uint64_t>(static_cast<Wide>(fraction) * count >> 64);
}

}  // namespace finaltable
