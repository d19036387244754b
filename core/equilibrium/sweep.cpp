#include "equilibrium/sweep.hpp"

#include <algorithm>
#include <bit>

#include "equilibrium/rows.hpp"
#include "equilibrium/sweep_parts.hpp"
#include "support/parallel.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kParts = 8;  // for any number of threads, and added in this order

}  // namespace

Sweep::Sweep(const Game& game, unsigned threads)
    : game_(game), threads_(threads), dealing_(game.dealing), one_shares_(game.seats * game.one_channels * kHands),
      one_gain_(game.seats * game.players), scratch_(pairs_of(game.seats) * kHands * 3), fold_(nodes_of(game.seats)) {
    const std::size_t pairs = pairs_of(game.seats), triples = game.seats > 2 ? triples_of(game.seats) : 0;
    share_two_hands();
    for (auto* const table : {&frozen_.opener, &frozen_.caller, &frozen_.bystander})
        *table = scratch_.take(pairs * kHands);
    frozen_.strategy.resize(fold_.size());
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

// Rows over the class of the later seat, and over that of the earlier one.
void Sweep::share_two_hands() {
    two_shares_.resize(game_.two_channels * kHands);
    turned_shares_.resize(two_shares_.size());
    for (std::size_t row = 0; row < two_shares_.size(); ++row) {
        const std::size_t channel = row / kHands, u = row % kHands;
        for (std::size_t v = 0; v < kHands; ++v) {
            const float share = static_cast<float>(game_.two_shares[row * kHands + v]);
            two_shares_[row].value[v] = share;
            turned_shares_[channel * kHands + v].value[u] = share;
        }
    }
    results_.resize(3 * kHands);
    const std::span<const std::size_t> results = results_of_channels(game_.two_channels);
    for (std::size_t channel = 0; channel < game_.two_channels; ++channel) {
        for (std::size_t u = 0; u < kHands; ++u) {
            add(results_[u * 3 + results[channel]], 1.0, two_shares_[channel * kHands + u]);
        }
    }
}

bool Sweep::run(const Profile& profile, Watch& watch) {
    prepare(profile);
    std::vector<Part> parts(kParts, Part(game_));
    std::vector<Met> met(game_.seats > 2 ? triples_of(game_.seats) : 0);
    const std::size_t groups = (met.size() + kTogether - 1) / kTogether;
    const bool done = parallel_for(kParts + groups, threads_, watch, [&](std::size_t job, Watch& own) {
        if (job < kParts) return visit_pairs(job, kParts, parts[job], own);
        const std::size_t first = (job - kParts) * kTogether;
        visit_triples(first, std::span(met).subspan(first, std::min(kTogether, met.size() - first)), own);
    });
    if (done) collect(parts, met);
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
        for (std::size_t h = 0; h < kHands; ++h) {
            frozen_.strategy[node].value[h] = static_cast<float>(profile[node * kHands + h]);
            often += profile[node * kHands + h] * dealing_.with(h);
        }
        Row given;
        mix(given, frozen_.strategy[node], [&](std::size_t h) -> const Row& { return dealing_.row_with(h); });
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

void Sweep::collect(const std::vector<Part>& parts, std::vector<Met>& met) {
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
        add_triple(p, q, k, met[triple_of(p, q, k)], unseen);
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
