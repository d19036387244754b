#include <algorithm>
#include <numeric>
#include <vector>

#include "sem/orders.hpp"
#include "sem/tree.hpp"
#include "support/parallel.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

using Matrix = std::array<std::array<double, kMaxSemPlayers>, kMaxSemPlayers>;

// [i][j]: the probability that i busts j; a player who takes a part of the chips gets that part of the knockout.
struct KnockoutBook {
    Matrix* busts;

    KnockoutBook out(double chance, const std::uint8_t* who, int left, int out, const double* shares) const {
        for (int j = 0; j < left; ++j) (*busts)[who[j]][who[out]] += chance * shares[j];
        return *this;
    }
};

// The error of a share of a knockout is twice the unevenness of the stacks, plus a few roundings. The longest sum has a
// term for every order in which others busted before.
double error_of(int players) {
    double terms = 3.0;
    for (int left = 2; left <= players - 3; ++left) terms *= left;
    return kUnevenGrowth * sem_rounding(players) + (terms + 2.0 * players) * 0x1p-53;
}

}  // namespace

Report sem_knockouts(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> knockouts,
                     Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(knockouts, 0.0);
    const Seating<double> seating(stacks);
    const int players = seating.players();
    Report report{error_of(players), sem_states(players)};
    if (players < 2) return report;
    const std::vector<double> sorted = centred(seating.sorted);
    std::array<std::uint8_t, kMaxSemPlayers> who;
    std::iota(who.begin(), who.end(), std::uint8_t{0});
    std::vector<Matrix> found(seating.seat.size(), Matrix{});  // by the first player to bust
    report.finished = parallel_for(found.size(), threads, watch, [&](std::size_t first, Watch&) {
        with_kernel(kernel, [&]<class Kernel>(Kernel) {
            follow_orders_from<Kernel>(players, sorted.data(), who.data(), KnockoutBook{&found[first]},
                                       static_cast<int>(first));
        });
    });
    for (const Matrix& part : found) {
        for (std::size_t i = 0; i < seating.seat.size(); ++i) {
            for (std::size_t j = 0; j < seating.seat.size(); ++j) {
                knockouts[seating.seat[i] * width + seating.seat[j]] += part[i][j];
            }
        }
    }
    return report;
}

}  // namespace finaltable
