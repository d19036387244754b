// C interface of the Dependent Chip Model: its tree and bounties. A search stays within the budget of a browser: it states
// a larger error where that is not enough.
#include <algorithm>
#include <array>
#include <cstdint>

#include "dcm/bounty.hpp"
#include "dcm/budget.hpp"
#include "dcm/equities.hpp"
#include "dcm/tree.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

constexpr double kMostNodes = 5e6;  // about 50 ms, fast enough while typing
constexpr std::array kCoarser{1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4};
constexpr double kFinestHeads = 3e-11;  // relative to all bounties

const TreeCost& cost_of(std::size_t players, const Chips* stacks) {
    return TreeCost::of(
        static_cast<int>(std::count_if(stacks, stacks + players, [](Chips stack) { return stack > 0; })));
}

// The smallest tolerance that the budget allows, at least the requested one.
double reachable(const TreeCost& cost, double asked) {
    const auto fits = [&](double tolerance) { return cost.nodes_for(tolerance - cost.rounding()) <= kMostNodes; };
    double tolerance = std::max(asked, cost.finest_tolerance());
    for (const double coarser : kCoarser) {
        if (fits(tolerance)) break;
        if (coarser > asked) tolerance = std::max(coarser, cost.finest_tolerance());
    }
    return tolerance;
}

}  // namespace

// The finish probabilities of a search for equities are often coarse: their error is then -1.
FINALTABLE_EXPORT void dcm_equities(std::size_t players, const Chips* stacks, const double* payouts, double tolerance,
                                    double* equities, double* finish, double* report) {
    NoWatch watch;
    const double allowed = reachable(cost_of(players, stacks), tolerance);
    Report found = finaltable::dcm_equities<Chips>({stacks, players}, {payouts, players}, {.tolerance = allowed},
                                                   {equities, players}, {finish, players * players}, watch);
    if (found.finish_error > allowed || found.work == 0) found.finish_error = -1.0;
    write(report, found);
}

FINALTABLE_EXPORT void dcm_finish(std::size_t players, const Chips* stacks, double tolerance, double* finish,
                                  double* report) {
    NoWatch watch;
    const double allowed = reachable(cost_of(players, stacks), tolerance);
    write(report,
          finaltable::dcm_finish<Chips>({stacks, players}, {.tolerance = allowed}, {finish, players * players}, watch));
}

FINALTABLE_EXPORT void dcm_knockouts(std::size_t players, const Chips* stacks, double tolerance, double* knockouts,
                                     double* report) {
    NoWatch watch;
    const double allowed = reachable(cost_of(players, stacks), tolerance);
    write(report, finaltable::dcm_knockouts<Chips>({stacks, players}, {.tolerance = allowed},
                                                   {knockouts, players * players}, watch));
}

FINALTABLE_EXPORT void dcm_income(std::size_t players, const Chips* stacks, const double* heads, double share, int own,
                                  double tolerance, double* income, double* report) {
    NoWatch watch;
    const Limits limits{.tolerance = std::max(tolerance, kFinestHeads),
                        .least_threshold = cost_of(players, stacks).threshold_within(kMostNodes)};
    write(report, finaltable::dcm_income<Chips>({stacks, players}, {heads, players}, {share, own != 0}, limits,
                                                {income, players}, watch));
}
