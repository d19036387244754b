#include "dcm/head_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "dcm/replicates.hpp"
#include "dcm/tournament.hpp"
#include "support/seating.hpp"
#include "support/unseen.hpp"

namespace finaltable {
namespace {

// Bounties, hand after hand. Starting players still have their first bounties, so that those of a run of players are a
// difference of two sums.
class HeadPurse {
public:
    static constexpr std::size_t kNoStarter = std::numeric_limits<std::size_t>::max();

    // `up_to[i]` is the sum of the bounties on the first i players.
    HeadPurse(std::span<const double> heads, std::span<const double> up_to, HeadRules rules)
        : start_(heads), up_to_(up_to), rules_(rules), money_(heads.size()), head_(heads.size()), name_(heads.size()) {}

    // A past winner is stored under the first player with an equal starting stack; `starter` is the real player.
    void win(std::size_t player, std::size_t starter, std::size_t begin, std::size_t end) {
        double taken = begin < end ? up_to_[end] - up_to_[begin] : 0.0;
        if (starter != kNoStarter) {
            name_[player] = starter;
            head_[player] = start_[starter];
            taken -= start_[starter];
        }
        pay(player, std::max(0.0, taken));
    }
    void take(std::size_t player, std::size_t out) { pay(player, head_[out]); }
    void enter(std::size_t player) {
        name_[player] = player;
        head_[player] = start_[player];
    }
    void heads_up(std::size_t player, std::size_t other, double part) {
        const double taken = rules_.own ? 1.0 : rules_.share, own = rules_.own ? 1.0 : 0.0;
        money_[name_[player]] += part * (own * head_[player] + taken * head_[other]);
        money_[name_[other]] += (1.0 - part) * (own * head_[other] + taken * head_[player]);
    }
    void last(std::size_t player) {
        if (rules_.own) money_[name_[player]] += head_[player];
    }

    void collect(std::span<double> sums) {
        for (std::size_t i = 0; i < money_.size(); ++i) sums[i] += std::exchange(money_[i], 0.0);
    }

private:
    void pay(std::size_t player, double taken) {
        money_[name_[player]] += rules_.share * taken;
        head_[player] += (1.0 - rules_.share) * taken;
    }

    std::span<const double> start_, up_to_;
    HeadRules rules_;
    std::vector<double> money_;
    std::vector<double> head_;       // bounties on past winners
    std::vector<std::size_t> name_;  // their real players
};

// Mean and standard error over the replicates, player by player.
void mean_and_error(const Replicates& replicates, const std::vector<std::vector<double>>& sums, std::span<double> mean,
                    std::span<double> error) {
    std::ranges::fill(mean, 0.0);
    std::ranges::fill(error, 0.0);
    for (std::size_t r = 0; r < kReplicates; ++r) {
        for (std::size_t i = 0; i < mean.size(); ++i) {  // Welford: the mean and the sum of squares in one pass
            const double money = sums[r][i] / static_cast<double>(replicates.played(r));
            const double off = money - mean[i];
            mean[i] += off / static_cast<double>(r + 1);
            error[i] += off * (money - mean[i]);
        }
    }
    for (double& squares : error) squares = std::sqrt(squares / (kReplicates * (kReplicates - 1)));
}

}  // namespace

template <class Chips>
Report field_income(std::span<const Chips> stacks, std::span<const double> heads, HeadRules rules, Limits limits,
                    std::span<double> income, std::span<double> standard_errors, Watch& watch) {
    const Seating<Chips> seating(stacks);
    const Field<Chips> field(seating.sorted);
    std::vector<double> ranked(field.players), up_to(field.players + 1), mean(field.players), error(field.players);
    for (std::size_t i = 0; i < field.players; ++i) ranked[i] = heads[seating.seat[i]];
    std::partial_sum(ranked.begin(), ranked.end(), up_to.begin() + 1);
    Replicates replicates(limits);
    std::vector<std::vector<double>> sums(kReplicates, std::vector<double>(field.players));
    const auto make = [&] { return HeadPurse(ranked, up_to, rules); };
    const auto collect = [&](std::size_t r, HeadPurse& purse) { purse.collect(sums[r]); };
    // An event that was not drawn can bring a player all bounties.
    const double all = field.players > 2 ? up_to.back() : 0.0;
    const auto error_of = [&](double standard_error) {
        return sampling_error(standard_error, all, static_cast<double>(replicates.played()));
    };

    ProgressWatch pass(watch);
    const auto enough = [&](std::uint64_t target, std::uint64_t most) {
        mean_and_error(replicates, sums, mean, error);
        const double reached = error_of(*std::ranges::max_element(error));
        pass.set(static_cast<double>(target) / static_cast<double>(most), all > 0.0 ? reached / all : 0.0);
        return reached <= limits.tolerance;
    };
    Report report = replicates.play(field, limits, pass, make, collect, enough);
    mean_and_error(replicates, sums, mean, error);
    report.error = error_of(*std::ranges::max_element(error)) + kSummation * up_to.back();
    for (std::size_t i = 0; i < field.players; ++i) {
        income[seating.seat[i]] = mean[i];
        standard_errors[seating.seat[i]] = error[i];
    }
    return report;
}

template Report field_income<std::int64_t>(std::span<const std::int64_t>, std::span<const double>, HeadRules, Limits,
                                           std::span<double>, std::span<double>, Watch&);
#if FINALTABLE_WIDE_CHIPS
template Report field_income<WideChips>(std::span<const WideChips>, std::span<const double>, HeadRules, Limits,
                                        std::span<double>, std::span<double>, Watch&);
#endif

}  // namespace finaltable
