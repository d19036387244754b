#include "icm/heads.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "icm/subsets.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

// Factors by place: the player in place m (from 0) wins wins[m] * loses[k] of the bounty on the player in a later
// place k.
struct Places {
    Places(std::size_t players, HeadRules rules) : wins(players), loses(players) {
        double passed_on = 1.0;  // growth of the value of a bounty on the way to this place
        for (std::size_t place = 0; place < players; ++place) {
            const double better = static_cast<double>(place);
            if (place > 0) {
                loses[place] = passed_on / better;
                passed_on *= (better + 1.0 - rules.share) / better;
            }
            wins[place] = (place == 0 && rules.own ? 1.0 : rules.share) / passed_on;
        }
    }

    std::vector<double> wins, loses;
};

class Heads {
public:
    Heads(const Seating<double>& seating, HeadRules rules)
        : own_(rules.own), subsets_(seating.sorted), places_(seating.sorted.size(), rules), later_(subsets_.all() + 1) {
    }

    // Income of every player for these bounties, both by rank.
    void income(std::span<const double> heads, std::span<double> income) {
        find_later(heads);
        for (std::size_t i = 0; i < income.size(); ++i) {
            income[i] = own_ ? heads[i] * subsets_.stack(i) / subsets_.chips(subsets_.all()) : 0.0;
        }
        subsets_.for_each_next([&](PlayerSet set, std::size_t next, double probability) {
            income[next] += probability * places_.wins[place_after(set)] * later_[set | PlayerSet{1} << next];
        });
    }

private:
    static std::size_t place_after(PlayerSet set) { return static_cast<std::size_t>(std::popcount(set)); }

    // later[set]: bounties that players outside the subset, which fills the first places, lose to one of its players.
    void find_later(std::span<const double> heads) {
        later_[subsets_.all()] = 0.0;
        for (PlayerSet set = subsets_.all(); set-- > 0;) {
            const double loses = places_.loses[place_after(set)];
            double sum = 0.0;
            for_each_player(subsets_.others(set), [&](std::size_t next) {
                sum += subsets_.stack(next) * (loses * heads[next] + later_[set | PlayerSet{1} << next]);
            });
            later_[set] = sum / subsets_.chips(subsets_.others(set));
        }
    }

    bool own_;
    Subsets subsets_;
    Places places_;
    std::vector<double> later_;
};

// The rounding relative to all bounties, and the number of terms of both sums. All terms are positive: the probability
// of a subset, a player's share of the other chips, two factors of places, and a sum over later places. Both sums have
// one step per player, each with at most as many terms and chips.
Report report_for(std::size_t players) {
    const auto n = static_cast<double>(players);
    const double subsets = std::ldexp(1.0, static_cast<int>(players) - 1);
    return {.error = (2.0 * n * n + 8.0 * n + subsets + 16.0) * 0x1p-52, .work = std::uint64_t{players} << players};
}

}  // namespace

Report icm_income(std::span<const double> stacks, std::span<const double> heads, HeadRules rules,
                  std::span<double> income) {
    const Seating<double> seating(stacks);
    std::vector<double> by_rank, won(seating.sorted.size());
    for (const std::size_t seat : seating.seat) by_rank.push_back(heads[seat]);
    Heads(seating, rules).income(by_rank, won);
    std::ranges::fill(income, 0.0);
    for (std::size_t rank = 0; rank < won.size(); ++rank) income[seating.seat[rank]] = won[rank];
    Report report = report_for(won.size());
    report.error *= std::accumulate(by_rank.begin(), by_rank.end(), 0.0);
    return report;
}

Report icm_heads(std::span<const double> stacks, HeadRules rules, std::span<double> matrix) {
    const Seating<double> seating(stacks);
    const std::size_t players = seating.sorted.size();
    Heads subsets(seating, rules);
    std::vector<double> won(players);
    std::ranges::fill(matrix, 0.0);
    for (std::size_t head = 0; head < players; ++head) {
        std::vector<double> unit(players);
        unit[head] = 1.0;
        subsets.income(unit, won);
        for (std::size_t rank = 0; rank < players; ++rank) {
            matrix[seating.seat[rank] * stacks.size() + seating.seat[head]] = won[rank];
        }
    }
    Report report = report_for(players);
    report.work *= players;
    return report;
}

}  // namespace finaltable
