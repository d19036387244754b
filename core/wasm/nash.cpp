// C interface of push or fold. A hand has a number; the host calls its steps, and can stop between them.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "equilibrium/gains.hpp"
#include "equilibrium/guess.hpp"
#include "equilibrium/solve.hpp"
#include "equilibrium/start.hpp"
#include "equilibrium/values.hpp"
#include "spots/bounties.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

using Flags = std::unique_ptr<bool[]>;

constexpr std::size_t kMostSweeps = 1000;
constexpr std::size_t kLeftOut = 8;  // of the packed orders: the one that packs worst

// The cards, which do not depend on the hand that is asked for.
struct Cards {
    std::vector<double> wins, ties;
    std::vector<std::size_t> ranked;
    std::unique_ptr<Dealing> two, three;
    std::map<std::pair<std::size_t, std::size_t>, Showdowns> known;

    const Showdowns* showdowns(std::size_t pushed, std::size_t posted) {
        const auto place = known.find({pushed, posted});
        if (place != known.end()) return &place->second;
        return &known.emplace(std::pair(pushed, posted), find_showdowns(pushed, posted, played(ranked))).first->second;
    }

    const Dealing& dealing(bool all) {
        if (!two) two = std::make_unique<Dealing>(std::span<const std::uint16_t>(), std::span<const std::uint8_t>());
        return all ? *three : *two;
    }
};

struct Hand {
    Lineup lineup;
    std::vector<double> payouts;
    ChipModel model;
    double tolerance;
    Bounties bounties;
    HandShowdowns showdowns;
    Outcomes outcomes;
    std::size_t valued = 0;      // outcomes
    std::vector<double> values;  // outcome by player, those who decide first
    double error = 0.0;          // of prizes, as a share of them
    double later_error = 0.0;    // of bounties
    Gains gains;
    std::vector<double> one, two, walk;
    Flags locked;
    std::unique_ptr<Game> game;
    std::unique_ptr<Solver> solver;  // refers to the others, so hands are never moved

    std::size_t seats() const { return lineup.deciding.size(); }
    std::size_t posted() const { return lineup.all_in.size(); }
    std::size_t players() const { return seats() + posted(); }
    bool needs_three() const { return players() > 2 || posted() > 0; }

    double prizes() const { return std::accumulate(payouts.begin(), payouts.end(), 0.0); }
    double pool() const { return std::accumulate(bounties.heads.begin(), bounties.heads.end(), prizes()); }

    // Add money of the players to the value of an outcome.
    void add(std::size_t outcome, const double* money) {
        double* target = &values[outcome * players()];
        for (const Seats& some : {lineup.deciding, lineup.all_in}) {
            for (const std::size_t seat : some) *target++ += money[seat] / (pool() > 0.0 ? pool() : 1.0);
        }
    }
};

Cards cards;
std::map<std::size_t, Hand> hands;  // by number

Seats marked(const double* marks, std::size_t count) {
    Seats found;
    for (std::size_t i = 0; i < count; ++i) {
        if (marks[i] != 0.0) found.push_back(i);
    }
    return found;
}

HandShowdowns showdowns_of(const Lineup& lineup) {
    const std::size_t waiting = lineup.showdown({}).size(), posted = lineup.all_in.size();
    return {waiting > 1 ? cards.showdowns(0, waiting) : cards.showdowns(1, 0), cards.showdowns(1, posted),
            cards.showdowns(2, posted), cards.showdowns(3, posted)};
}

void copy(const std::vector<double>& values, double* target) { std::ranges::copy(values, target); }

}  // namespace

// Wins and ties of classes against classes.
FINALTABLE_EXPORT void nash_cards(std::size_t cells, const double* wins, const double* ties) {
    cards.wins.assign(wins, wins + cells);
    cards.ties.assign(ties, ties + cells);
    cards.ranked = ranking({cards.wins, cards.ties});
}

// Shares of orders in 255ths, order by triple, without the one that brings their sum to 255; and how boards decide: wins,
// then ties.
FINALTABLE_EXPORT void nash_three(const std::uint8_t* planes, double win_scale, double tie_scale) {
    std::vector<std::uint8_t> orders(kTriples * kOrders);
    for (std::size_t triple = 0; triple < kTriples; ++triple) {
        std::uint8_t* const shares = &orders[triple * kOrders];
        shares[kLeftOut] = 255;
        for (std::size_t order = 0; order < kOrders; ++order) {
            if (order == kLeftOut) continue;
            shares[order] = planes[(order < kLeftOut ? order : order - 1) * kTriples + triple];
            shares[kLeftOut] = static_cast<std::uint8_t>(shares[kLeftOut] - shares[order]);
        }
    }
    constexpr std::size_t kCells = kRanks * kHands * (kHands + 1) / 2;
    const auto* const boards = reinterpret_cast<const std::int8_t*>(planes + (kOrders - 1) * kTriples);
    cards.three = std::make_unique<Dealing>(
        count_deals(), orders, Boards({boards, kCells}, {boards + kCells, kCells}, {win_scale, tie_scale}));
}

// Seats who have folded or are elsewhere have a 1; bets are raises with their antes, 0 for none, which files have but the
// solver has not. Answers the number of outcomes, of players who decide and of those all-in by posting, whether the last
// one opens, whether three hands are needed, the seat of the big blind, and the number of orders after none, one, two and
// three pushes; both lists of players; and by seat, the chips of an all-in and of a raise. Without a decision, there are
// no outcomes. Without bounties, all heads are 0; the share that is paid at once is a fraction.
FINALTABLE_EXPORT void nash_begin(std::size_t number, std::size_t players, const std::int64_t* chips,
                                  std::size_t button, const std::int64_t* forced, const double* folded,
                                  const double* elsewhere, const std::int64_t* bets, const double* payouts, int model,
                                  double tolerance, const double* heads, double paid, double of, double* facts,
                                  double* seats, double* able, double* raised) {
    Hand& hand = hands[number];
    const bool raises = std::any_of(bets, bets + players, [](std::int64_t bet) { return bet > 0; });
    const std::vector<HandChips> sizes(bets, bets + (raises ? players : 0));
    hand.lineup = post_blinds({chips, chips + players}, button, {forced[0], forced[1], forced[2], forced[3]},
                              marked(folded, players), marked(elsewhere, players), sizes);
    hand.payouts.assign(payouts, payouts + players);
    hand.model = static_cast<ChipModel>(model);
    hand.tolerance = tolerance;
    const bool bounties = std::any_of(heads, heads + players, [](double head) { return head > 0.0; });
    if (bounties) {
        hand.bounties = {{heads, heads + players}, static_cast<std::int64_t>(paid), static_cast<std::int64_t>(of)};
    }
    const Lineup& lineup = hand.lineup;
    facts[1] = static_cast<double>(hand.seats());
    facts[2] = static_cast<double>(hand.posted());
    facts[3] = lineup.last_opens() ? 1.0 : 0.0;
    facts[4] = hand.needs_three() ? 1.0 : 0.0;
    for (const std::size_t seat : lineup.deciding) *seats++ = static_cast<double>(seat);
    for (const std::size_t seat : lineup.all_in) *seats++ = static_cast<double>(seat);
    for (std::size_t seat = 0; seat < players; ++seat) {
        able[seat] = static_cast<double>(lineup.able[seat]);
        raised[seat] = raises ? static_cast<double>(lineup.raised[seat]) : 0.0;
    }
    facts[0] = 0.0;
    facts[5] = static_cast<double>(lineup.big_blind_seat);
    if (folded[lineup.big_blind_seat] != 0.0 || hand.seats() < (lineup.last_opens() ? 1U : 2U)) return;
    hand.showdowns = showdowns_of(lineup);
    for (std::size_t i = 0; i < hand.showdowns.size(); ++i) {
        facts[6 + i] = static_cast<double>(hand.showdowns[i]->orders.size());
    }
    hand.outcomes = settle_ends(lineup, push_fold_ends(hand.seats()), hand.showdowns, bounties);
    hand.values.resize(hand.outcomes.count * hand.players());
    facts[0] = static_cast<double>(hand.outcomes.count);
}

// Value the next outcomes, and return how many are left.
FINALTABLE_EXPORT std::size_t nash_value(std::size_t number, std::size_t count) {
    Hand& hand = hands[number];
    const std::size_t seats = hand.lineup.chips.size(), all = hand.outcomes.count;
    const Valuation table{hand.model, hand.lineup.chips, hand.payouts, hand.tolerance};
    std::vector<double> values(seats);
    for (; count > 0 && hand.valued < all; --count, ++hand.valued) {
        const std::span<const HandChips> after(&hand.outcomes.stacks[hand.valued * seats], seats);
        hand.error = std::max(hand.error, value_outcome(table, after, values));
        hand.add(hand.valued, values.data());
    }
    return all - hand.valued;
}

// The stacks after an outcome, the bounties, and the cash paid for those that were taken.
FINALTABLE_EXPORT void nash_after(std::size_t number, std::size_t outcome, double* stacks, double* heads,
                                  double* cash) {
    const Hand& hand = hands[number];
    const std::size_t seats = hand.lineup.chips.size();
    Taken taken;
    for (const TakenBounty& one : hand.outcomes.taken) {
        if (one.outcome == outcome) taken.emplace_back(one.busted, one.taker);
    }
    const PaidBounties paid = take_bounties(hand.bounties, taken);
    for (std::size_t i = 0; i < seats; ++i) stacks[i] = static_cast<double>(hand.outcomes.stacks[outcome * seats + i]);
    copy(paid.heads, heads);
    copy(paid.cash, cash);
}

// Add cash and later bounties, by seat of the table, to the value of an outcome.
FINALTABLE_EXPORT void nash_add(std::size_t number, std::size_t outcome, const double* money, double error) {
    Hand& hand = hands[number];
    hand.add(outcome, money);
    hand.later_error = std::max(hand.later_error, error);
}

// Locked nodes have a 1, and a strategy: node by class.
FINALTABLE_EXPORT void nash_solve(std::size_t number, std::size_t nodes, const double* locked, const double* strategies,
                                  double tolerance) {
    Hand& hand = hands[number];
    const Valued valued{hand.showdowns, hand.outcomes.rows, hand.players(), hand.values};
    const ClassTable table{cards.wins, cards.ties};
    const Dealing& dealing = cards.dealing(hand.needs_three());
    const std::size_t seats = hand.seats(), posted = hand.posted();
    hand.gains = find_gains(valued, seats);
    hand.walk = valued.if_all_fold();
    hand.one = one_shares(posted, table, dealing);
    hand.two = two_shares(posted, table, dealing);
    hand.game = std::make_unique<Game>(Game{seats, hand.players(), hand.lineup.last_opens(), hand.one.size() / kHands,
                                            hand.two.size() / (kHands * kHands), hand.one, hand.two, dealing,
                                            hand.gains.one, hand.gains.two, hand.gains.three});
    Profile start = start_profile(seats, hand.lineup.last_opens(), cards.ranked);
    const Flags fixed(new bool[nodes]);
    hand.locked = Flags(new bool[nodes]);
    for (std::size_t node = 0; node < nodes; ++node) {
        hand.locked[node] = locked[node] != 0.0;
        fixed[node] = hand.locked[node] || !has_choice(node, seats, hand.lineup.last_opens());
        if (hand.locked[node]) std::copy_n(strategies + node * kHands, kHands, &start[node * kHands]);
    }
    const std::span<const bool> kept(fixed.get(), nodes);
    start = guess_profile(*hand.game, cards.ranked, kept, start);
    hand.solver = std::make_unique<Solver>(*hand.game, start, kept, SolveOptions{tolerance, kMostSweeps, 1});
}

// Return whether there is another step.
FINALTABLE_EXPORT int nash_step(std::size_t number) {
    NoWatch watch;
    return hands[number].solver->step(watch) ? 1 : 0;
}

FINALTABLE_EXPORT double nash_done(std::size_t number) { return hands[number].solver->done(); }

// Free the memory of a hand.
FINALTABLE_EXPORT void nash_end(std::size_t number) { hands.erase(number); }

// The profile, gains and reach are node by class, as shares of the pool; triples are by set of three players; values are
// those of players; the rows of outcomes are by end and order; the history has room for the most sweeps. The report: the
// error of values, whether the tolerance was reached, and the number of sweeps.
FINALTABLE_EXPORT void nash_answer(std::size_t number, double* profile, double* gains, double* reach, double* triples,
                                   double* exploitability, double* values, double* rows, double* outcomes,
                                   double* history, double* report) {
    Hand& hand = hands[number];
    const Solved& solved = hand.solver->solved();
    const Measured& best = solved.best;
    copy(best.profile, profile);
    copy(best.gain, gains);
    copy(best.reach, reach);
    std::fill_n(triples, triples_of(hand.seats()), 0.0);
    for (std::size_t i = 0; i < best.masses.three.size(); ++i) triples[i / kOrders] += best.masses.three[i];
    copy(best.exploitability, exploitability);
    for (std::size_t i = 0; i < hand.players(); ++i) values[i] = hand.walk[i] + best.values[i];
    std::ranges::transform(hand.outcomes.rows, rows, [](std::size_t row) { return static_cast<double>(row); });
    copy(hand.values, outcomes);
    copy(solved.history, history);
    const double pool = hand.pool() > 0.0 ? hand.pool() : 1.0;
    report[0] = (hand.error * hand.prizes() + hand.later_error) / pool;
    report[1] = solved.reached ? 1.0 : 0.0;
    report[2] = static_cast<double>(solved.history.size());
}
