#include "dcm/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "dcm/answers.hpp"
#include "dcm/budget.hpp"
#include "dcm/places.hpp"
#include "dcm/search.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

template <class Chips>
using ProofSearch = Search<Chips, PlaceBook<Chips, UnresolvedFrontier>>;

// Search until `unresolved_now()` meets the tolerance. The first threshold is on the safe side, so that one run is
// nearly always enough.
template <class Chips, class Unresolved>
Report search_until(ProofSearch<Chips>& search, Limits limits, Unresolved unresolved_now) {
    const TreeCost& cost = TreeCost::of(search.book().players());
    const double allowed = std::max(0.0, limits.tolerance - cost.rounding());
    double threshold = std::max(limits.least_threshold, cost.threshold_for(allowed));
    for (;;) {
        const std::uint64_t nodes_before = search.book().nodes();
        search.run(threshold);
        const double reached = unresolved_now();
        if (search.stopped() || reached <= allowed || threshold <= limits.least_threshold) break;
        // A node loses about a unit to rounding down. If most of the unresolved probability is that, a longer search
        // loses more.
        if (static_cast<double>(search.book().nodes() - nodes_before) * kUnit > 0.5 * reached) break;
        threshold = std::max(limits.least_threshold, threshold * std::min(0.5, 0.7 * allowed / reached));
    }
    return {.work = search.book().nodes(), .finished = !search.stopped()};
}

// The report with the error of its matrix.
Report with_error(Report report, std::span<const double> unresolved) {
    report.error = *std::ranges::max_element(unresolved) + unit_rounding(unresolved.size());
    return report;
}

template <class Chips>
void write_finish(const ProofSearch<Chips>& search, const Seating<Chips>& seating, std::size_t width,
                  std::span<double> finish, std::span<double> unresolved) {
    const Ledger<Chips>& ledger = search.book().ledger();
    for (int i = 0; i < seating.players(); ++i) {
        const std::size_t seat = seating.seat[static_cast<std::size_t>(i)];
        unresolved[seat] = finish_error(ledger, i);
        for (int place = 0; place < seating.players(); ++place) {
            finish[seat * width + static_cast<std::size_t>(place)] = finish_probability(ledger, i, place);
        }
    }
}

template <class Chips>
void write_heads_up(const Seating<Chips>& seating, std::size_t width, std::span<double> finish) {
    const double total = static_cast<double>(seating.sorted[0]) + static_cast<double>(seating.sorted[1]);
    for (std::size_t i = 0; i < 2; ++i) {
        finish[seating.seat[i] * width] = static_cast<double>(seating.sorted[i]) / total;
        finish[seating.seat[i] * width + 1] = static_cast<double>(seating.sorted[1 - i]) / total;
    }
}

}  // namespace

template <class Chips>
Report dcm_finish(std::span<const Chips> stacks, Limits limits, std::span<double> finish, std::span<double> unresolved,
                  Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    std::ranges::fill(unresolved, 0.0);
    const Seating<Chips> seating(stacks);
    seating.write_out_players(finish);
    if (seating.players() == 1) {
        finish[seating.seat[0] * width] = 1.0;
        return with_error({}, unresolved);
    }
    if (seating.players() == 2) {
        write_heads_up(seating, width, finish);
        return with_error({}, unresolved);
    }
    UnresolvedFrontier frontier;
    ProofSearch<Chips> search(seating.sorted, {seating.sorted, false, frontier}, watch);
    const Report report = search_until(search, limits, [&] { return largest_finish_error(search.book().ledger()); });
    write_finish(search, seating, width, finish, unresolved);
    return with_error(report, unresolved);
}

template <class Chips>
Report dcm_knockouts(std::span<const Chips> stacks, Limits limits, std::span<double> knockouts,
                     std::span<double> unresolved, Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(knockouts, 0.0);
    std::ranges::fill(unresolved, 0.0);
    const Seating<Chips> seating(stacks);
    const int players = seating.players();
    if (players == 1) return with_error({}, unresolved);
    if (players == 2) {
        const double total = static_cast<double>(seating.sorted[0]) + static_cast<double>(seating.sorted[1]);
        for (std::size_t i = 0; i < 2; ++i) {
            knockouts[seating.seat[i] * width + seating.seat[1 - i]] = static_cast<double>(seating.sorted[i]) / total;
        }
        return with_error({}, unresolved);
    }
    UnresolvedFrontier frontier;
    ProofSearch<Chips> search(seating.sorted, {seating.sorted, true, frontier}, watch);
    const auto unresolved_in_column = [&](int loser) {
        double left = 1.0 - search.book().ledger().win(loser);
        for (int i = 0; i < players; ++i) left -= search.book().ledger().knockout(i, loser);
        return std::max(0.0, left);
    };
    const Report report = search_until(search, limits, [&] {
        double largest = 0.0;
        for (int j = 0; j < players; ++j) largest = std::max(largest, unresolved_in_column(j));
        return largest;
    });
    for (int j = 0; j < players; ++j) {
        const std::size_t loser = seating.seat[static_cast<std::size_t>(j)];
        const double loses = 1.0 - search.book().ledger().win(j);
        unresolved[loser] = unresolved_in_column(j);
        const double scale = loses > unresolved[loser] ? loses / (loses - unresolved[loser]) : 0.0;
        for (int i = 0; i < players; ++i) {
            knockouts[seating.seat[static_cast<std::size_t>(i)] * width + loser] =
                scale * search.book().ledger().knockout(i, j);
        }
    }
    return with_error(report, unresolved);
}

template Report dcm_finish<std::int64_t>(std::span<const std::int64_t>, Limits, std::span<double>, std::span<double>,
                                         Watch&);
template Report dcm_knockouts<std::int64_t>(std::span<const std::int64_t>, Limits, std::span<double>, std::span<double>,
                                            Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report dcm_finish<WideChips>(std::span<const WideChips>, Limits, std::span<double>, std::span<double>, Watch&);
template Report dcm_knockouts<WideChips>(std::span<const WideChips>, Limits, std::span<double>, std::span<double>,
                                         Watch&);
#endif

}  // namespace finaltable
