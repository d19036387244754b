#include "dcm/bounty.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "dcm/budget.hpp"
#include "dcm/heads.hpp"
#include "dcm/search.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr int kLanes = 6;      // bounties that one walk divides
constexpr double kUsual = 1;   // usual error of a search, times players, relative to what it leaves unresolved
constexpr double kSafe = 0.9;  // part of the tolerance to aim at after a search that missed it

// Search until the book's error, relative to all bounties, meets the tolerance: mostly once.
template <class Chips, Book<Chips> Kept>
Report search_until(Search<Chips, Kept>& search, Limits limits) {
    const int players = search.book().players();
    const TreeCost& cost = TreeCost::of(players);
    double unresolved = limits.tolerance * static_cast<double>(players) / kUsual;
    for (;;) {
        const double threshold = std::max(limits.least_threshold, cost.threshold_for(unresolved));
        search.run(threshold);
        const double reached = search.book().unresolved();
        if (search.stopped() || reached <= limits.tolerance || threshold <= limits.least_threshold) break;
        if (search.book().rounding() > 0.5 * reached) break;  // a longer search would only round more
        unresolved = std::min(unresolved, 1.0) * kSafe * limits.tolerance / reached;
    }
    return {.work = search.book().nodes(), .finished = !search.stopped()};
}

double heads_of(std::span<const double> heads) {
    double all = 0.0;
    for (const double head : heads) all += head;
    return all;
}

// Calls write(player, lane, value) for every lane and returns the largest error. Players are sorted by stack,
// descending.
template <int L, class Chips, class Write>
Report search_lanes(const Seating<Chips>& seating, std::span<const double> heads, HeadRules rules, Limits limits,
                    Watch& watch, Write write) {
    using Heads = HeadBook<Chips, L>;
    Search<Chips, Heads> search(seating.sorted, Heads(seating.sorted, heads, rules), watch);
    Report report = search_until(search, limits);
    for (int lane = 0; lane < L; ++lane) {
        for (int i = 0; i < seating.players(); ++i) write(i, lane, search.book().income(i, lane));
        report.error = std::max(report.error, search.book().error(lane));
    }
    return report;
}

// Two players: the winner, by chip share, takes the other's bounty, and their own if it is paid. One player: their own.
template <class Chips, class Write>
Report without_search(const Seating<Chips>& seating, std::span<const double> heads, HeadRules rules, Write write) {
    const std::size_t players = seating.sorted.size();
    const double total = static_cast<double>(seating.sorted[0]) + static_cast<double>(seating.sorted[players - 1]);
    for (std::size_t i = 0; i < players; ++i) {
        const double part = players == 1 ? 1.0 : static_cast<double>(seating.sorted[i]) / total;
        const double other = players == 1 ? 0.0 : heads[1 - i];
        write(static_cast<int>(i), 0, part * ((rules.own ? heads[i] : 0.0) + (rules.own ? 1.0 : rules.share) * other));
    }
    return {.error = 0x1p-50 * heads_of(heads)};
}

template <class Chips>
std::vector<double> by_rank(const Seating<Chips>& seating, std::span<const double> heads) {
    std::vector<double> ranked;
    for (const std::size_t seat : seating.seat) ranked.push_back(heads[seat]);
    return ranked;
}

}  // namespace

template <class Chips>
Report dcm_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules, Limits limits,
                  std::span<double> income, Watch& watch) {
    const Seating<Chips> seating(stacks);
    const std::vector<double> ranked = by_rank(seating, heads);
    std::ranges::fill(income, 0.0);
    const auto write = [&](int rank, int, double won) { income[seating.seat[static_cast<std::size_t>(rank)]] = won; };
    if (seating.players() < 3) return without_search(seating, ranked, rules, write);
    if (heads_of(ranked) == 0.0) return {};
    return search_lanes<1>(seating, ranked, rules, limits, watch, write);
}

template <class Chips>
Report dcm_heads(std::span<const Chips> stacks, HeadRules rules, Limits limits, std::span<double> matrix,
                 Watch& watch) {
    const Seating<Chips> seating(stacks);
    const std::size_t players = seating.sorted.size(), lanes = players < 3 ? 1 : kLanes;
    std::ranges::fill(matrix, 0.0);
    Report all;
    for (std::size_t first = 0; first < players && all.finished; first += lanes) {
        std::vector<double> units(lanes * players);
        for (std::size_t l = 0; l < lanes && first + l < players; ++l) units[l * players + first + l] = 1.0;
        const auto write = [&](int rank, int lane, double won) {
            const std::size_t head = first + static_cast<std::size_t>(lane);
            if (head >= players) return;
            matrix[seating.seat[static_cast<std::size_t>(rank)] * stacks.size() + seating.seat[head]] = won;
        };
        const Report some = players < 3 ? without_search(seating, units, rules, write)
                                        : search_lanes<kLanes>(seating, units, rules, limits, watch, write);
        all = {std::max(all.error, some.error), all.work + some.work, some.finished};
    }
    return all;
}

template Report dcm_income<std::int64_t>(std::span<const std::int64_t>, std::span<const double>, HeadRules, Limits,
                                         std::span<double>, Watch&);
template Report dcm_heads<std::int64_t>(std::span<const std::int64_t>, HeadRules, Limits, std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report dcm_income<WideChips>(std::span<const WideChips>, std::span<const double>, HeadRules, Limits,
                                      std::span<double>, Watch&);
template Report dcm_heads<WideChips>(std::span<const WideChips>, HeadRules, Limits, std::span<double>, Watch&);
#endif

}  // namespace finaltable
