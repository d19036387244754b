#include "dcm/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "dcm/answers.hpp"
#include "dcm/places.hpp"
#include "dcm/search.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

template <class Chips>
using ProofSearch = Search<Chips, PlaceBook<Chips, UnresolvedFrontier>>;

// Search until `unresolved_now()` meets the tolerance. A threshold from tree_cost is on the safe side, so that the first run
// is nearly always the last.
template <class Chips, class Unresolved>
TreeReport search_until(ProofSearch<Chips>& search, TreeLimits limits, Unresolved unresolved_now) {
    double threshold = limits.threshold;
    for (;;) {
        const std::uint64_t nodes_before = search.book().ledger().nodes();
        search.run(threshold);
        const double reached = unresolved_now();
        if (search.stopped() || reached <= limits.tolerance) break;
        // A node loses about a unit to rounding down. Where that is most of what is unresolved, going on only loses more.
        if (static_cast<double>(search.book().ledger().nodes() - nodes_before) * kUnit > 0.5 * reached) break;
        threshold *= std::min(0.5, 0.7 * limits.tolerance / reached);
    }
    return {search.book().ledger().nodes(), !search.stopped()};
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
TreeReport dcm_finish(std::span<const Chips> stacks, TreeLimits limits, std::span<double> finish,
                      std::span<double> unresolved, Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    std::ranges::fill(unresolved, 0.0);
    const Seating<Chips> seating(stacks);
    seating.write_out_players(finish);
    if (seating.players() == 1) {
        finish[seating.seat[0] * width] = 1.0;
        return {};
    }
    if (seating.players() == 2) {
        write_heads_up(seating, width, finish);
        return {};
    }
    UnresolvedFrontier frontier;
    ProofSearch<Chips> search(seating.sorted, {seating.sorted, false, frontier}, watch);
    const TreeReport report =
        search_until(search, limits, [&] { return largest_finish_error(search.book().ledger()); });
    write_finish(search, seating, width, finish, unresolved);
    return report;
}

template <class Chips>
TreeReport dcm_knockouts(std::span<const Chips> stacks, TreeLimits limits, std::span<double> knockouts,
                         std::span<double> unresolved, Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(knockouts, 0.0);
    std::ranges::fill(unresolved, 0.0);
    const Seating<Chips> seating(stacks);
    const int players = seating.players();
    if (players == 1) return {};
    if (players == 2) {
        const double total = static_cast<double>(seating.sorted[0]) + static_cast<double>(seating.sorted[1]);
        for (std::size_t i = 0; i < 2; ++i) {
            knockouts[seating.seat[i] * width + seating.seat[1 - i]] = static_cast<double>(seating.sorted[i]) / total;
        }
        return {};
    }
    UnresolvedFrontier frontier;
    ProofSearch<Chips> search(seating.sorted, {seating.sorted, true, frontier}, watch);
    const auto unresolved_in_column = [&](int loser) {
        double left = 1.0 - search.book().ledger().win(loser);
        for (int i = 0; i < players; ++i) left -= search.book().ledger().knockout(i, loser);
        return std::max(0.0, left);
    };
    const TreeReport report = search_until(search, limits, [&] {
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
    return report;
}

template TreeReport dcm_finish<std::int64_t>(std::span<const std::int64_t>, TreeLimits, std::span<double>,
                                             std::span<double>, Watch&);
template TreeReport dcm_knockouts<std::int64_t>(std::span<const std::int64_t>, TreeLimits, std::span<double>,
                                                std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template TreeReport dcm_finish<WideChips>(std::span<const WideChips>, TreeLimits, std::span<double>, std::span<double>,
                                          Watch&);
template TreeReport dcm_knockouts<WideChips>(std::span<const WideChips>, TreeLimits, std::span<double>,
                                             std::span<double>, Watch&);
#endif

}  // namespace finaltable
