#include "equilibrium/sweep.hpp"

#include <algorithm>
#include <bit>

#include "equilibrium/rows.hpp"
#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kParts = 8;  // for any number of threads, and added in this order
constexpr std::size_t kSeatings = 6;
constexpr std::size_t kNone = kMaxSeats;

// Which of three seats (the first, second and third to act) hold the first, second and third class.
constexpr std::array<std::array<std::size_t, 3>, kSeatings> kHolders{
    {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}}};

}  // namespace

struct Sweep::Part {
    explicit Part(const Game& game)
        : rest(nodes_of(game.seats)), reach(nodes_of(game.seats)), two(pairs_of(game.seats) * game.two_channels),
          sums(game.seats > 2 ? triples_of(game.seats) * kOrders : 0),
          thirds(game.seats > 2 ? triples_of(game.seats) * 2 : 0) {}

    NodeRows rest, reach;
    std::vector<double> two;
    std::vector<Row> sums;    // triple by order: weights of the first two seats, by the class of the last
    std::vector<Row> thirds;  // triple by seat (the second, the first): gain from the other two
};

// One pair of classes: all deals in which one player holds the first and another the second.
class Sweep::Visit {
public:
    Visit(Sweep& sweep, Part& part) : sweep_(sweep), game_(sweep.game_), part_(part), fold_(nodes_of(game_.seats)) {
        share_.resize(game_.two_channels);
        random_board_.resize(game_.two_channels);
        bystanding_.resize(nodes_of(game_.seats));
        shift_.resize(pairs_of(game_.seats));
        called_.resize(pairs_of(game_.seats));
        opened_.resize(pairs_of(game_.seats));
    }

    void operator()(std::size_t x, std::size_t y) {
        deals_ = sweep_.dealing_.with(x, y);
        if (deals_ == 0.0) return;
        std::ranges::fill(fold_, 1.0);
        if (game_.seats > 2) look_at_folders(x, y);
        std::ranges::fill(bystanding_, 0.0);
        find_chances();
        meet(x, y);
        if (x != y) {
            for (Shift& shift : shift_) shift = shift.exchanged();
            meet(y, x);
        }
        if (game_.seats < 3) return;
        for (std::size_t node = 0; node < bystanding_.size(); ++node) {
            if (bystanding_[node] != 0.0) add(part_.rest[node], bystanding_[node] / sweep_.dealing_.all(), row_);
        }
        meet_third(x, y);
    }

private:
    void look_at_folders(std::size_t x, std::size_t y) {
        sweep_.dealing_.deals_with(x, y, row_);
        for (const std::size_t node : sweep_.active_) {
            fold_[node] = std::max(0.0, 1.0 - dot(row_, sweep_.frozen_.strategy[node]) / deals_);
        }
        const Boards& boards = sweep_.dealing_.boards();
        if (!boards.known()) return;
        for (std::size_t pair = 1; pair < shift_.size(); ++pair) {  // before the first pair, no one folds
            shift_[pair] = boards.of(x, y).shift(sweep_.bunching_.before_caller(pair).density);
        }
    }

    // The probability that all before the caller fold, except the opener and perhaps one more.
    double before(std::size_t opener, std::size_t caller, std::size_t except) const {
        double chance = 1.0;
        for (std::size_t f = 0; f < caller; ++f) {
            if (f != opener && f != except) chance *= fold_[f < opener ? open_node(f) : call_node(opener, f)];
        }
        return chance;
    }

    // The chances that do not depend on which seat holds which class.
    void find_chances() {
        for_each_pair(game_.seats, [&](std::size_t p, std::size_t q) {
            called_[pair_of(p, q)] =
                q == p + 1 ? before(p, q, kNone) : called_[pair_of(p, q - 1)] * fold_[call_node(p, q - 1)];
            opened_[pair_of(p, q)] = before(q, q, p);
        });
    }

    // An earlier seat holds u, a later one v.
    void meet(std::size_t u, std::size_t v) {
        const double deals = deals_ / sweep_.dealing_.all();
        for (std::size_t c = 0; c < game_.two_channels; ++c) {
            random_board_[c] = game_.two_shares[(c * kHands + u) * kHands + v];
        }
        for_each_pair(game_.seats, [&](std::size_t p, std::size_t q) {
            meet_pair(p, q, u, v, deals);
            // The later seat opens with u, and the earlier has folded v.
            const Bunched& bunched = sweep_.bunching_.before_opener(q);
            const double chance = deals * opened_[pair_of(p, q)] * bunched.without[p] * beyond(bunched, u, v);
            sweep_.frozen_.bystander[pair_of(p, q) * kHands + u].value[v] = static_cast<float>(chance);
        });
    }

    static double beyond(const Bunched& bunched, std::size_t u, std::size_t v) {
        return static_cast<double>(bunched.beyond.value[u] * bunched.beyond.value[v]);
    }

    void meet_pair(std::size_t p, std::size_t q, std::size_t u, std::size_t v, double deals) {
        const std::size_t pair = pair_of(p, q);
        const Bunched& bunched = sweep_.bunching_.before_caller(pair);
        const double shown = beyond(bunched, u, v), chance = deals * called_[pair] * bunched.together * shown;
        find_shares(pair);
        sweep_.frozen_.opener[pair * kHands + v].value[u] = static_cast<float>(chance * expected(pair, p));
        sweep_.frozen_.caller[pair * kHands + u].value[v] = static_cast<float>(chance * expected(pair, q));
        if (!sweep_.frozen_.channel.empty()) {
            for (std::size_t c = 0; c < game_.two_channels; ++c) {
                const std::size_t row = (pair * game_.two_channels + c) * kHands + u;
                sweep_.frozen_.channel[row].value[v] = static_cast<float>(chance * share_[c]);
            }
        }
        const float opens = sweep_.frozen_.strategy[open_node(p)].value[u];
        if (opens == 0.0F) return;
        part_.reach[call_node(p, q)].value[v] += static_cast<float>(chance * static_cast<double>(opens));
        const double both = static_cast<double>(opens * sweep_.frozen_.strategy[call_node(p, q)].value[v]);
        if (both == 0.0) return;
        for (std::size_t c = 0; c < game_.two_channels; ++c) {
            part_.two[pair * game_.two_channels + c] += both * chance * share_[c];
        }
        for (std::size_t s = 0; s < q; ++s) {
            if (s == p) continue;
            const double others = before(p, q, s) * bunched.without[s] * shown;
            bystanding_[folding_node(s, p, q)] -= both * others * expected(pair, s);
        }
    }

    // The probability of every channel, with the board that the folders leave.
    void find_shares(std::size_t pair) {
        if (pair == 0 || !sweep_.dealing_.boards().known()) {
            share_ = random_board_;
        } else {
            shift_results(random_board_, shift_[pair], share_);
        }
    }

    double expected(std::size_t pair, std::size_t player) const {
        const double* const gain = &game_.two_gains[pair * game_.two_channels * game_.players + player];
        const std::size_t next = game_.players;
        if (game_.two_channels == 3) return share_[0] * gain[0] + share_[1] * gain[next] + share_[2] * gain[2 * next];
        double sum = 0.0;
        for (std::size_t c = 0; c < game_.two_channels; ++c) sum += share_[c] * gain[c * next];
        return sum;
    }

    void meet_third(std::size_t x, std::size_t y) {
        const TripleSet* const first = &sweep_.holders_[x * 3];
        const TripleSet* const second = &sweep_.holders_[y * 3];
        bool known = false;
        for (std::size_t word = 0; word < first->size(); ++word) {
            std::uint64_t some = 0;
            for (const auto& holders : kHolders) some |= first[holders[0]][word] & second[holders[1]][word];
            for (; some != 0; some &= some - 1) {
                if (!known) sweep_.dealing_.orders_with(x, y, orders_);
                known = true;
                meet_third(x, y, word * 64 + static_cast<std::size_t>(std::countr_zero(some)));
            }
        }
    }

    void meet_third(std::size_t x, std::size_t y, std::size_t triple) {
        const Row* const weight = &sweep_.weight_[triple * 3];
        for (std::size_t w = 0; w < kSeatings; w += x == y ? 2 : 1) {
            const float both = weight[kHolders[w][0]].value[x] * weight[kHolders[w][1]].value[y];
            if (both == 0.0F) continue;
            if (w < 2) {
                row_loops().add_orders(&part_.sums[triple * kOrders], both, sweep_.seating_[w], orders_);
            } else {
                row_loops().add_expected(part_.thirds[triple * 2 + w / 2 - 1], both, sweep_.seated_gain_[triple][w],
                                         orders_);
            }
        }
    }

    Sweep& sweep_;
    const Game& game_;
    Part& part_;
    double deals_ = 0.0;
    Row row_;
    OrderRows orders_;
    std::vector<double> fold_, bystanding_;
    std::vector<double> called_, opened_;  // pair: chance that all before fold if the first opens, if the second does
    std::vector<double> random_board_, share_;  // probability of every channel: without folders, and after them
    std::vector<Shift> shift_;  // pair: what folded cards change, if the earlier seat has the first class
};

Sweep::Sweep(const Game& game, unsigned threads)
    : game_(game), threads_(threads), dealing_(game.dealing), one_shares_(game.seats * game.one_channels * kHands),
      one_gain_(game.seats * game.players), fold_(nodes_of(game.seats)) {
    const std::size_t pairs = pairs_of(game.seats), triples = game.seats > 2 ? triples_of(game.seats) : 0;
    frozen_.opener.resize(pairs * kHands);
    frozen_.caller.resize(pairs * kHands);
    frozen_.bystander.resize(pairs * kHands);
    frozen_.strategy.resize(fold_.size());
    frozen_.channel.resize(game.seats > 2 ? pairs * game.two_channels * kHands : 0);
    frozen_.triple.resize(triples * kRoles);
    frozen_.unseen.resize(triples * kMaxSeats);
    weight_.resize(triples * 3);
    seated_gain_.resize(triples);
    for (std::size_t w = 0; w < kSeatings; ++w) {
        std::array<std::size_t, 3> place{};
        for (std::size_t i = 0; i < 3; ++i) place[kHolders[w][i]] = i;
        seating_[w] = reseated(place);
    }
    for_each_triple(game.seats, [&](std::size_t p, std::size_t q, std::size_t k) {
        const std::array<std::size_t, 3> seats{p, q, k};
        const std::size_t triple = triple_of(p, q, k);
        for (std::size_t w = 0; w < kSeatings; ++w) {
            for (std::size_t order = 0; order < kOrders; ++order) {
                seated_gain_[triple][w][order] =
                    static_cast<float>(game.three_gain(triple, seating_[w][order], seats[kHolders[w][2]]));
            }
        }
    });
}

bool Sweep::run(const Profile& profile, Watch& watch) {
    prepare(profile);
    std::vector<Part> parts(kParts, Part(game_));
    const bool done = parallel_for(kParts, threads_, watch, [&](std::size_t part, Watch& own) {
        Visit visit(*this, parts[part]);
        for (std::size_t y = 0; y < kHands && own.keep_going(0.0, 0.0); ++y) {
            for (std::size_t x = 0; x <= y; ++x) {
                if ((x + y * (y + 1) / 2) % kParts == part) visit(x, y);
            }
        }
    });
    if (done) collect(parts);
    return done;
}

void Sweep::prepare(const Profile& profile) {
    frozen_.folds.assign(fold_.size(), 1.0);
    active_.clear();
    std::vector<bool> facing_two(fold_.size(), false);
    for_each_triple(game_.seats,
                    [&](std::size_t i, std::size_t j, std::size_t s) { facing_two[over_node(i, j, s)] = true; });
    for (std::size_t node = 0; node < fold_.size(); ++node) {
        double often = 0.0;
        Row given;
        for (std::size_t h = 0; h < kHands; ++h) {
            const double in = profile[node * kHands + h];
            frozen_.strategy[node].value[h] = static_cast<float>(in);
            if (in == 0.0) continue;
            often += in * dealing_.with(h);
            for (std::size_t x = 0; x < kHands; ++x) given.value[x] += static_cast<float>(in * dealing_.with(h, x));
        }
        frozen_.folds[node] = std::max(0.0, 1.0 - often / dealing_.all());
        for (std::size_t x = 0; x < kHands; ++x) {
            const double in = dealing_.with(x) > 0.0 ? static_cast<double>(given.value[x]) / dealing_.with(x) : 0.0;
            fold_[node].value[x] = static_cast<float>(std::max(0.0, 1.0 - in));
        }
        if (often > 0.0 && !facing_two[node]) active_.push_back(node);
    }
    bunching_.find(game_, frozen_.strategy, frozen_.folds, fold_);
    weigh_triples();
    if (dealing_.boards().known()) find_ranges();
    find_one_gains();
}

void Sweep::find_one_gains() {
    const std::size_t channels = game_.one_channels;
    std::ranges::fill(one_gain_, Row{});
    std::vector<double> share(channels);
    for (std::size_t i = 0; i < game_.seats; ++i) {
        for (std::size_t h = 0; h < kHands; ++h) {
            for (std::size_t c = 0; c < channels; ++c) share[c] = game_.one_shares[c * kHands + h];
            if (i > 0 && channels > 1 && dealing_.boards().known()) {
                dealing_.shift_against_any(h, bunching_.before_opener(i).density, share);
            }
            for (std::size_t c = 0; c < channels; ++c) {
                one_shares_[(i * channels + c) * kHands + h] = share[c];
                for (std::size_t player = 0; player < game_.players; ++player) {
                    one_gain_[i * game_.players + player].value[h] +=
                        static_cast<float>(game_.one_gain(i, c, player) * share[c]);
                }
            }
        }
    }
}

void Sweep::weigh_triples() {
    holders_.assign(kHands * 3, {});
    for_each_triple(game_.seats, [&](std::size_t p, std::size_t q, std::size_t k) {
        const std::size_t triple = triple_of(p, q, k);
        const std::array<std::size_t, 3> nodes{open_node(p), call_node(p, q), over_node(p, q, k)};
        for (std::size_t i = 0; i < 3; ++i) {
            weight_[triple * 3 + i] = frozen_.strategy[nodes[i]];
            multiply(weight_[triple * 3 + i], 1.0F, bunching_.before_last(triple).hands);
            for (std::size_t h = 0; h < kHands; ++h) {
                if (weight_[triple * 3 + i].value[h] == 0.0F) continue;
                holders_[h * 3 + i][triple / 64] |= std::uint64_t{1} << (triple % 64);
            }
        }
    });
}

void Sweep::collect(const std::vector<Part>& parts) {
    frozen_.rest.assign(fold_.size(), Row{});
    frozen_.reach.assign(fold_.size(), Row{});
    frozen_.slopes_of.assign(game_.seats > 2 ? triples_of(game_.seats) : 0, kNoSlopes);
    slopes_.clear();
    masses_.two.assign(pairs_of(game_.seats) * game_.two_channels, 0.0);
    masses_.three.assign(game_.seats > 2 ? triples_of(game_.seats) * kOrders : 0, 0.0);
    for (const Part& part : parts) {
        for (std::size_t node = 0; node < fold_.size(); ++node) {
            add(frozen_.rest[node], 1.0, part.rest[node]);
            add(frozen_.reach[node], 1.0, part.reach[node]);
        }
        for (std::size_t i = 0; i < masses_.two.size(); ++i) masses_.two[i] += part.two[i];
    }
    add_opening();
    std::vector<double> unseen(fold_.size());
    for_each_triple(game_.seats, [&](std::size_t p, std::size_t q, std::size_t k) {
        const std::size_t triple = triple_of(p, q, k);
        Met met;
        for (const Part& part : parts) {
            for (std::size_t i = 0; i < kOrders; ++i) add(met.orders[i], 1.0, part.sums[triple * kOrders + i]);
            for (std::size_t i = 0; i < 2; ++i) add(met.thirds[i], 1.0, part.thirds[triple * 2 + i]);
        }
        add_triple(p, q, k, met, unseen);
    });
    add_unseen(unseen);
}

void Sweep::add_opening() {
    masses_.one.assign(game_.seats * game_.one_channels, 0.0);
    for (std::size_t s = 0; s < game_.seats; ++s) {
        Row& reach = frozen_.reach[open_node(s)];
        for (std::size_t h = 0; h < kHands; ++h) {
            reach.value[h] = static_cast<float>(dealing_.with(h) / dealing_.all());
        }
        for (std::size_t f = 0; f < s; ++f) multiply(reach, 1.0F, fold_[open_node(f)]);
        const Bunched& bunched = bunching_.before_opener(s);
        multiply(reach, static_cast<float>(bunched.together), bunched.beyond);
        for (std::size_t h = 0; h < kHands; ++h) {
            const double in = static_cast<double>(reach.value[h] * frozen_.strategy[open_node(s)].value[h]);
            for (std::size_t c = 0; c < game_.one_channels; ++c) {
                masses_.one[s * game_.one_channels + c] += in * one_shares_[(s * game_.one_channels + c) * kHands + h];
            }
        }
    }
}

}  // namespace finaltable
