// C interface of push or fold. A hand has a number; the host calls its steps, and can stop between them.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "equilibrium/gains.hpp"
#include "equilibrium/solve.hpp"
#include "equilibrium/start.hpp"
#include "equilibrium/values.hpp"
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
    HandShowdowns showdowns;
    Outcomes outcomes;
    std::size_t valued = 0;      // outcomes
    std::vector<double> values;  // outcome by player, those who decide first
    double error = 0.0;          // as a share of all payouts
    Gains gains;
    std::vector<double> one, two, walk;
    std::unique_ptr<Game> game;
    std::unique_ptr<Solver> solver;  // refers to the others, so hands are never moved

    std::size_t seats() const { return lineup.deciding.size(); }
    std::size_t posted() const { return lineup.all_in.size(); }
    std::size_t players() const { return seats() + posted(); }
    bool needs_three() const { return players() > 2 || posted() > 0; }
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

// Seats who have folded or are elsewhere have a 1. Answers the number of outcomes, of players who decide and of those
// all-in by posting, whether the last one opens, whether three hands are needed, and the seat of the big blind; and both
// lists of players. Without a decision, there are no outcomes.
FINALTABLE_EXPORT void nash_begin(std::size_t number, std::size_t players, const std::int64_t* chips,
                                  std::size_t button, const std::int64_t* forced, const double* folded,
                                  const double* elsewhere, const double* payouts, int model, double tolerance,
                                  double* facts, double* seats) {
    Hand& hand = hands[number];
    hand.lineup = post_blinds({chips, chips + players}, button, {forced[0], forced[1], forced[2], forced[3]},
                              marked(folded, players), marked(elsewhere, players), {});
    hand.payouts.assign(payouts, payouts + players);
    hand.model = static_cast<ChipModel>(model);
    hand.tolerance = tolerance;
    const Lineup& lineup = hand.lineup;
    facts[1] = static_cast<double>(hand.seats());
    facts[2] = static_cast<double>(hand.posted());
    facts[3] = lineup.last_opens() ? 1.0 : 0.0;
    facts[4] = hand.needs_three() ? 1.0 : 0.0;
    for (const std::size_t seat : lineup.deciding) *seats++ = static_cast<double>(seat);
    for (const std::size_t seat : lineup.all_in) *seats++ = static_cast<double>(seat);
    facts[0] = 0.0;
    facts[5] = static_cast<double>(lineup.big_blind_seat);
    if (folded[lineup.big_blind_seat] != 0.0 || hand.seats() < (lineup.last_opens() ? 1U : 2U)) return;
    hand.showdowns = showdowns_of(lineup);
    hand.outcomes = settle_ends(lineup, push_fold_ends(hand.seats()), hand.showdowns, false);
    hand.values.resize(hand.outcomes.count * hand.players());
    facts[0] = static_cast<double>(hand.outcomes.count);
}

// Value the next outcomes, and return how many are left.
FINALTABLE_EXPORT std::size_t nash_value(std::size_t number, std::size_t count) {
    Hand& hand = hands[number];
    const std::size_t seats = hand.lineup.chips.size(), all = hand.outcomes.count;
    const Valuation table{hand.model, hand.lineup.chips, hand.payouts, hand.tolerance};
    std::vector<double> values(seats);
    double pool = 0.0;
    for (const double payout : hand.payouts) pool += payout;
    for (; count > 0 && hand.valued < all; --count, ++hand.valued) {
        const std::span<const HandChips> after(&hand.outcomes.stacks[hand.valued * seats], seats);
        hand.error = std::max(hand.error, value_outcome(table, after, values));
        double* target = &hand.values[hand.valued * hand.players()];
        for (const Seats& some : {hand.lineup.deciding, hand.lineup.all_in}) {
            for (const std::size_t seat : some) *target++ = values[seat] / (pool > 0.0 ? pool : 1.0);
        }
    }
    return all - hand.valued;
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
    for (std::size_t node = 0; node < nodes; ++node) {
        fixed[node] = locked[node] != 0.0 || !has_choice(node, seats, hand.lineup.last_opens());
        if (locked[node] != 0.0) std::copy_n(strategies + node * kHands, kHands, &start[node * kHands]);
    }
    hand.solver = std::make_unique<Solver>(*hand.game, start, std::span<const bool>(fixed.get(), nodes),
                                           SolveOptions{tolerance, kMostSweeps, 1});
}

// Return whether there is another step.
FINALTABLE_EXPORT int nash_step(std::size_t number) {
    NoWatch watch;
    return hands[number].solver->step(watch) ? 1 : 0;
}

FINALTABLE_EXPORT double nash_done(std::size_t number) { return hands[number].solver->done(); }

// Free the memory of a hand.
FINALTABLE_EXPORT void nash_end(std::size_t number) { hands.erase(number); }

// Tables are node by class; values are those of players, as shares of the pool; triples are those of seats. The report:
// the error of values, whether the tolerance was reached, and the number of sweeps.
FINALTABLE_EXPORT void nash_answer(std::size_t number, double* profile, double* gains, double* reach,
                                   double* exploitability, double* values, double* triples, double* report) {
    Hand& hand = hands[number];
    const Solved& solved = hand.solver->solved();
    copy(solved.best.profile, profile);
    copy(solved.best.gain, gains);
    copy(solved.best.reach, reach);
    copy(solved.best.exploitability, exploitability);
    for (std::size_t i = 0; i < hand.players(); ++i) values[i] = hand.walk[i] + solved.best.values[i];
    std::fill_n(triples, triples_of(hand.seats()), 0.0);
    for (std::size_t i = 0; i < solved.best.masses.three.size(); ++i)
        triples[i / kOrders] += solved.best.masses.three[i];
    report[0] = hand.error;
    report[1] = solved.reached ? 1.0 : 0.0;
    report[2] = static_cast<double>(solved.history.size());
}
