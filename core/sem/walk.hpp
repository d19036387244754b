// The tree of sequential elimination: every order in which players can bust, from a given state on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "sem/kernels.hpp"

namespace finaltable {

inline constexpr int kMaxSemPlayers = 12;

// Sums of probabilities: of[k][i], that player i busts when k players are left.
struct PlaceSums {
    double of[kMaxSemPlayers + 1][kMaxSemPlayers] = {};

    void add(const PlaceSums& other) {
        for (int k = 0; k <= kMaxSemPlayers; ++k) {
            for (int i = 0; i < kMaxSemPlayers; ++i) of[k][i] += other.of[k][i];
        }
    }
};

// Follows all orders until `last` players are left, 2 or more, and fewer than now.
using WalkFunction = void (*)(const double* stacks, const std::uint8_t* who, double chance, int last, PlaceSums& sums);
using WalkFunctions = std::array<WalkFunction, kMaxSemPlayers + 1>;  // by the number of players, from 4 on

// Walks with 256-bit registers if the processor has them. The choice never changes a bit of the answer.
const WalkFunctions& walk_functions(SemKernel kernel);

// Add the weights with all others to every player's total, for any number of players `left`.
using AddWeights = void (*)(const double* stacks, std::size_t left, double* totals);
AddWeights add_weights_function(SemKernel kernel);

// Weights of all pairs, and their totals for every player.
template <class Kernel, int left>
[[gnu::always_inline]] inline void weigh(const double* x, double (&weight)[left][left], double (&total)[left]) {
    for (int i = 0; i < left; ++i) {
        weight[i][i] = 0.0;
        for (int j = 0; j < i; ++j) {
            double resistance;
            Kernel::resist(x[i], x[j], resistance);
            weight[i][j] = weight[j][i] = 1.0 / resistance;
        }
    }
    for (int i = 0; i < left; ++i) {
        total[i] = 0.0;
        for (int j = 0; j < left; ++j) total[i] += weight[i][j];
    }
}

// The stacks and indices of the others after player `out` busts and they have divided the chips.
template <int left>
[[gnu::always_inline]] inline void take_out(const double* x, const std::uint8_t* who, const double* weight,
                                            double total, int out, double* rest, std::uint8_t* seats) {
    const double per_weight = x[out] / total;
    for (int j = 0, k = 0; j < left; ++j) {
        if (j == out) continue;
        rest[k] = x[j] + per_weight * weight[j];
        seats[k++] = who[j];
    }
}

}  // namespace finaltable
