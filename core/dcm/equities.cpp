#include "dcm/equities.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "dcm/answers.hpp"
#include "dcm/finish_matrix.hpp"
#include "dcm/places.hpp"
#include "dcm/plan.hpp"
#include "dcm/search.hpp"
#include "support/parallel.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr double kTopThreshold = 1.0 / 512;  // hands at least this probable are explored first, on one thread

constexpr double kNodesToShare = 30'000;  // a smaller search ends before a second thread starts

template <class Chips>
struct Branch {
    std::vector<Chips> stack;
    std::vector<Line> line;
    Mass mass;
};

template <class Chips>
Mass total_mass(const std::vector<Branch<Chips>>& branches) {
    return std::accumulate(branches.begin(), branches.end(), Mass{0},
                           [](Mass sum, const Branch<Chips>& branch) { return sum + branch.mass; });
}

// Collects the hands that are cut, to be explored later.
template <class Chips>
class KeptFrontier {
public:
    static constexpr bool kUnrolls = false;

    void stop() {}

    // The players may come in any order and are sorted here.
    void cut_hand(PlaceView<Chips> hand, Mass mass) {
        Branch<Chips> branch{{}, {}, mass};
        for (int i = 0; i < hand.players; ++i) {
            const auto at = std::ranges::upper_bound(branch.stack, hand.stack[i], std::greater<>{});
            branch.line.insert(branch.line.begin() + (at - branch.stack.begin()), hand.seat[i]);
            branch.stack.insert(at, hand.stack[i]);
        }
        branches.push_back(std::move(branch));
    }

    std::vector<Branch<Chips>> branches;
};

// Reports the progress of all branches together.
class BranchWatch final : public Watch {
public:
    BranchWatch(Watch& watch, Mass explored) : watch_(watch), explored_(explored) {}

    void explored(Mass mass) { explored_ += mass; }
    bool keep_going(double, double) override {
        const double done = std::min(1.0, probability(explored_));
        return watch_.keep_going(done, 1.0 - done);
    }

private:
    Watch& watch_;
    std::atomic<Mass> explored_;
};

template <class Chips>
class EquitySearch {
public:
    // Hands with no more than `open` players need no search.
    EquitySearch(std::span<const Chips> sorted, int open, Limits limits, Watch& watch)
        : sorted_(sorted), open_(open), limits_(limits), watch_(watch), ledger_(sorted) {}

    // Expand every node at least as probable as the threshold of the plan.
    void run(SearchPlan plan) {
        ledger_.clear();
        if (plan.nodes < kNodesToShare) {
            run_at_once(plan.threshold);
        } else {
            run_in_branches(plan.threshold);
        }
    }

    const Ledger<Chips>& ledger() const { return ledger_; }
    bool finished() const { return finished_; }

private:
    using Proof = Search<Chips, PlaceBook<Chips, UnresolvedFrontier>>;

    void run_at_once(double threshold) {
        UnresolvedFrontier frontier;
        Proof search(sorted_, {sorted_, open_, frontier}, watch_);
        search.run(threshold);
        ledger_.add(search.book().ledger());
        finished_ = !search.stopped();
    }

    // The branches do not depend on the number of threads, and sums of integers not on their order. Each thread takes
    // one branch after the other.
    void run_in_branches(double threshold) {
        KeptFrontier<Chips> kept;
        Search<Chips, PlaceBook<Chips, KeptFrontier<Chips>>> top(sorted_, {sorted_, open_, kept}, watch_);
        top.run(std::max(threshold, kTopThreshold));
        top.book().ledger().forget_left();
        ledger_.add(top.book().ledger());
        BranchWatch all(watch_, kOne - total_mass(kept.branches));
        std::atomic<std::size_t> next{0};
        const std::size_t threads = std::clamp<std::size_t>(limits_.threads, 1, kept.branches.size());
        std::vector<Ledger<Chips>> found(threads, ledger_);
        finished_ = parallel_for(threads, limits_.threads, all, [&](std::size_t thread, Watch& own) {
            UnresolvedFrontier frontier;
            Proof search(sorted_, {sorted_, open_, frontier}, own);
            search.begin(threshold);
            for (std::size_t b = next++; b < kept.branches.size(); b = next++) {
                const Branch<Chips>& branch = kept.branches[b];
                search.explore(branch.stack, branch.line, branch.mass);
                all.explored(branch.mass);
            }
            found[thread] = search.book().ledger();
        });
        for (const Ledger<Chips>& part : found) ledger_.add(part);
    }

    std::span<const Chips> sorted_;
    int open_;
    Limits limits_;
    Watch& watch_;
    Ledger<Chips> ledger_;
    bool finished_ = true;
};

// The prizes of players with chips, and how much each place pays less than the second.
struct Losses {
    explicit Losses(std::span<const double> payouts) : prizes(payouts), by_place(payouts.size()) {
        for (std::size_t place = 2; place < payouts.size(); ++place) {
            by_place[place] = payouts[1] - payouts[place];
            if (by_place[place] != 0.0 && open == 0) open = static_cast<int>(place);
            least = std::min(least, by_place[place]);
            most = std::max(most, by_place[place]);
        }
    }

    std::span<const double> prizes;
    std::vector<double> by_place;
    int open = 0;  // the first place that pays another prize than the second; 0 if none does
    double least = 0.0, most = 0.0;
};

// The probability of winning is chip share. With two players, or equal prizes below the first, nothing else matters.
template <class Chips>
double paid_for_top_two(const Ledger<Chips>& ledger, std::span<const double> prizes, int player) {
    const double win = ledger.win(player), second = prizes.size() > 1 ? prizes[1] : 0.0;
    return win * prizes[0] + (1.0 - win) * second;
}

// Equities by rank, and their error.
template <class Chips>
std::pair<std::vector<double>, double> equities_of(const CellChances<Chips>& chances, const Losses& losses,
                                                   const CellBounds& bounds) {
    const Ledger<Chips>& ledger = chances.ledger;
    std::vector<Interval> intervals = losses_of(chances, bounds, ledger.lost(losses.open), {losses.least, losses.most});
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const double top = paid_for_top_two(ledger, losses.prizes, static_cast<int>(i));
        intervals[i] = {top - intervals[i].most, top - intervals[i].least};
    }
    std::vector<double> points = points_of(intervals, std::accumulate(losses.prizes.begin(), losses.prizes.end(), 0.0));
    double error = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) error = std::max(error, intervals[i].error(points[i]));
    return {std::move(points), error};
}

}  // namespace

template <class Chips>
Report dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                    std::span<double> equities, std::span<double> finish, Watch& watch) {
    const Seating<Chips> seating(stacks);
    seating.write_out_equities(payouts, equities);
    const Losses losses(payouts.first(seating.sorted.size()));
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    const double rounding = unit_rounding(stacks.size()), slack = rounding * pool;
    EquitySearch<Chips> search(seating.sorted, losses.open, limits, watch);
    const auto write = [&](int player, double equity) {
        equities[seating.seat[static_cast<std::size_t>(player)]] = equity;
    };
    if (losses.open == 0) {
        for (int i = 0; i < seating.players(); ++i) write(i, paid_for_top_two(search.ledger(), losses.prizes, i));
        return {.error = slack, .finish_error = 1.0 + rounding};
    }
    const double allowed = limits.tolerance * pool - slack;
    const CellBounds bounds(losses.by_place);
    SearchPlan plan = SearchTable::of(seating.players()).plan(bounds, losses.open, search.ledger().win(0), allowed);
    for (;;) {
        search.run(plan);
        const CellChances chances(search.ledger());
        const auto [values, error] = equities_of(chances, losses, bounds);
        const double lost = search.ledger().lost(losses.open) * (losses.most - losses.least);
        // If most of the error is lost by rounding, a longer search loses more.
        if (search.finished() && error > allowed && lost < 0.5 * error) {
            plan.threshold *= std::min(0.8, std::pow(0.95 * allowed / error, 1.3));
            continue;
        }
        for (int i = 0; i < seating.players(); ++i) write(i, values[static_cast<std::size_t>(i)]);
        Report report{error + slack, search.ledger().nodes(), search.finished(), 1.0 + rounding};
        if (!finish.empty() && losses.open == 2 && least_error(chances) <= limits.finish_tolerance) {
            const FinishMatrix matrix = finish_matrix(chances);
            std::ranges::fill(finish, 0.0);
            seating.write_out_players(finish);
            matrix.write(seating.seat, stacks.size(), finish);
            report.finish_error = matrix.error + rounding;
        }
        return report;
    }
}

template Report dcm_equities<std::int64_t>(std::span<const std::int64_t>, std::span<const double>, Limits,
                                           std::span<double>, std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report dcm_equities<WideChips>(std::span<const WideChips>, std::span<const double>, Limits, std::span<double>,
                                        std::span<double>, Watch&);
#endif

}  // namespace finaltable
