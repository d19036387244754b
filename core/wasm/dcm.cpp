// The Dependent Chip Model for hosts that speak C: its tree, what a search of it costs, and bounties.
#include <algorithm>

#include "dcm/bounty.hpp"
#include "dcm/budget.hpp"
#include "dcm/equities.hpp"
#include "dcm/tree.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

using Chips = std::int64_t;  // the total is below 2^62: the host has looked

}  // namespace

// report: error, finish error, nodes.
FINALTABLE_EXPORT void dcm_equities(std::size_t players, const Chips* stacks, const double* payouts, double tolerance,
                                    double* equities, double* finish, double* report) {
    NoWatch watch;
    const EquityReport found = finaltable::dcm_equities<Chips>({stacks, players}, {payouts, players}, {tolerance},
                                                               {equities, players}, {finish, players * players}, watch);
    write(report, {found.error, found.finish_error, as_double(found.nodes)});
}

// report: nodes.
FINALTABLE_EXPORT void dcm_finish(std::size_t players, const Chips* stacks, double threshold, double tolerance,
                                  double* finish, double* unresolved, double* report) {
    NoWatch watch;
    *report = as_double(finaltable::dcm_finish<Chips>({stacks, players}, {threshold, tolerance},
                                                      {finish, players * players}, {unresolved, players}, watch)
                            .nodes);
}

FINALTABLE_EXPORT void dcm_knockouts(std::size_t players, const Chips* stacks, double threshold, double tolerance,
                                     double* knockouts, double* unresolved, double* report) {
    NoWatch watch;
    *report = as_double(finaltable::dcm_knockouts<Chips>({stacks, players}, {threshold, tolerance},
                                                         {knockouts, players * players}, {unresolved, players}, watch)
                            .nodes);
}

// report: error, nodes.
FINALTABLE_EXPORT void dcm_income(std::size_t players, const Chips* stacks, const double* heads, double share, int own,
                                  double tolerance, double least_threshold, double* income, double* report) {
    NoWatch watch;
    const ThresholdTable thresholds(static_cast<int>(players));
    const BountyReport found =
        finaltable::dcm_income<Chips>({stacks, players}, {heads, players}, {share, own != 0},
                                      {tolerance, least_threshold}, thresholds, {income, players}, watch);
    write(report, {found.error, as_double(found.nodes)});
}

FINALTABLE_EXPORT double dcm_cost_step() { return kCostStep; }

// How many entries `dcm_cost` writes.
FINALTABLE_EXPORT std::size_t dcm_cost_entries() { return tree_cost(0).nodes.size(); }

FINALTABLE_EXPORT void dcm_cost(int players, double* nodes, double* unresolved) {
    const TreeCost cost = tree_cost(players);
    std::ranges::copy(cost.nodes, nodes);
    std::ranges::copy(cost.unresolved, unresolved);
}
