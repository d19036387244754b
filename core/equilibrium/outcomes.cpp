#include "equilibrium/outcomes.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace finaltable {
namespace {

// Chips, and the places at the showdown that can win them.
struct Pot {
    HandChips chips;
    std::vector<std::size_t> eligible;
};

// One for each amount that a player at the showdown has put in.
std::vector<Pot> pots_of(const Showing& showing) {
    std::vector<HandChips> levels;
    for (const std::size_t player : showing.players) levels.push_back(showing.put_in[player]);
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    std::vector<Pot> found;
    HandChips below = 0;
    for (const HandChips level : levels) {
        Pot pot{found.empty() ? showing.dead + showing.extra : 0, {}};
        for (const HandChips put : showing.put_in) pot.chips += std::min(put, level) - std::min(put, below);
        for (std::size_t place = 0; place < showing.players.size(); ++place) {
            if (showing.put_in[showing.players[place]] >= level) pot.eligible.push_back(place);
        }
        found.push_back(std::move(pot));
        below = level;
    }
    return found;
}

// The chips that players have left, with those that go back to the player who put in most.
std::vector<HandChips> left_after(const Showing& showing, const std::vector<Pot>& pots) {
    std::vector<HandChips> left = showing.chips;
    HandChips back = showing.dead + showing.extra;
    for (std::size_t seat = 0; seat < left.size(); ++seat) {
        left[seat] -= showing.put_in[seat];
        back += showing.put_in[seat];
    }
    for (const Pot& pot : pots) back -= pot.chips;
    left[showing.dead_from] -= showing.dead;
    left[static_cast<std::size_t>(std::ranges::max_element(showing.put_in) - showing.put_in.begin())] += back;
    return left;
}

Seats winners_of(const Showing& showing, const Pot& pot, const Ranks& ranks) {
    int best = ranks[pot.eligible.front()];
    for (const std::size_t place : pot.eligible) best = std::min(best, ranks[place]);
    Seats winners;
    for (const std::size_t place : pot.eligible) {
        if (ranks[place] == best) winners.push_back(showing.players[place]);
    }
    if (showing.whole == 1) return winners;
    const std::size_t seats = showing.chips.size();
    std::ranges::sort(winners, {}, [&](std::size_t seat) { return (seat + seats - showing.first) % seats; });
    return winners;
}

void pay(const Showing& showing, HandChips chips, const Seats& winners, std::vector<HandChips>& stacks) {
    const auto count = static_cast<HandChips>(winners.size());
    const HandChips piece = chips % showing.whole == 0 ? showing.whole : 1;
    HandChips odd = chips / piece % count;
    for (const std::size_t seat : winners) stacks[seat] += (chips / piece / count + (odd-- > 0 ? 1 : 0)) * piece;
}

Showing showing_at(const Lineup& lineup, const HandEnd& end) {
    Seats pushed;
    for (const std::size_t turn : end.pushed) pushed.push_back(lineup.deciding[turn]);
    std::vector<HandChips> put_in = lineup.posted;
    for (const std::size_t seat : pushed) put_in[seat] = lineup.able[seat];
    if (end.raiser != kNoRaiser) put_in[lineup.deciding[end.raiser]] = lineup.raised[lineup.deciding[end.raiser]];
    return {lineup.showdown(pushed), lineup.chips, std::move(put_in), lineup.dead, lineup.big_blind_seat};
}

// Settles one showdown for many orders.
class Cashier {
public:
    explicit Cashier(const Showing& showing)
        : showing_(showing), pots_(pots_of(showing)), left_(left_after(showing, pots_)) {}

    Settled settle(const Ranks& ranks, bool bounties) const {
        Settled settled{left_, {}};
        std::vector<Seats> last(showing_.players.size());  // who won the last pot that a player could win
        for (const Pot& pot : pots_) {
            const Seats winners = winners_of(showing_, pot, ranks);
            pay(showing_, pot.chips, winners, settled.stacks);
            for (const std::size_t place : pot.eligible) last[place] = winners;
        }
        for (std::size_t place = 0; bounties && place < last.size(); ++place) {
            if (settled.stacks[showing_.players[place]] != 0) continue;
            for (const std::size_t taker : last[place]) settled.taken.emplace_back(showing_.players[place], taker);
        }
        return settled;
    }

private:
    const Showing& showing_;
    std::vector<Pot> pots_;
    std::vector<HandChips> left_;
};

}  // namespace

Settled settle(const Showing& showing, const Ranks& ranks) { return Cashier(showing).settle(ranks, true); }

std::vector<HandEnd> push_fold_ends(std::size_t seats) {
    std::vector<HandEnd> found{{}};
    for (std::size_t i = 0; i < seats; ++i) found.push_back({{i}});
    for_each_pair(seats, [&](std::size_t p, std::size_t q) { found.push_back({{p, q}}); });
    for_each_triple(seats, [&](std::size_t p, std::size_t q, std::size_t k) { found.push_back({{p, q, k}}); });
    return found;
}

Outcomes settle_ends(const Lineup& lineup, const std::vector<HandEnd>& ends, const HandShowdowns& showdowns,
                     bool bounties) {
    Outcomes found;
    std::map<Settled, std::size_t> known;
    for (const HandEnd& end : ends) {
        const Showing showing = showing_at(lineup, end);
        const Cashier cashier(showing);
        for (const Ranks& ranks : showdowns[end.pushed.size()]->orders) {
            const auto [place, added] = known.try_emplace(cashier.settle(ranks, bounties), known.size());
            found.rows.push_back(place->second);
            if (!added) continue;
            const auto& [stacks, taken] = place->first;
            found.stacks.insert(found.stacks.end(), stacks.begin(), stacks.end());
            for (const auto& [busted, taker] : taken) found.taken.push_back({found.count, busted, taker});
            ++found.count;
        }
    }
    return found;
}

}  // namespace finaltable
