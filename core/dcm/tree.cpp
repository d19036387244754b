#include "dcm/tree.hpp"

#include <algorithm>
#include <vector>

#include "dcm/budget.hpp"
#include "dcm/finish_matrix.hpp"
#include "dcm/knockouts.hpp"
#include "dcm/places.hpp"
#include "dcm/search.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

// The usual error of a search is that of finish probabilities times this.
constexpr double kFinish = 1.0, kKnockouts = 4.5;

// Search until `error_now()` meets the tolerance. The first threshold is on the safe side, so that one run is nearly
// always enough.
template <class Chips, Book<Chips> Kept, class Error>
Report search_until(Search<Chips, Kept>& search, Limits limits, double times, Error error_now) {
    const int players = search.book().players();
    const double usual = times * (0.04 + 0.5 / players);  // relative to what is unresolved without merging
    double threshold = std::max(limits.least_threshold, TreeCost::of(players).threshold_for(limits.tolerance / usual));
    for (;;) {
        const std::uint64_t nodes_before = search.book().nodes();
        search.run(threshold);
        const double reached = error_now();
        const bool enough = reached <= limits.tolerance || threshold <= limits.least_threshold;
        // If most of the error is lost by rounding, a longer search loses more.
        const double lost = static_cast<double>(search.book().nodes() - nodes_before) * kUnit;
        if (search.stopped() || enough || lost > 0.5 * reached) {
            return {.error = reached, .work = search.book().nodes(), .finished = !search.stopped()};
        }
        threshold = std::max(limits.least_threshold, threshold * std::min(0.5, 0.7 * limits.tolerance / reached));
    }
}

template <class Chips>
Report search_finish(const Seating<Chips>& seating, std::size_t width, Limits limits, std::span<double> finish,
                     Watch& watch) {
    UnresolvedFrontier frontier;
    Search<Chips, PlaceBook<Chips, UnresolvedFrontier>> search(seating.sorted, {seating.sorted, 2, frontier}, watch);
    return search_until(search, limits, kFinish, [&] {
        const FinishMatrix matrix = finish_matrix(CellChances(search.book().ledger()));
        matrix.write(seating.seat, width, finish);
        return std::max(matrix.error, matrix.error_below);
    });
}

// The missing part of a column is distributed like the part that was found.
template <class Chips>
Report search_knockouts(const Seating<Chips>& seating, std::size_t width, Limits limits, std::span<double> knockouts,
                        Watch& watch) {
    Search<Chips, KnockoutBook<Chips>> search(seating.sorted, KnockoutBook<Chips>(seating.sorted), watch);
    const KnockoutBook<Chips>& book = search.book();
    const Report report = search_until(search, limits, kKnockouts, [&] { return book.unresolved(); });
    for (int loser = 0; loser < book.players(); ++loser) {
        const double loses = book.loses(loser), found = loses - book.unresolved(loser);
        for (int winner = 0; winner < book.players(); ++winner) {
            const std::size_t row = seating.seat[static_cast<std::size_t>(winner)];
            knockouts[row * width + seating.seat[static_cast<std::size_t>(loser)]] =
                found > 0.0 ? book.knockout(winner, loser) * loses / found : 0.0;
        }
    }
    return report;
}

// Run `search` for a tolerance that leaves room for rounding.
template <class Search>
Report with_rounding(std::size_t players, Limits limits, Search search) {
    const double rounding = unit_rounding(players);
    limits.tolerance = std::max(0.0, limits.tolerance - rounding);
    Report report = search(limits);
    report.error += rounding;
    return report;
}

// A player's share of the chips of two.
template <class Chips>
double share_of_two(const Seating<Chips>& seating, std::size_t i) {
    const double other = static_cast<double>(seating.sorted[1 - i]), own = static_cast<double>(seating.sorted[i]);
    return own / (own + other);
}

}  // namespace

template <class Chips>
Report dcm_finish(std::span<const Chips> stacks, Limits limits, std::span<double> finish, Watch& watch) {
    const std::size_t width = stacks.size();
    const Seating<Chips> seating(stacks);
    std::ranges::fill(finish, 0.0);
    seating.write_out_players(finish);
    return with_rounding(width, limits, [&](Limits within) -> Report {
        if (seating.players() > 2) return search_finish(seating, width, within, finish, watch);
        if (seating.players() == 1) finish[seating.seat[0] * width] = 1.0;
        for (std::size_t i = 0; i < 2 && seating.players() == 2; ++i) {
            finish[seating.seat[i] * width] = share_of_two(seating, i);
            finish[seating.seat[i] * width + 1] = share_of_two(seating, 1 - i);
        }
        return {};
    });
}

template <class Chips>
Report dcm_knockouts(std::span<const Chips> stacks, Limits limits, std::span<double> knockouts, Watch& watch) {
    const std::size_t width = stacks.size();
    const Seating<Chips> seating(stacks);
    std::ranges::fill(knockouts, 0.0);
    return with_rounding(width, limits, [&](Limits within) -> Report {
        if (seating.players() > 2) return search_knockouts(seating, width, within, knockouts, watch);
        for (std::size_t i = 0; i < 2 && seating.players() == 2; ++i) {
            knockouts[seating.seat[i] * width + seating.seat[1 - i]] = share_of_two(seating, i);
        }
        return {};
    });
}

template Report dcm_finish<std::int64_t>(std::span<const std::int64_t>, Limits, std::span<double>, Watch&);
template Report dcm_knockouts<std::int64_t>(std::span<const std::int64_t>, Limits, std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report dcm_finish<WideChips>(std::span<const WideChips>, Limits, std::span<double>, Watch&);
template Report dcm_knockouts<WideChips>(std::span<const WideChips>, Limits, std::span<double>, Watch&);
#endif

}  // namespace finaltable
