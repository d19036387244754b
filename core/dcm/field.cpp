#include "dcm/field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "dcm/mass.hpp"
#include "dcm/replicates.hpp"
#include "dcm/tournament.hpp"
#include "support/seating.hpp"
#include "support/unseen.hpp"

namespace finaltable {
namespace {

// Counts runs of players i..j who bust in places i + shift..j + shift. The larger the shift, the fewer players are
// left: a line is only as long as its runs need, so that a large field starts with little memory.
class Runs {
public:
    // Only players before `players` are counted.
    explicit Runs(std::size_t players) : players_(players), change_(2) {}

    void add(std::size_t begin, std::size_t end, std::size_t shift) {
        if (shift >= change_.size()) [[unlikely]]
            change_.resize(shift + 1);
        std::vector<std::int32_t>& line = change_[shift];
        const std::size_t last = std::min(end, players_);
        if (last >= line.size()) [[unlikely]]
            line.resize(last + 1);
        ++line[begin];
        --line[last];
    }

    // Call use(player, place, times) for all counts, and clear them.
    template <class Use>
    void flush(Use use) {
        for (std::size_t shift = 0; shift < change_.size(); ++shift) {
            std::int64_t times = 0;
            for (std::size_t i = 0; i < change_[shift].size(); ++i) {
                times += std::exchange(change_[shift][i], 0);
                if (times != 0) use(i, i + shift, static_cast<double>(times));
            }
        }
    }

private:
    std::size_t players_;
    std::vector<std::vector<std::int32_t>> change_;  // a line for every shift
};

// Money without first prizes; `payouts` must outlive it.
class Purse {
public:
    Purse(std::size_t players, std::span<const double> payouts)
        : runs_(std::min(players, payouts.size())), payouts_(payouts), money_(players), paid_(payouts.size()) {}

    void run(std::size_t begin, std::size_t end, std::size_t shift) {
        if (begin + shift < paid_) runs_.add(begin, end, shift);
    }
    void one(std::size_t player, std::size_t place, double probability) {
        if (place < paid_ && place > 0) money_[player] += probability * payouts_[place];
    }
    void collect(std::span<double> sums) {
        runs_.flush([&](std::size_t player, std::size_t place, double times) { one(player, place, times); });
        for (std::size_t i = 0; i < money_.size(); ++i) sums[i] += std::exchange(money_[i], 0.0);
    }

private:
    Runs runs_;
    std::span<const double> payouts_;
    std::vector<double> money_;
    std::size_t paid_;
};

// Counts how often each player ended in each of the first places, in integers, so that the order of additions does not
// matter. It stores runs and single players until they are collected: a matrix per replicate would be too large.
class PlaceCount {
public:
    static constexpr double kUnit = 1.0 / (1 << 30);

    PlaceCount(std::size_t players, std::size_t places) : runs_(std::min(players, places)), places_(places) {}

    void run(std::size_t begin, std::size_t end, std::size_t shift) {
        if (begin + shift < places_) runs_.add(begin, end, shift);
    }
    void one(std::size_t player, std::size_t place, double probability) {
        if (place < places_) singles_.push_back({player * places_ + place, std::llround(probability / kUnit)});
    }
    void collect(std::span<std::int64_t> sums) {
        runs_.flush([&](std::size_t player, std::size_t place, double times) { one(player, place, times); });
        for (const Single& single : singles_) sums[single.entry] += single.units;
        singles_.clear();
    }

private:
    struct Single {
        std::size_t entry;
        std::int64_t units;
    };

    Runs runs_;
    std::size_t places_;
    std::vector<Single> singles_;
};

// Average over players with equal stacks; each player has `width` numbers.
template <class Chips>
void average_equals(const Field<Chips>& field, std::span<double> values, std::size_t width) {
    for (std::size_t i = 0; i < field.players; i = field.start[i].last + 1) {
        const std::size_t size = field.start[i].last - i + 1;
        for (std::size_t k = 0; k < width && size > 1; ++k) {
            double sum = 0.0;
            for (std::size_t j = 0; j < size; ++j) sum += values[(i + j) * width + k];
            for (std::size_t j = 0; j < size; ++j) values[(i + j) * width + k] = sum / static_cast<double>(size);
        }
    }
}

// Mean and standard error over the replicates, player by player, without first prizes.
template <class Chips>
void mean_and_error(const Field<Chips>& field, const Replicates& replicates,
                    const std::vector<std::vector<double>>& sums, std::vector<double>& mean,
                    std::vector<double>& error) {
    std::ranges::fill(mean, 0.0);
    std::ranges::fill(error, 0.0);
    std::vector<double> money(field.players);
    for (std::size_t r = 0; r < kReplicates; ++r) {
        const auto played = static_cast<double>(replicates.played(r));
        for (std::size_t i = 0; i < field.players; ++i) money[i] = sums[r][i] / played;
        average_equals(field, money, 1);
        for (std::size_t i = 0; i < field.players; ++i) {  // Welford: the mean and the sum of squares in one pass
            const double off = money[i] - mean[i];
            mean[i] += off / static_cast<double>(r + 1);
            error[i] += off * (money[i] - mean[i]);
        }
    }
    for (double& squares : error) squares = std::sqrt(squares / (kReplicates * (kReplicates - 1)));
}

// Largest difference between prizes below the first: the effect of an event that was not drawn. First places are chip
// share; if all stacks are equal, all else is known by symmetry.
template <class Chips>
double spread_below_first(const Field<Chips>& field, std::span<const double> payouts) {
    const bool all_level = field.start[0].last + 1 == field.players;
    if (field.players <= 2 || payouts.size() <= 1 || all_level) return 0.0;
    const auto [least, most] = std::ranges::minmax(payouts.subspan(1));
    return most - (payouts.size() < field.players ? 0.0 : least);
}

}  // namespace

template <class Chips>
Report field_equities(std::span<const Chips> stacks, std::span<const double> payouts, Limits limits,
                      std::span<double> equities, std::span<double> standard_errors, Watch& watch) {
    const Seating<Chips> seating(stacks);
    const Field<Chips> field(seating.sorted);
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    const double spread = spread_below_first(field, payouts);
    Replicates replicates(limits);
    std::vector<std::vector<double>> sums(kReplicates, std::vector<double>(field.players));
    std::vector<double> mean(field.players), error(field.players);
    const auto make = [&] { return Purse(field.players, payouts); };
    const auto collect = [&](std::size_t r, Purse& purse) { purse.collect(sums[r]); };
    const auto error_of = [&](double standard_error) {
        return sampling_error(standard_error, spread, static_cast<double>(replicates.played()));
    };

    ProgressWatch pass(watch);
    const auto enough = [&](std::uint64_t target, std::uint64_t most) {
        mean_and_error(field, replicates, sums, mean, error);
        const double reached = error_of(*std::ranges::max_element(error));
        pass.set(static_cast<double>(target) / static_cast<double>(most), pool > 0.0 ? reached / pool : 0.0);
        return reached <= limits.tolerance;
    };
    Report report = replicates.play(field, limits, pass, make, collect, enough);
    mean_and_error(field, replicates, sums, mean, error);
    report.error = error_of(*std::ranges::max_element(error)) + kSummation * pool;

    const double total = static_cast<double>(field.total());
    double missing = pool, scatter = 0.0;
    for (std::size_t i = 0; i < field.players; ++i) {
        mean[i] += payouts.empty() ? 0.0 : payouts[0] * static_cast<double>(field.start[i].stack) / total;
        missing -= mean[i];
        scatter += error[i] * error[i];
    }
    for (std::size_t i = 0; i < field.players; ++i) {
        // The pool is known: the missing amount goes to the equities with the largest errors.
        const double part = scatter > 0.0 ? error[i] * error[i] / scatter : 0.0;
        equities[seating.seat[i]] = mean[i] + missing * part;
        standard_errors[seating.seat[i]] = error[i];
    }
    return report;
}

template <class Chips>
Report field_finish(std::span<const Chips> stacks, std::size_t places, Limits limits, std::span<double> finish,
                    Watch& watch) {
    const Seating<Chips> seating(stacks);
    const Field<Chips> field(seating.sorted);
    Replicates replicates(limits);
    std::vector<std::int64_t> times(field.players * places);
    std::mutex adding;
    const auto make = [&] { return PlaceCount(field.players, places); };
    const auto collect = [&](std::size_t, PlaceCount& count) {
        const std::lock_guard lock(adding);
        count.collect(times);
    };
    ProgressWatch pass(watch);
    const auto enough = [&](std::uint64_t target, std::uint64_t most) {
        pass.set(static_cast<double>(target) / static_cast<double>(most), 1.0 / std::sqrt(static_cast<double>(target)));
        return false;
    };
    Report report = replicates.play(field, limits, pass, make, collect, enough);

    std::vector<double> counted(times.size());
    const double unit = PlaceCount::kUnit / static_cast<double>(report.work);
    for (std::size_t i = 0; i < times.size(); ++i) counted[i] = static_cast<double>(times[i]) * unit;
    average_equals(field, counted, places);
    const double total = static_cast<double>(field.total());
    for (std::size_t i = 0; i < field.players; ++i) {
        const std::span<double> row(counted.data() + i * places, places);
        row[0] = static_cast<double>(field.start[i].stack) / total;
        const double others = std::accumulate(row.begin() + 1, row.end(), 0.0);
        // If all places are counted, the row must sum to one.
        const double scale = places == field.players && others > 0.0 ? (1.0 - row[0]) / others : 1.0;
        for (std::size_t k = 0; k < places; ++k) {
            finish[seating.seat[i] * places + k] = k == 0 ? row[0] : scale * row[k];
        }
    }
    report.error = (field.players > 2 ? sampled_probability_error(finish, static_cast<double>(report.work)) : 0.0) +
                   unit_rounding(field.players);
    return report;
}

template Report field_equities<std::int64_t>(std::span<const std::int64_t>, std::span<const double>, Limits,
                                             std::span<double>, std::span<double>, Watch&);
template Report field_finish<std::int64_t>(std::span<const std::int64_t>, std::size_t, Limits, std::span<double>,
                                           Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report field_equities<WideChips>(std::span<const WideChips>, std::span<const double>, Limits,
                                          std::span<double>, std::span<double>, Watch&);
template Report field_finish<WideChips>(std::span<const WideChips>, std::size_t, Limits, std::span<double>, Watch&);
#endif

}  // namespace finaltable
