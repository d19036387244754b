#include "spots/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "support/unseen.hpp"

namespace finaltable {
namespace {

constexpr std::int64_t kMostPots = 64;  // times the chips in play: upper limit of the search for dead chips

Ranks without_hero(const Ranks& ranks) { return {ranks.begin() + 1, ranks.end()}; }

Ranks with_hero(int hero, const Ranks& others, int moved) {
    Ranks found{hero};
    for (const int rank : others) found.push_back(rank + moved);
    return found;
}

// The given orders, and those in which hero beats or loses to all others, and which no drawn board showed.
std::vector<Ranks> all_orders(const Spot& spot) {
    std::vector<Ranks> found;
    std::set<Ranks> known;
    const auto add = [&](const Ranks& ranks) {
        if (known.insert(ranks).second) found.push_back(ranks);
    };
    for (const SeenOrder& order : spot.orders) add(order.ranks);
    if (spot.boards == 0.0) return found;
    for (const SeenOrder& order : spot.orders) {
        const Ranks others = dense(without_hero(order.ranks));
        add(with_hero(std::ranges::max(others) + 1, others, 0));
        add(with_hero(0, others, 1));
    }
    return found;
}

// The equity at which calling is worth as much as folding, at a given rate of ties.
double find_break_even(double fold, const std::array<double, 3>& ends, double ties) {
    const auto [win, tie, lose] = ends;
    const double low = ties * tie + (1.0 - ties) * lose, high = (1.0 - ties) * win + ties * tie;
    if (low >= fold) return 0.0;
    return high <= fold ? kNone : ties / 2.0 + (1.0 - ties) * (fold - low) / (high - low);
}

// Chips in the main pot, in whole chips.
std::int64_t main_pot(const Spot& spot, const std::vector<HandChips>& put_in, const Seats& players) {
    HandChips level = put_in[players.front()], pot = spot.dead;
    for (const std::size_t seat : players) level = std::min(level, put_in[seat]);
    for (const HandChips put : put_in) pot += std::min(put, level);
    return static_cast<std::int64_t>(pot / spot.whole);
}

Seats shown(const Spot& spot) {
    Seats found{spot.hero};
    found.insert(found.end(), spot.all_in.begin(), spot.all_in.end());
    return found;
}

// The values of all ends; each is computed once.
class Judge {
public:
    Judge(const Spot& spot, const Value& value) : spot_(spot), value_(value) {}

    Worth worth(const After& after) {
        auto [place, added] = known_.try_emplace({after.stacks, after.heads});
        if (added) place->second = value_(after.stacks, after.heads);
        Worth found = place->second;
        found.cash = after.cash.empty() ? 0.0 : after.cash[spot_.hero];
        return found;
    }

    Worth worth(bool calls, const Ranks& ranks) {
        return worth(after_hand(spot_, calls, calls ? ranks : without_hero(ranks)));
    }

    // The mean of a function of the order.
    template <class Of>
    double mean(Of of) const {
        double sum = 0.0;
        for (const SeenOrder& order : spot_.orders) sum += order.chance * of(order.ranks);
        return sum;
    }

    // Calling minus folding in a game for the prizes alone, with chips added to the main pot.
    double difference_with(std::int64_t chips) {
        const HandChips extra = chips * spot_.whole;
        return mean([&](const Ranks& ranks) {
            const After called = after_hand(spot_, true, ranks, extra);
            const After folded = after_hand(spot_, false, without_hero(ranks), extra);
            return worth({called.stacks, {}, {}}).prizes - worth({folded.stacks, {}, {}}).prizes;
        });
    }

    // Doubles the number of dead chips until the difference is reached, then bisects.
    double dead_chips(double wanted, double error) {
        const double now = difference_with(0);
        if (std::abs(now - wanted) <= error) return 0.0;
        const std::int64_t sign = now < wanted ? 1 : -1;
        const std::int64_t most = sign > 0 ? kMostPots * all_chips() : smaller_main_pot();
        const auto passed = [&](std::int64_t chips) {
            return static_cast<double>(sign) * (difference_with(sign * chips) - wanted) >= 0.0;
        };
        std::int64_t low = 0, high = 1;
        while (!passed(std::min(high, most))) {
            if (high >= most) return kNone;
            low = std::exchange(high, 2 * high);
        }
        high = std::min(high, most);
        while (high - low > 1) {
            const std::int64_t middle = (low + high) / 2;
            (passed(middle) ? high : low) = middle;
        }
        return static_cast<double>(sign * high);
    }

private:
    std::int64_t all_chips() const {
        HandChips sum = 0;
        for (const HandChips chips : spot_.chips) sum += chips;
        return static_cast<std::int64_t>(sum / spot_.whole);
    }

    std::int64_t smaller_main_pot() const {
        return std::min(main_pot(spot_, spot_.posted, spot_.all_in), main_pot(spot_, spot_.put_in, shown(spot_)));
    }

    const Spot& spot_;
    const Value& value_;
    std::map<std::pair<std::vector<HandChips>, std::vector<double>>, Worth> known_;
};

// The error of the mean of call minus fold from drawn boards.
double sampled(const Spot& spot, const Judge& judge, const std::map<Ranks, double>& apart) {
    if (spot.boards == 0.0) return 0.0;
    const auto at = [&](const Ranks& ranks) { return apart.at(ranks); };
    const double mean = judge.mean(at);
    const double variance = judge.mean([&](const Ranks& ranks) { return at(ranks) * at(ranks); }) - mean * mean;
    const auto [least, most] = std::ranges::minmax_element(apart, {}, [](const auto& one) { return one.second; });
    return sampling_error(std::sqrt(std::max(0.0, variance) / spot.boards), most->second - least->second, spot.boards);
}

void add_bounties(const Spot& spot, Judge& judge, const std::array<Worth, 3>& ends, double ties, Verdict& verdict) {
    const auto mean = [&](bool calls, double Worth::* part) {
        return judge.mean([&](const Ranks& ranks) { return judge.worth(calls, ranks).*part; });
    };
    const double fold = mean(false, &Worth::prizes);
    verdict.prizes = mean(true, &Worth::prizes) - fold;
    verdict.cash = mean(true, &Worth::cash);
    verdict.later_fold = mean(false, &Worth::later);
    verdict.later_call = mean(true, &Worth::later);
    verdict.onto_head = judge.mean([&](const Ranks& ranks) {
        const After after = after_hand(spot, true, ranks);
        return after.stacks[spot.hero] == 0 ? 0.0 : after.heads[spot.hero] - spot.bounties.heads[spot.hero];
    });
    if (spot.all_in.size() == 1) {
        verdict.break_even_without = find_break_even(fold, {ends[0].prizes, ends[1].prizes, ends[2].prizes}, ties);
    }
    verdict.chips = judge.dead_chips(verdict.call - verdict.fold, verdict.error);
}

}  // namespace

After after_hand(const Spot& spot, bool calls, const Ranks& ranks, HandChips extra) {
    const Showing showing{calls ? shown(spot) : spot.all_in,
                          spot.chips,
                          calls ? spot.put_in : spot.posted,
                          spot.dead,
                          spot.dead_from,
                          extra,
                          spot.whole,
                          spot.first};
    Settled settled = settle(showing, ranks);
    if (spot.bounties.heads.empty()) return {std::move(settled.stacks), {}, {}};
    PaidBounties paid = take_bounties(spot.bounties, settled.taken);
    return {std::move(settled.stacks), std::move(paid.heads), std::move(paid.cash)};
}

Verdict judge(const Spot& spot, const Value& value) {
    Judge judge(spot, value);
    std::map<Ranks, double> apart;
    double call_error = 0.0, fold_error = 0.0;
    for (const Ranks& ranks : all_orders(spot)) {
        const Worth called = judge.worth(true, ranks), folded = judge.worth(false, ranks);
        apart[ranks] = called.total() - folded.total();
        call_error = std::max(call_error, called.error);
        fold_error = std::max(fold_error, folded.error);
    }
    const auto mean = [&](bool calls) {
        return judge.mean([&](const Ranks& ranks) { return judge.worth(calls, ranks).total(); });
    };
    const double error = call_error + fold_error + sampled(spot, judge, apart);
    Verdict verdict{mean(false), mean(true), error, {kNone, kNone, kNone}, kNone, 0, 0, 0, 0, 0, kNone, kNone};
    std::array<Worth, 3> ends{};
    double ties = 0.0;
    if (spot.all_in.size() == 1) {
        for (std::size_t i = 0; i < kEnds.size(); ++i) {
            ends[i] = judge.worth(true, kEnds[i]);
            verdict.ends[i] = ends[i].total();
        }
        for (const SeenOrder& order : spot.orders) {
            if (order.ranks == kEnds[1]) ties = order.chance;
        }
        verdict.break_even = find_break_even(verdict.fold, verdict.ends, ties);
    }
    if (!spot.bounties.heads.empty()) add_bounties(spot, judge, ends, ties, verdict);
    return verdict;
}

}  // namespace finaltable
