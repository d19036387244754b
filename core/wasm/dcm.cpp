// C interface of the Dependent Chip Model: its tree, the cost of a search, and bounties.
#include <cstdint>

#include "dcm/bounty.hpp"
#include "dcm/budget.hpp"
#include "dcm/equities.hpp"
#include "dcm/tree.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

using Chips = std::int64_t;  // the host has checked that the total is below 2^62

}  // namespace

FINALTABLE_EXPORT void dcm_equities(std::size_t players, const Chips* stacks, const double* payouts, double tolerance,
                                    double* equities, double* finish, double* report) {
    NoWatch watch;
    write(report, finaltable::dcm_equities<Chips>({stacks, players}, {payouts, players}, {.tolerance = tolerance},
                                                  {equities, players}, {finish, players * players}, watch));
}

FINALTABLE_EXPORT void dcm_finish(std::size_t players, const Chips* stacks, double tolerance, double* finish,
                                  double* report) {
    NoWatch watch;
    write(report, finaltable::dcm_finish<Chips>({stacks, players}, {.tolerance = tolerance},
                                                {finish, players * players}, watch));
}

FINALTABLE_EXPORT void dcm_knockouts(std::size_t players, const Chips* stacks, double tolerance, double* knockouts,
                                     double* report) {
    NoWatch watch;
    write(report, finaltable::dcm_knockouts<Chips>({stacks, players}, {.tolerance = tolerance},
                                                   {knockouts, players * players}, watch));
}

FINALTABLE_EXPORT void dcm_income(std::size_t players, const Chips* stacks, const double* heads, double share, int own,
                                  double tolerance, double least_threshold, double* income, double* report) {
    NoWatch watch;
    const Limits limits{.tolerance = tolerance, .least_threshold = least_threshold};
    write(report, finaltable::dcm_income<Chips>({stacks, players}, {heads, players}, {share, own != 0}, limits,
                                                {income, players}, watch));
}

// The smallest error of a finish probability that a search can prove.
FINALTABLE_EXPORT double dcm_finest(int players) { return TreeCost::of(players).finest_tolerance(); }

// Estimated number of nodes of a search for an error of finish probabilities.
FINALTABLE_EXPORT double dcm_nodes(int players, double tolerance) {
    const TreeCost& cost = TreeCost::of(players);
    return cost.nodes_for(tolerance - cost.rounding());
}

// The smallest threshold that expands at most `nodes` nodes.
FINALTABLE_EXPORT double dcm_threshold(int players, double nodes) {
    return TreeCost::of(players).threshold_within(nodes);
}
