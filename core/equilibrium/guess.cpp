#include "equilibrium/guess.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "equilibrium/guess_ranges.hpp"
#include "equilibrium/showdowns.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kRounds = 10;
constexpr double kSlowing = 0.5;                 // round t moves 1 / (1 + t / 2) of the way
constexpr double kLeast = 0.002, kMost = 0.998;  // shares of hands that go in
constexpr double kNever = 1e-9;
constexpr std::size_t kInRace = 3;

// What the six orders without ties are worth to one of three: first, second or last, with the one or the other of the
// others ahead.
using RaceWorth = std::array<double, 6>;

class Guess {
public:
    Guess(const Game& game, std::span<const std::size_t> ranking, std::span<const bool> locked, const Profile& start)
        : game_(game), locked_(locked), group_(groups_of(ranking)), earlier_ranges_(game, ranking, group_, true),
          later_ranges_(game, ranking, group_, false), share_(nodes_of(game.seats)), by_earlier_(share_.size()),
          by_later_(share_.size()), alone_(game.seats * game.seats), mean_(pairs_of(game.seats) * game.two_channels),
          race_(game.seats > 2 ? triples_of(game.seats) : 0) {
        find_alone();
        find_races();
        for (std::size_t h = 0; h < kHands; ++h) size_[group_[h]] += part_of(h);
        for (std::size_t node = 0; node < share_.size(); ++node) {
            const std::span<const double> strategy(&start[node * kHands], kHands);
            for (std::size_t h = 0; h < kHands; ++h) share_[node] += strategy[h] * part_of(h);
            if (!locked[node]) {
                set(node, share_[node]);
            } else {
                earlier_ranges_.find_any(strategy, by_later_[node]);
                later_ranges_.find_any(strategy, by_earlier_[node]);
            }
        }
    }

    // The share of every node.
    const std::vector<double>& find() {
        for (std::size_t round = 0; round < kRounds; ++round) {
            const double step = 1.0 / (1.0 + kSlowing * static_cast<double>(round));
            for (std::size_t s = 0; s < game_.seats; ++s) {
                find_means();
                if (s + 1 < game_.seats || game_.last_opens) answer(open_node(s), opening(s), step);
                for (std::size_t i = 0; i < s; ++i) answer(call_node(i, s), calling(i, s), step);
                for_each_pair(s, [&](std::size_t i, std::size_t j) {
                    const Against &opener = by_later_[open_node(i)], &caller = by_later_[call_node(i, j)];
                    answer(over_node(i, j, s), racing(race_[triple_of(i, j, s)][2], opener, caller), step);
                });
            }
        }
        return share_;
    }

private:
    double part_of(std::size_t h) const { return game_.dealing.with(h) / game_.dealing.all(); }
    double folds(std::size_t node) const { return 1.0 - share_[node]; }

    void set(std::size_t node, double share) {
        share_[node] = share;
        earlier_ranges_.find_best(share, by_later_[node]);
        later_ranges_.find_best(share, by_earlier_[node]);
    }

    // Move towards the groups up to the one with which going in stops to gain.
    void answer(std::size_t node, const Grouped& gain, double step) {
        if (locked_[node]) return;
        double best = 0.0, most = 0.0, share = 0.0, sum = 0.0;
        for (std::size_t g = 0; g < kGroups; ++g) {
            sum += gain[g] * size_[g];
            share += size_[g];
            if (sum <= most) continue;
            most = sum;
            best = share;
            if (g + 1 == kGroups || gain[g + 1] >= 0.0) continue;
            // The gain crosses zero between the middles of two groups.
            const double here = std::max(0.0, gain[g]), part = here / (here - gain[g + 1]);
            best += 0.5 * (part * (size_[g] + size_[g + 1]) - size_[g]);
        }
        set(node, std::clamp(share_[node] + step * (best - share_[node]), kLeast, kMost));
    }

    // What an all-in that no one calls is worth to each player.
    void find_alone() {
        for (std::size_t c = 0; c < game_.one_channels; ++c) {
            double chance = 0.0;
            for (std::size_t h = 0; h < kHands; ++h) chance += game_.one_shares[c * kHands + h] * part_of(h);
            for (std::size_t i = 0; i < alone_.size(); ++i) {
                alone_[i] += chance * game_.one_gain(i / game_.seats, c, i % game_.seats);
            }
        }
    }

    void find_races() {
        for_each_triple(game_.seats, [&](std::size_t p, std::size_t q, std::size_t k) {
            const std::array<std::size_t, kInRace> seats{p, q, k};
            for (std::size_t order = 0; order < kOrders; ++order) {
                const auto& ranks = kOrderRanks[order];
                if (ranks[0] == ranks[1] || ranks[0] == ranks[2] || ranks[1] == ranks[2]) continue;
                for (std::size_t i = 0; i < kInRace; ++i) {
                    const auto one = static_cast<std::size_t>(ranks[i == 0 ? 1 : 0]);
                    const auto other = static_cast<std::size_t>(ranks[i == 2 ? 1 : 2]);
                    const std::size_t cell = 2 * static_cast<std::size_t>(ranks[i]) + (one < other ? 0 : 1);
                    race_[triple_of(p, q, k)][i][cell] = game_.three_gain(triple_of(p, q, k), order, seats[i]);
                }
            }
        });
    }

    // The chances of the channels, and of a call, if one player has gone in.
    void find_means() {
        std::ranges::fill(mean_, 0.0);
        for_each_pair(game_.seats, [&](std::size_t p, std::size_t q) {
            const std::vector<double>& called = by_earlier_[call_node(p, q)].chances;
            double* const mean = &mean_[pair_of(p, q) * game_.two_channels];
            const double opens = std::max(share_[open_node(p)], kNever);
            double left = opens;
            for (std::size_t g = 0; g < kGroups && left > 0.0; ++g) {
                const double part = std::min(left, size_[g]) / opens;
                left -= size_[g];
                for (std::size_t c = 0; c < game_.two_channels; ++c) mean[c] += part * called[c * kGroups + g];
            }
        });
    }

    // What the calls of an all-in by players after `last` are worth to one who has folded.
    double stand_by(std::size_t opener, std::size_t last, std::size_t player) const {
        double worth = 0.0, chance = 1.0;
        for (std::size_t q = last + 1; q < game_.seats; ++q) {
            const std::size_t pair = pair_of(opener, q);
            for (std::size_t c = 0; c < game_.two_channels; ++c) {
                worth += chance * mean_[pair * game_.two_channels + c] * game_.two_gain(pair, c, player);
            }
            chance *= folds(call_node(opener, q));
        }
        return worth;
    }

    Grouped opening(std::size_t s) const {
        double folded = 0.0, chance = 1.0;
        for (std::size_t q = s + 1; q < game_.seats; ++q) {
            folded += chance * share_[open_node(q)] * (alone_[q * game_.seats + s] + stand_by(q, q, s));
            chance *= folds(open_node(q));
        }
        Grouped gain, left;
        gain.fill(alone_[s * game_.seats + s] - folded);
        left.fill(1.0);
        for (std::size_t q = s + 1; q < game_.seats; ++q) {
            const Against& caller = by_earlier_[call_node(s, q)];
            const Grouped called = meeting(s, q, s, caller);
            for (std::size_t g = 0; g < kGroups; ++g) {
                gain[g] += left[g] * called[g];
                left[g] *= 1.0 - caller.held[g];
            }
        }
        return gain;
    }

    Grouped calling(std::size_t i, std::size_t s) const {
        const Against& opener = by_later_[open_node(i)];
        const double folded = stand_by(i, s, s);
        Grouped gain = meeting(i, s, s, opener);
        for (std::size_t g = 0; g < kGroups; ++g) gain[g] = gain[g] / std::max(opener.held[g], kNever) - folded;
        return gain;
    }

    // What an all-in and its call are worth to one of the two, overcalls included, times the chance that the other is in.
    Grouped meeting(std::size_t p, std::size_t q, std::size_t player, const Against& other) const {
        Grouped gain{};
        for (std::size_t c = 0; c < game_.two_channels; ++c) {
            const double worth = game_.two_gain(pair_of(p, q), c, player);
            for (std::size_t g = 0; g < kGroups; ++g) gain[g] += worth * other.chances[c * kGroups + g];
        }
        double left = 1.0;
        for (std::size_t k = q + 1; k < game_.seats; ++k) {
            const Against& last = by_earlier_[over_node(p, q, k)];
            const Grouped worth = racing(race_[triple_of(p, q, k)][player == p ? 0 : 1], other, last);
            for (std::size_t g = 0; g < kGroups; ++g) gain[g] += left * other.held[g] * last.held[g] * worth[g];
            left *= folds(over_node(p, q, k));
        }
        return gain;
    }

    static Grouped racing(const RaceWorth& worth, const Against& one, const Against& other) {
        Grouped gain;
        for (std::size_t g = 0; g < kGroups; ++g) {
            const double a = one.odds[g], b = other.odds[g];
            const double first = (worth[0] * a + worth[1] * b) / std::max(a + b, kNever);
            const double behind_one = (worth[2] + worth[4] * b) / (1.0 + b);
            const double behind_other = (worth[3] + worth[5] * a) / (1.0 + a);
            gain[g] = (first + a * behind_one + b * behind_other) / (1.0 + a + b);
        }
        return gain;
    }

    const Game& game_;
    std::span<const bool> locked_;
    std::array<std::size_t, kHands> group_;
    Grouped size_{};  // share of all hands
    Ranges earlier_ranges_, later_ranges_;
    std::vector<double> share_;                         // node
    std::vector<Against> by_earlier_, by_later_;        // node: its range, seen by players who act before, or after
    std::vector<double> alone_, mean_;                  // opener by player; pair by channel
    std::vector<std::array<RaceWorth, kInRace>> race_;  // triple by place
};

}  // namespace

Profile guess_profile(const Game& game, std::span<const std::size_t> ranking, std::span<const bool> locked,
                      const Profile& start) {
    if (game.seats < kInRace) return start;  // a search of two players is as short
    Guess guess(game, ranking, locked, start);
    const std::vector<double>& shares = guess.find();
    Profile found = start;
    for (std::size_t node = 0; node < shares.size(); ++node) {
        if (locked[node]) continue;
        const Row best = best_hands(ranking, shares[node]);
        for (std::size_t h = 0; h < kHands; ++h) found[node * kHands + h] = static_cast<double>(best.value[h]);
    }
    return found;
}

}  // namespace finaltable
