// C interface of a hand when a player decides: blinds, showdowns of ranges, ends and verdicts. There is one hand at a
// time. Chips are whole numbers of a unit, below 2^53.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "cards/showdown.hpp"
#include "equilibrium/values.hpp"
#include "spots/verdict.hpp"
#include "wasm/models.hpp"

namespace {

using namespace finaltable;

constexpr int kRankBits = 3;

Spot spot;

struct Model {
    decltype(&icm_equities) equities;
    decltype(&::icm_income) income;
};

const Model kModels[] = {
    {&icm_equities, &::icm_income}, {&sem_equities, &::sem_income}, {&::dcm_equities, &::dcm_income}};

std::vector<HandChips> chips_of(const double* numbers, std::size_t count) {
    std::vector<HandChips> found;
    for (std::size_t i = 0; i < count; ++i) found.push_back(static_cast<HandChips>(numbers[i]));
    return found;
}

bool marked(const double* marks, std::size_t seat) { return marks[seat] != 0.0; }

// Players to act after hero if only players all-in have bet; nothing and false if that depends on an unknown button.
bool still_to_act(const Lineup& lineup, const double* all_in, const double* folded, bool button_known, Seats& found) {
    const auto turn = std::ranges::find(lineup.acting, spot.hero);
    const auto bet = [&](std::size_t seat) { return spot.posted[seat] > lineup.posted[seat]; };
    Seats others(turn + 1, lineup.acting.end());
    if (button_known) {
        if (std::ranges::any_of(others, bet)) return true;  // hero must have acted already
    } else {
        others.insert(others.end(), lineup.acting.begin(), turn);
        others.erase(std::ranges::find_if(others, bet), others.end());
    }
    for (const std::size_t seat : others) {
        if (!marked(all_in, seat) && !marked(folded, seat)) found.push_back(seat);
    }
    if (button_known || found.empty()) return true;
    found.clear();
    return false;
}

Worth value_by(const Model& model, const double* payouts, double tolerance, std::span<const HandChips> stacks,
               std::span<const double> heads) {
    const std::size_t players = stacks.size();
    if (stacks[spot.hero] == 0) return {prize_of_the_out(spot.chips, {payouts, players}, stacks, spot.hero), 0.0, 0.0};
    std::vector<double> values(players), finish(players * players), report(3);
    model.equities(players, stacks.data(), payouts, tolerance, values.data(), finish.data(), report.data());
    Worth found{values[spot.hero], 0.0, report[0]};
    if (heads.empty()) return found;
    const HeadRules rules = spot.bounties.rules();
    model.income(players, stacks.data(), heads.data(), rules.share, rules.own ? 1 : 0, tolerance, values.data(),
                 report.data());
    found.later = values[spot.hero];
    found.error += report[0];
    return found;
}

}  // namespace

// Roles are 1 for each player all-in, or who has folded. `seats` are those of hero, of the button, and of the first winner
// of odd chips; `unit` is a chip. Answers the chips that each player has put in and could, and the players to act after
// hero (-1 after the last); the largest stake, hero's if they call, the pot before, and whether it is known who is to act.
FINALTABLE_EXPORT void spot_begin(std::size_t players, const double* chips, const double* forced, const double* all_in,
                                  const double* folded, const double* seats, int button_known, double unit,
                                  double* posted, double* able, double* acting, double* facts) {
    const std::vector<HandChips> posts = chips_of(forced, 4);
    const Lineup lineup = post_blinds(chips_of(chips, players), static_cast<std::size_t>(seats[1]),
                                      {posts[0], posts[1], posts[2], posts[3]}, {}, {}, {});
    spot = {};
    spot.chips = lineup.chips;
    spot.posted = lineup.posted;
    spot.dead = lineup.dead;
    spot.dead_from = lineup.big_blind_seat;
    spot.whole = static_cast<HandChips>(unit);
    spot.hero = static_cast<std::size_t>(seats[0]);
    spot.first = static_cast<std::size_t>(seats[2]);
    HandChips most = 0;
    for (std::size_t seat = 0; seat < players; ++seat) {
        if (!marked(all_in, seat)) continue;
        spot.all_in.push_back(seat);
        spot.posted[seat] = lineup.able[seat];
        most = std::max(most, lineup.able[seat]);
    }
    spot.put_in = spot.posted;
    const HandChips called = spot.put_in[spot.hero] = std::min(lineup.able[spot.hero], most);
    HandChips pot = spot.dead;
    for (const HandChips put : spot.posted) pot += std::min(put, called);
    Seats later;
    facts[3] = still_to_act(lineup, all_in, folded, button_known != 0, later) ? 1.0 : 0.0;
    for (std::size_t i = 0; i < players; ++i) {
        posted[i] = static_cast<double>(spot.posted[i]);
        able[i] = static_cast<double>(lineup.able[i]);
        acting[i] = i < later.size() ? static_cast<double>(later[i]) : -1.0;
    }
    facts[0] = static_cast<double>(most);
    facts[1] = static_cast<double>(called);
    facts[2] = static_cast<double>(pot);
}

// The bounties of all players; the share that is paid at once is a fraction.
FINALTABLE_EXPORT void spot_bounties(std::size_t players, const double* heads, double paid, double of, int own) {
    spot.bounties = {
        {heads, heads + players}, static_cast<std::int64_t>(paid), static_cast<std::int64_t>(of), own != 0};
}

// Hero's probabilities against one player; below 0: the order is left out.
FINALTABLE_EXPORT void spot_chances(double win, double tie, double lose) {
    const double chances[] = {win, tie, lose};
    for (std::size_t i = 0; i < kEnds.size(); ++i) {
        if (chances[i] >= 0.0) spot.orders.push_back({kEnds[i], chances[i]});
    }
}

// Deal boards to hero and several ranges: `combos` are the player, both cards and the weight of each. Answers hero's equity
// and the number of boards.
FINALTABLE_EXPORT void spot_deal(std::size_t players, std::size_t combos, const double* held, double samples,
                                 double seed, double* facts) {
    std::vector<std::vector<Combo>> ranges(players);
    for (std::size_t i = 0; i < combos; ++i) {
        const double* const one = held + 4 * i;
        ranges[static_cast<std::size_t>(one[0])].push_back(
            {static_cast<int>(one[1]), static_cast<int>(one[2]), one[3]});
    }
    NoWatch watch;
    const Orders found =
        drawn_boards(ranges, static_cast<std::uint64_t>(samples), static_cast<std::uint64_t>(seed), watch);
    spot.boards = static_cast<double>(found.boards);
    double equity = 0.0;
    for (std::size_t order = 0; order < found.counts.size(); ++order) {
        if (found.counts[order] == 0) continue;
        Ranks ranks;
        for (std::size_t i = 0; i < players; ++i) {
            ranks.push_back(static_cast<int>(order >> (kRankBits * i)) & ((1 << kRankBits) - 1));
        }
        const double chance = static_cast<double>(found.counts[order]) / spot.boards;
        if (ranks[0] == 0) equity += chance / static_cast<double>(std::ranges::count(ranks, 0));
        spot.orders.push_back({ranks, chance});
    }
    facts[0] = equity;
    facts[1] = spot.boards;
}

// Stacks, bounties and cash if hero folds (0), or calls and wins, ties, loses (1 to 3).
FINALTABLE_EXPORT void spot_end(std::size_t end, double* stacks, double* heads, double* cash) {
    const Ranks ranks = end == 0 ? Ranks(spot.all_in.size()) : kEnds[end - 1];
    const After after = after_hand(spot, end > 0, ranks);
    for (std::size_t i = 0; i < after.stacks.size(); ++i) {
        stacks[i] = static_cast<double>(after.stacks[i]);
        heads[i] = after.heads.empty() ? 0.0 : after.heads[i];
        cash[i] = after.cash.empty() ? 0.0 : after.cash[i];
    }
}

// A verdict by ICM, SEM or DCM (0 to 2), in the order of `Verdict`.
FINALTABLE_EXPORT void spot_verdict(std::size_t model, const double* payouts, double tolerance, double* verdict) {
    const Verdict found = judge(spot, [&](std::span<const HandChips> stacks, std::span<const double> heads) {
        return value_by(kModels[model], payouts, tolerance, stacks, heads);
    });
    const double numbers[] = {found.fold,
                              found.call,
                              found.error,
                              found.ends[0],
                              found.ends[1],
                              found.ends[2],
                              found.break_even,
                              found.prizes,
                              found.cash,
                              found.onto_head,
                              found.later_fold,
                              found.later_call,
                              found.break_even_without,
                              found.chips};
    std::ranges::copy(numbers, verdict);
}
