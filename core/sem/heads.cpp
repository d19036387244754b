#include "sem/heads.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "sem/orders.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

using Heads = std::array<double, kMaxSemPlayers>;

// Carries the growing bounties along an order.
struct HeadBook {
    Heads heads;
    Heads* income;
    HeadRules rules;

    HeadBook out(double chance, const std::uint8_t* who, int left, int out, const double* shares) const {
        HeadBook next = *this;
        const double taken = heads[who[out]];
        for (int j = 0; j < left; ++j) {
            if (j == out) continue;
            (*income)[who[j]] += chance * rules.share * taken * shares[j];
            next.heads[who[j]] += (1.0 - rules.share) * taken * shares[j];
            if (left == 2 && rules.own) (*income)[who[j]] += chance * next.heads[who[j]];
        }
        return next;
    }
};

}  // namespace

Report sem_income(std::span<const double> stacks, std::span<const double> heads, SemKernel kernel, HeadRules rules,
                  std::span<double> income) {
    std::ranges::fill(income, 0.0);
    const Seating<double> seating(stacks);
    const int players = seating.players();
    Heads won{}, ranked{};
    for (std::size_t i = 0; i < seating.seat.size(); ++i) ranked[i] = heads[seating.seat[i]];
    if (players == 1) {
        won[0] = rules.own ? ranked[0] : 0.0;
    } else {
        const std::vector<double> sorted = centred(seating.sorted);
        std::array<std::uint8_t, kMaxSemPlayers> who;
        std::iota(who.begin(), who.end(), std::uint8_t{0});
        with_kernel(kernel, [&]<class Kernel>(Kernel) {
            follow_orders_from<Kernel>(players, sorted.data(), who.data(), HeadBook{ranked, &won, rules}, -1);
        });
    }
    for (std::size_t i = 0; i < seating.seat.size(); ++i) income[seating.seat[i]] = won[i];
    // Every share of a bounty along an order has about the error of a stack; there are at most as many as players.
    const double all = std::accumulate(ranked.begin(), ranked.end(), 0.0);
    return {2.0 * kUnevenGrowth * players * sem_rounding(players) * all, sem_states(players)};
}

}  // namespace finaltable
