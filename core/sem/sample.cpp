#include "sem/sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sem/tree.hpp"
#include "support/parallel.hpp"
#include "support/random.hpp"
#include "support/seating.hpp"
#include "support/unseen.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kStreams = 16;                     // each with separate random numbers and sums
constexpr std::uint64_t kLeastPass = 2, kFirstPass = 8;  // tournaments of a stream

// Number of players solved exactly at the end: this takes about as long as drawing all the others.
std::size_t last_of(std::size_t players) {
    const std::size_t last = players < 20 ? 5 : players < 45 ? 6 : players < 100 ? 7 : 8;
    return std::min(last, players);
}

// Sums of one stream of tournaments. Money is without first prizes, which are known.
struct Sums {
    explicit Sums(std::size_t players) : money(players), squares(players), finish(players * players) {}

    std::vector<double> money, squares, finish;
    std::uint64_t played = 0;
};

// Plays tournaments without allocations in between.
class Eliminations {
public:
    Eliminations(const std::vector<double>& start, std::span<const double> payouts, SemKernel kernel, Sums& sums)
        : start_(start), payouts_(payouts), kernel_(kernel), walks_(walk_functions(kernel)),
          add_weights_(add_weights_function(kernel)), sums_(sums), last_(last_of(start.size())), stacks_(start.size()),
          totals_(start.size()), rates_(start.size()), who_(start.size()) {}

    void play(Random& random) {
        std::ranges::copy(start_, stacks_.begin());
        std::iota(who_.begin(), who_.end(), std::size_t{0});
        for (left_ = start_.size(); left_ > last_; --left_) eliminate(draw(random));
        solve_last();
        ++sums_.played;
    }

private:
    // The index of the next player to bust.
    std::size_t draw(Random& random) {
        std::fill_n(totals_.begin(), left_, 0.0);
        add_weights_(stacks_.data(), left_, totals_.data());
        double all = 0.0;
        for (std::size_t i = 0; i < left_; ++i) all += rates_[i] = totals_[i] / stacks_[i];
        double rest = all * (static_cast<double>(random.bits() >> 11) * 0x1p-53);
        std::size_t out = 0;
        while (out + 1 < left_ && rest >= rates_[out]) rest -= rates_[out++];
        return out;
    }

    void eliminate(std::size_t out) {
        const double chips = stacks_[out], per_weight = chips / totals_[out];
        book(who_[out], left_ - 1, 1.0);
        pay(who_[out], payouts_[left_ - 1]);
        with_kernel(kernel_, [&]<class Kernel>(Kernel) {
            for (std::size_t j = 0; j < left_; ++j) {
                double resistance;
                Kernel::resist(chips, stacks_[j], resistance);
                stacks_[j] += per_weight / resistance;
            }
        });
        std::shift_left(stacks_.begin() + static_cast<std::ptrdiff_t>(out),
                        stacks_.begin() + static_cast<std::ptrdiff_t>(left_), 1);
        std::shift_left(who_.begin() + static_cast<std::ptrdiff_t>(out),
                        who_.begin() + static_cast<std::ptrdiff_t>(left_), 1);
    }

    void solve_last() {
        static constexpr std::uint8_t seats[kMaxSemPlayers] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        PlaceSums places;
        walks_[last_](stacks_.data(), seats, 1.0, 2, places);
        const double total =
            std::accumulate(stacks_.begin(), stacks_.begin() + static_cast<std::ptrdiff_t>(last_), 0.0);
        for (std::size_t i = 0; i < last_; ++i) {
            double second = 1.0 - stacks_[i] / total, money = 0.0;
            for (std::size_t place = last_; place > 2; --place) {
                const double chance = places.of[place][i];
                book(who_[i], place - 1, chance);
                money += chance * payouts_[place - 1];
                second -= chance;
            }
            book(who_[i], 1, second);
            pay(who_[i], money + second * payouts_[1]);
        }
    }

    void book(std::size_t player, std::size_t place, double chance) {
        sums_.finish[player * start_.size() + place] += chance;
    }

    void pay(std::size_t player, double money) {
        sums_.money[player] += money;
        sums_.squares[player] += money * money;
    }

    const std::vector<double>& start_;
    std::span<const double> payouts_;
    SemKernel kernel_;
    const WalkFunctions& walks_;
    AddWeights add_weights_;
    Sums& sums_;
    std::size_t last_, left_ = 0;
    std::vector<double> stacks_, totals_, rates_;
    std::vector<std::size_t> who_;
};

class Streams {
public:
    Streams(const std::vector<double>& start, std::span<const double> payouts, SemKernel kernel, Limits limits)
        : start_(start), payouts_(payouts), kernel_(kernel), limits_(limits), sums_(kStreams, Sums(start.size())) {
        for (std::size_t s = 0; s < kStreams; ++s) random_.emplace_back(limits.seed, s);
    }

    // Continue until every stream has played this many tournaments.
    bool play_until(std::uint64_t tournaments, Watch& watch) {
        return parallel_for(kStreams, limits_.threads, watch, [&](std::size_t s, Watch& own) {
            Eliminations eliminations(start_, payouts_, kernel_, sums_[s]);
            while (sums_[s].played < tournaments && own.keep_going(0.0, 1.0)) eliminations.play(random_[s]);
        });
    }

    std::uint64_t played() const {
        std::uint64_t all = 0;
        for (const Sums& sums : sums_) all += sums.played;
        return all;
    }

    // The sum of all streams, in their order.
    Sums together() const {
        Sums all(start_.size());
        for (const Sums& sums : sums_) {
            for (std::size_t i = 0; i < all.money.size(); ++i) all.money[i] += sums.money[i];
            for (std::size_t i = 0; i < all.squares.size(); ++i) all.squares[i] += sums.squares[i];
            for (std::size_t i = 0; i < all.finish.size(); ++i) all.finish[i] += sums.finish[i];
            all.played += sums.played;
        }
        return all;
    }

private:
    const std::vector<double>& start_;
    std::span<const double> payouts_;
    SemKernel kernel_;
    Limits limits_;
    std::vector<Sums> sums_;
    std::vector<Random> random_;
};

double standard_error(const Sums& sums, std::size_t player) {
    const auto played = static_cast<double>(sums.played);
    const double mean = sums.money[player] / played;
    const double variance = std::max(sums.squares[player] / played - mean * mean, 0.0);
    return std::sqrt(variance / (played - 1.0));
}

double largest_error(const Sums& sums) {
    double largest = 0.0;
    for (std::size_t i = 0; i < sums.money.size(); ++i) largest = std::max(largest, standard_error(sums, i));
    return largest;
}

// Average over equal stacks; the scatter of one of them is more than that of their mean.
void average_equals(const std::vector<double>& sorted, double* values, std::size_t stride) {
    for (std::size_t first = 0, end; first < sorted.size(); first = end) {
        double all = 0.0;
        for (end = first; end < sorted.size() && sorted[end] == sorted[first]; ++end) all += values[end * stride];
        for (std::size_t i = first; i < end; ++i) values[i * stride] = all / static_cast<double>(end - first);
    }
}

// The largest effect of an event that was never drawn.
double spread_below_first(std::span<const double> payouts) {
    const auto [least, most] = std::ranges::minmax(payouts.subspan(1));
    return most - least;
}

}  // namespace

Report sem_sample(std::span<const double> stacks, std::span<const double> payouts, SemKernel kernel, Limits limits,
                  SemSample sample, Watch& watch) {
    const Seating<double> seating(stacks);
    const std::vector<double> sorted = centred(seating.sorted);
    const std::size_t players = sorted.size();
    const bool level = sorted.front() == sorted.back();  // then all is known by symmetry
    const double spread = level ? 0.0 : spread_below_first(payouts);
    Streams streams(sorted, payouts, kernel, limits);
    const auto error_of = [&](const Sums& sums) {
        return sampling_error(level ? 0.0 : largest_error(sums), spread, static_cast<double>(sums.played));
    };

    Report report;
    NoWatch unwatched;
    streams.play_until(kLeastPass, unwatched);
    const std::uint64_t most = std::max(kFirstPass, limits.tournaments / kStreams);
    ProgressWatch pass(watch);
    for (std::uint64_t target = kFirstPass;; target = std::min(4 * target, most)) {
        report.finished = streams.play_until(target, pass);
        const double reached = error_of(streams.together());
        pass.set(static_cast<double>(target) / static_cast<double>(most), reached);
        if (!report.finished || target >= most || reached <= limits.tolerance) break;
    }
    report.work = streams.played();

    Sums all = streams.together();
    report.error = error_of(all) + kSummation * std::accumulate(payouts.begin(), payouts.end(), 0.0);
    for (std::size_t i = 0; i < players; ++i)
        sample.standard_errors[seating.seat[i]] = level ? 0.0 : standard_error(all, i);
    average_equals(sorted, all.money.data(), 1);
    for (std::size_t place = 0; place < players; ++place) average_equals(sorted, all.finish.data() + place, players);
    const double total = std::accumulate(sorted.rbegin(), sorted.rend(), 0.0);
    const auto played = static_cast<double>(all.played);
    for (std::size_t i = 0; i < players; ++i) {
        const double share = sorted[i] / total;
        sample.equities[seating.seat[i]] = payouts[0] * share + all.money[i] / played;
        for (std::size_t place = 0; place < players; ++place) {
            sample.finish[seating.seat[i] * players + place] = all.finish[i * players + place] / played;
        }
        sample.finish[seating.seat[i] * players] = share;
        const std::span<const double> below_first = sample.finish.subspan(seating.seat[i] * players + 1, players - 1);
        report.finish_error = std::max(report.finish_error, sampled_probability_error(below_first, played));
    }
    return report;
}

}  // namespace finaltable
