#include "dcm/hybrid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "dcm/budget.hpp"
#include "dcm/places.hpp"
#include "dcm/search.hpp"
#include "support/random.hpp"
#include "support/seating.hpp"
#include "support/unseen.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kReplicates = 32;
constexpr int kThreePlayerHands = 6;  // solved exactly before hands are drawn
constexpr std::uint64_t kFewPaths = 2'000;

// Receives every branch that is cut off, and plays some of them on at random.
template <class Chips>
class SamplingFrontier {
public:
    static constexpr bool kUnrolls = true;

    SamplingFrontier(std::size_t players, Limits limits)
        : players_(players), own_cells_(cells_of(static_cast<int>(players))), random_(limits.seed, 0),
          booked_(kReplicates * players * players) {
        const double unresolved = TreeCost::of(static_cast<int>(players)).unresolved_at(limits.least_threshold);
        const double paths = std::max(1.0, static_cast<double>(limits.tournaments));
        const double wanted = unresolved * static_cast<double>(kReplicates) / paths;
        distance_ = static_cast<Mass>(std::clamp(wanted, 1e-17, 0.5) * static_cast<double>(kOne));
        for (std::size_t r = 0; r < kReplicates; ++r) start_[r] = {below(random_.bits(), distance_), r};
        std::ranges::sort(start_, {}, &Start::at);
        next_ = start_[0].at;
    }

    void stop() { next_ = std::numeric_limits<Mass>::max(); }

    void cut_hand(PlaceView<Chips> hand, Mass mass) {
        const Mass end = passed_ + mass;
        while (next_ < end) {
            stack_.assign(hand.stack, hand.stack + hand.players);
            line_.clear();
            for (int i = 0; i < hand.players; ++i) line_.push_back(hand.seat[i] / own_cells_ * players_);
            play_path();
        }
        passed_ = end;
    }

    std::uint64_t paths() const { return paths_; }
    double path() const { return probability(distance_) / kReplicates; }

    // Probability of `place` (2 is the third) from one replicate's paths, averaged over the players first..last, who
    // hold equal stacks.
    double sampled(std::size_t replicate, std::size_t first, std::size_t last, std::size_t place) const {
        double sum = 0.0;
        for (std::size_t i = first; i <= last; ++i) {
            sum += probability(booked_[(replicate * players_ + i) * players_ + place]);
        }
        return sum / static_cast<double>(last - first + 1);
    }

private:
    struct Start {
        Mass at;
        std::size_t replicate;
    };

    // Play the hand in stack_ and line_ to its end for the current replicate; the players may be in any order.
    void play_path() {
        Mass* book = &booked_[start_[turn_].replicate * players_ * players_];
        while (stack_.size() > 3) play_hand(book);
        if (stack_.size() == 3) third_place(book);
        ++paths_;
        if (++turn_ == kReplicates) {
            turn_ = 0;
            round_ += distance_;
        }
        next_ = round_ + start_[turn_].at;
    }

    // Draw a winner. Players with no more chips than the winner are out, ranked by stack; equal stacks share places.
    void play_hand(Mass* book) {
        const std::size_t winner = static_cast<std::size_t>(below(random_.bits(), stack_.size()));
        const Chips stack = stack_[winner];
        Chips won = 0;
        for (std::size_t i = 0; i < stack_.size(); ++i) {
            won += std::min(stack, stack_[i]);
            if (i == winner || stack_[i] > stack) continue;
            std::size_t above = 0, level = 0;  // relative to this player; the winner counts as above
            for (std::size_t j = 0; j < stack_.size(); ++j) {
                above += stack_[j] > stack_[i] || j == winner;
                level += stack_[j] == stack_[i] && j != winner;
            }
            for (std::size_t place = above; place < above + level; ++place) book[line_[i] + place] += distance_ / level;
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < stack_.size(); ++i) {
            if (i != winner && stack_[i] <= stack) continue;
            line_[kept] = line_[i];
            stack_[kept++] = i == winner ? won : stack_[i] - stack;
        }
        stack_.resize(kept);
        line_.resize(kept);
    }

    void third_place(Mass* book) {
        Mass mass = distance_;
        for (int hand = 0;; ++hand) {
            const Chips least = std::min({stack_[0], stack_[1], stack_[2]});
            const auto tied = static_cast<Mass>(std::ranges::count(stack_, least));
            const bool exact = hand < kThreePlayerHands;
            const bool over = tied > 1 || (!exact && below(random_.bits(), 3) > 0);
            const Mass each = over ? mass / tied : exact ? mass / 3 * 2 : 0;
            for (std::size_t i = 0; i < 3; ++i) {
                const bool shortest = stack_[i] == least;
                if (shortest) book[line_[i] + 2] += each;
                stack_[i] = shortest ? 3 * least : stack_[i] - least;
            }
            if (over) return;
            if (exact) mass /= 3;
        }
    }

    std::size_t players_;
    std::size_t own_cells_;  // of a player in the ledger of the search
    Random random_;
    std::vector<Chips> stack_;
    std::vector<std::size_t> line_;  // where a player's places begin in booked_, for one replicate
    std::vector<Mass> booked_;       // replicate, player, place
    Mass distance_;
    std::array<Start, kReplicates> start_{};
    std::size_t turn_ = 0;
    Mass round_ = 0;
    Mass next_ = 0;
    Mass passed_ = 0;
    std::uint64_t paths_ = 0;
};

using PerReplicate = std::array<double, kReplicates>;

double mean(const PerReplicate& values) { return std::accumulate(values.begin(), values.end(), 0.0) / kReplicates; }

double standard_error(const PerReplicate& values) {
    const double middle = mean(values);
    double squares = 0.0;
    for (const double value : values) squares += (value - middle) * (value - middle);
    return std::sqrt(squares / (kReplicates * (kReplicates - 1)));
}

}  // namespace

double SampledPart::error(double standard_error, double spread) const {
    if (paths < kFewPaths) return unresolved * spread;
    const double lost = kLostPerNode * static_cast<double>(nodes);  // to rounding down
    return std::min(lost * spread + sampling_error(standard_error, path * spread, 1.0), unresolved * spread);
}

template <class Chips>
Report hybrid_finish(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                     std::span<double> finish, std::span<double> standard_errors, Watch& watch) {
    const Seating<Chips> seating(stacks);
    const std::size_t players = seating.sorted.size();
    SamplingFrontier<Chips> frontier(players, limits);
    using Places = PlaceBook<Chips, SamplingFrontier<Chips>>;
    Search<Chips, Places> search(seating.sorted, Places(seating.sorted, 2, frontier), watch);
    const auto& ledger = search.book().ledger();
    search.run(limits.least_threshold);

    const auto paying = [&](std::size_t place) { return place < payouts.size() ? payouts[place] : 0.0; };
    std::vector<double> pooled(players * players);
    double finish_error = 0.0;  // the largest standard error
    for (std::size_t i = 0; i < players; ++i) {
        const auto equal = std::ranges::equal_range(seating.sorted, seating.sorted[i], std::greater<>{});
        const auto first = static_cast<std::size_t>(equal.begin() - seating.sorted.begin());
        const std::size_t last = first + equal.size() - 1;
        // Place 2 is the remainder: a place counts the difference of its prize from the second.
        PerReplicate money{}, second{};
        for (std::size_t place = 2; place < players; ++place) {
            PerReplicate sampled;
            for (std::size_t r = 0; r < kReplicates; ++r) sampled[r] = frontier.sampled(r, first, last, place);
            for (std::size_t r = 0; r < kReplicates; ++r) money[r] += sampled[r] * (paying(place) - paying(1));
            for (std::size_t r = 0; r < kReplicates; ++r) second[r] += sampled[r];
            pooled[i * players + place] = mean(sampled);
            finish_error = std::max(finish_error, standard_error(sampled));
        }
        finish_error = std::max(finish_error, standard_error(second));
        standard_errors[seating.seat[i]] = standard_error(money);
    }
    std::vector<double> second(players);
    for (std::size_t i = 0; i < players; ++i) second[i] = 1.0 - ledger.win(static_cast<int>(i));
    for (std::size_t place = 2; place < players; ++place) {
        // The missing probability of a place is exact: the sample only distributes it among the players.
        double lacking = 1.0, sampled = 0.0;
        for (std::size_t i = 0; i < players; ++i) {
            lacking -= ledger.booked(static_cast<int>(i), static_cast<int>(place));
            sampled += pooled[i * players + place];
        }
        for (std::size_t i = 0; i < players; ++i) {
            const double part =
                sampled > 0.0 ? pooled[i * players + place] / sampled : 1.0 / static_cast<double>(players);
            const double value =
                ledger.booked(static_cast<int>(i), static_cast<int>(place)) + std::max(0.0, lacking) * part;
            finish[seating.seat[i] * players + place] = value;
            second[i] -= value;
        }
    }
    for (std::size_t i = 0; i < players; ++i) {
        finish[seating.seat[i] * players] = ledger.win(static_cast<int>(i));
        finish[seating.seat[i] * players + 1] = std::max(0.0, second[i]);
    }
    double least = paying(players - 1), most = least, pool = paying(0);
    for (std::size_t place = 1; place < players; ++place) {
        least = std::min(least, paying(place));
        most = std::max(most, paying(place));
        pool += paying(place);
    }
    const SampledPart sampled{frontier.path(), ledger.unresolved(2), ledger.nodes(), frontier.paths()};
    const double rounding = unit_rounding(players);
    const double largest = *std::ranges::max_element(standard_errors);
    return {.error = sampled.error(largest, most - least) + rounding * pool,
            .work = sampled.nodes + sampled.paths,
            .finished = !search.stopped(),
            .finish_error = sampled.error(finish_error, 1.0) + rounding};
}

template Report hybrid_finish<std::int64_t>(std::span<const std::int64_t>, std::span<const double>, Limits,
                                            std::span<double>, std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report hybrid_finish<WideChips>(std::span<const WideChips>, std::span<const double>, Limits, std::span<double>,
                                         std::span<double>, Watch&);
#endif

}  // namespace finaltable
