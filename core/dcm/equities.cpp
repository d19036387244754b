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
#include "dcm/places.hpp"
#include "dcm/plan.hpp"
#include "dcm/search.hpp"
#include "support/parallel.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr double kTopThreshold = 1.0 / 512;  // branches at least this probable are explored first, on one thread

constexpr double kNodesToShare = 50'000;  // a smaller search ends before a second thread starts

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

// Collects the branches that are cut, to be explored later.
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
    EquitySearch(std::span<const Chips> sorted, Limits limits, Watch& watch)
        : sorted_(sorted), limits_(limits), watch_(watch), ledger_(sorted, false) {}

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
        Proof search(sorted_, {sorted_, false, frontier}, watch_);
        search.run(threshold);
        ledger_.add(search.book().ledger());
        finished_ = !search.stopped();
    }

    // The branches, and the order in which they are added up, do not depend on the number of threads.
    void run_in_branches(double threshold) {
        KeptFrontier<Chips> kept;
        Search<Chips, PlaceBook<Chips, KeptFrontier<Chips>>> top(sorted_, {sorted_, false, kept}, watch_);
        top.run(std::max(threshold, kTopThreshold));
        top.book().explore_what_was_left();
        ledger_.add(top.book().ledger());
        std::vector<Ledger<Chips>> found(kept.branches.size(), Ledger<Chips>(sorted_, false));
        BranchWatch all(watch_, kOne - total_mass(kept.branches));
        finished_ = parallel_for(found.size(), limits_.threads, all, [&](std::size_t b, Watch& own) {
            UnresolvedFrontier frontier;
            Proof search(sorted_, {sorted_, false, frontier}, own);
            search.begin(threshold);
            Branch<Chips>& branch = kept.branches[b];
            search.explore({branch.stack.data(), branch.line.data(), static_cast<int>(branch.stack.size())},
                           branch.mass);
            found[b] = search.book().ledger();
            all.explored(branch.mass);
        });
        for (const Ledger<Chips>& part : found) ledger_.add(part);
    }

    std::span<const Chips> sorted_;
    Limits limits_;
    Watch& watch_;
    Ledger<Chips> ledger_;
    bool finished_ = true;
};

// The probability of winning is chip share. With two players, or equal prizes below the first, nothing else matters.
template <class Chips>
void write_shares(const Seating<Chips>& seating, std::span<const double> payouts, std::span<double> equities) {
    const Ledger<Chips> ledger(seating.sorted, false);
    const double others = payouts.size() > 1 ? payouts[1] : 0.0;
    for (int i = 0; i < seating.players(); ++i) {
        const double win = ledger.win(i);
        equities[seating.seat[static_cast<std::size_t>(i)]] = win * payouts[0] + (1.0 - win) * others;
    }
}

template <class Chips>
void write_finish(const Ledger<Chips>& ledger, const Seating<Chips>& seating, std::span<double> finish) {
    const std::size_t width = seating.seat.size() + seating.out.size();
    std::ranges::fill(finish, 0.0);
    seating.write_out_players(finish);
    for (int i = 0; i < seating.players(); ++i) {
        double* row = &finish[seating.seat[static_cast<std::size_t>(i)] * width];
        for (int place = 0; place < seating.players(); ++place) row[place] = finish_probability(ledger, i, place);
    }
}

}  // namespace

template <class Chips>
Report dcm_equities(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                    std::span<double> equities, std::span<double> finish, Watch& watch) {
    const Seating<Chips> seating(stacks);
    seating.write_out_equities(payouts, equities);
    const std::span<const double> prizes = payouts.first(seating.sorted.size());
    const OpenPrizes open(prizes);
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    const double rounding = unit_rounding(stacks.size()), slack = rounding * pool;
    if (seating.players() < 3 || open.spread() == 0.0) {
        write_shares(seating, prizes, equities);
        return {.error = slack, .finish_error = 1.0 + rounding};
    }
    const double allowed = limits.tolerance * pool - slack;
    const SearchTable& table = SearchTable::of(seating.players());
    EquitySearch<Chips> search(seating.sorted, limits, watch);
    SearchPlan plan = table.plan(open, search.ledger().win(0), allowed);
    double reached = 0.0;
    std::uint64_t nodes = 0;
    for (;;) {
        search.run(plan);
        nodes += search.ledger().nodes();
        reached = equity_error(search.ledger(), open);
        if (!search.finished() || reached <= allowed) break;
        // A node loses about a unit to rounding down. If most of the unresolved probability is that, a longer search
        // loses more.
        if (static_cast<double>(search.ledger().nodes()) * kUnit * open.spread() > 0.5 * reached) break;
        plan.threshold *= std::min(0.8, std::pow(0.95 * allowed / reached, 1.3));
    }
    for (int i = 0; i < seating.players(); ++i) {
        equities[seating.seat[static_cast<std::size_t>(i)]] = equity(search.ledger(), prizes, open, i);
    }
    if (!finish.empty()) write_finish(search.ledger(), seating, finish);
    return {reached + slack, nodes, search.finished(), largest_finish_error(search.ledger()) + rounding};
}

template Report dcm_equities<std::int64_t>(std::span<const std::int64_t>, std::span<const double>, Limits,
                                           std::span<double>, std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report dcm_equities<WideChips>(std::span<const WideChips>, std::span<const double>, Limits, std::span<double>,
                                        std::span<double>, Watch&);
#endif

}  // namespace finaltable
