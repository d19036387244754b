#include "sem/tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "support/parallel.hpp"
#include "support/seating.hpp"

namespace finaltable {
namespace {

constexpr int kFewestDivided = 8;  // players from which on the tree is divided into parts; smaller ones are fast enough

struct Part {
    std::array<double, kMaxSemPlayers> stacks;
    std::array<std::uint8_t, kMaxSemPlayers> who;
    double chance;
};

// One step down: the parts after each player of a part busts; their probabilities are added to `sums`.
template <class Kernel, int left>
void divide(const Part& part, std::vector<Part>& parts, PlaceSums& sums) {
    double weight[left][left], total[left], rates = 0.0;
    weigh<Kernel, left>(part.stacks.data(), weight, total);
    for (int i = 0; i < left; ++i) rates += total[i] / part.stacks[static_cast<std::size_t>(i)];
    for (int i = 0; i < left; ++i) {
        Part rest{};
        rest.chance = total[i] / part.stacks[static_cast<std::size_t>(i)] * (part.chance / rates);
        sums.of[left][part.who[static_cast<std::size_t>(i)]] += rest.chance;
        take_out<left>(part.stacks.data(), part.who.data(), weight[i], total[i], i, rest.stacks.data(),
                       rest.who.data());
        parts.push_back(rest);
    }
}

using Divide = void (*)(const Part&, std::vector<Part>&, PlaceSums&);

template <class Kernel>
Divide divide_function(int left) {
    static constexpr Divide functions[] = {divide<Kernel, 7>,  divide<Kernel, 8>,  divide<Kernel, 9>,
                                           divide<Kernel, 10>, divide<Kernel, 11>, divide<Kernel, 12>};
    return functions[left - 7];
}

// Walk all parts of a large table, two players down; each has separate sums, which are added up in order.
template <class Kernel>
bool walk_in_parts(const Part& whole, int players, int last, unsigned threads, const WalkFunctions& walks,
                   PlaceSums& sums, Watch& watch) {
    std::vector<Part> firsts, parts;
    divide_function<Kernel>(players)(whole, firsts, sums);
    for (const Part& part : firsts) divide_function<Kernel>(players - 1)(part, parts, sums);
    std::vector<PlaceSums> found(parts.size());
    const auto walk = walks[static_cast<std::size_t>(players - 2)];
    const bool finished = parallel_for(parts.size(), threads, watch, [&](std::size_t i, Watch&) {
        walk(parts[i].stacks.data(), parts[i].who.data(), parts[i].chance, last, found[i]);
    });
    for (const PlaceSums& part : found) sums.add(part);
    return finished;
}

// Three players left: the rates of elimination, computed as in the lanes of the walk.
template <class Kernel>
void third_of_three(const Part& part, PlaceSums& sums) {
    const auto [x, y, z] = std::array{part.stacks[0], part.stacks[1], part.stacks[2]};
    double xy, xz, yz;
    Kernel::resist(x, y, xy);
    Kernel::resist(x, z, xz);
    Kernel::resist(y, z, yz);
    const double rates[] = {y * z * (yz * (xy + xz)), x * z * (xz * (xy + yz)), x * y * (xy * (xz + yz))};
    for (int i = 0; i < 3; ++i) sums.of[3][i] = rates[i] / (rates[0] + rates[1] + rates[2]);
}

// Follow all orders until `last` players are left, 2 or more.
bool solve(const std::vector<double>& sorted, int last, SemKernel kernel, unsigned threads, PlaceSums& sums,
           Watch& watch) {
    const int players = static_cast<int>(sorted.size());
    Part whole{};
    std::ranges::copy(sorted, whole.stacks.begin());
    std::iota(whole.who.begin(), whole.who.end(), std::uint8_t{0});
    whole.chance = 1.0;
    const WalkFunctions& walks = walk_functions(kernel);
    return with_kernel(kernel, [&]<class Kernel>(Kernel) {
        if (players <= last) return true;
        if (players >= kFewestDivided && players - last > 2) {
            return walk_in_parts<Kernel>(whole, players, last, threads, walks, sums, watch);
        }
        if (players == 3) {
            third_of_three<Kernel>(whole, sums);
        } else {
            walks[static_cast<std::size_t>(players)](whole.stacks.data(), whole.who.data(), 1.0, last, sums);
        }
        return true;
    });
}

// Average over equal stacks, which differ only by rounding.
void average_equals(const std::vector<double>& sorted, PlaceSums& sums) {
    for (std::size_t first = 0, end; first < sorted.size(); first = end) {
        for (end = first + 1; end < sorted.size() && sorted[end] == sorted[first];) ++end;
        if (end == first + 1) continue;
        for (auto& place : sums.of) {
            const double all = std::accumulate(place + first, place + end, 0.0);
            std::fill(place + first, place + end, all / static_cast<double>(end - first));
        }
    }
}

// The last place from second on whose prize is that of second place.
std::size_t last_of_equal_prizes(std::span<const double> payouts) {
    std::size_t last = 2;
    while (last < payouts.size() && payouts[last] == payouts[1]) ++last;
    return last;
}

// The prize of players who are out and share places.
double mean_of(std::span<const double> payouts) {
    return std::accumulate(payouts.begin(), payouts.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(payouts.size(), 1));
}

}  // namespace

std::vector<double> centred(const std::vector<double>& sorted) {
    const int middle = (std::ilogb(sorted.front()) + std::ilogb(sorted.back())) / 2;
    std::vector<double> stacks;
    for (const double stack : sorted) stacks.push_back(std::ldexp(stack, -middle));
    return stacks;
}

// `uneven` bounds how much the errors of two stacks differ, relative to them. Each elimination adds at most m + 16
// roundings to each stack, and increases the unevenness; the error of a probability to bust is three times as large,
// plus 64 roundings. Probabilities along an order multiply; sums of positive numbers keep the relative error. The
// longest sum is over the states with four players of a part of the tree, and over the parts.
double sem_rounding(int players) {
    double uneven = 2.0, chances = 0.0;
    for (int left = players; left > 2; --left) {
        chances += 3.0 * uneven + 66.0;
        uneven = kUnevenGrowth * uneven + 2.0 * (left + 16);
    }
    const int part = players >= kFewestDivided ? players - 2 : players;
    double states = 1.0;
    for (int left = 5; left <= part; ++left) states *= left;
    const double longest_sum = states + players * players;
    return (chances + longest_sum + 2.0 * players + 8.0) * 0x1p-53 * (1.0 + 0x1p-20);
}

std::uint64_t sem_states(int players, int last) {
    std::uint64_t states = 0, orders = 1;
    for (int left = players; left > last; --left) {
        states += orders;
        orders *= static_cast<std::uint64_t>(left);
    }
    return states;
}

Report sem_finish(std::span<const double> stacks, SemKernel kernel, unsigned threads, std::span<double> finish,
                  Watch& watch) {
    const std::size_t width = stacks.size();
    std::ranges::fill(finish, 0.0);
    const Seating<double> seating(stacks);
    seating.write_out_players(finish);
    const std::vector<double> sorted = centred(seating.sorted);
    PlaceSums sums;
    const bool finished = solve(sorted, 2, kernel, threads, sums, watch);
    average_equals(sorted, sums);
    const double total = std::accumulate(sorted.rbegin(), sorted.rend(), 0.0);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const std::span<double> row = finish.subspan(seating.seat[i] * width, width);
        row[0] = sorted[i] / total;
        double rest = 1.0 - row[0];
        for (std::size_t place = sorted.size(); place > 2; --place) rest -= row[place - 1] = sums.of[place][i];
        if (sorted.size() > 1) row[1] = std::max(rest, 0.0);
    }
    return {sem_rounding(seating.players()), sem_states(seating.players()), finished};
}

// With j players left the walk may end if second to j-th prize are equal: first place is chip share, and the places
// between are what is left of 1.
Report sem_equities(std::span<const double> stacks, std::span<const double> payouts, SemKernel kernel, unsigned threads,
                    std::span<double> equities, Watch& watch) {
    const Seating<double> seating(stacks);
    const std::size_t players = seating.seat.size();
    std::ranges::fill(equities, mean_of(payouts.subspan(players)));
    const std::vector<double> sorted = centred(seating.sorted);
    const std::size_t last = last_of_equal_prizes(payouts.first(players));
    PlaceSums sums;
    const bool finished = solve(sorted, static_cast<int>(last), kernel, threads, sums, watch);
    average_equals(sorted, sums);
    const double total = std::accumulate(sorted.rbegin(), sorted.rend(), 0.0);
    for (std::size_t i = 0; i < players; ++i) {
        const double first = sorted[i] / total;
        double rest = 1.0 - first, money = first * payouts[0];
        for (std::size_t place = players; place > last; --place) {
            rest -= sums.of[place][i];
            money += sums.of[place][i] * payouts[place - 1];
        }
        equities[seating.seat[i]] = players == 1 ? money : money + std::max(rest, 0.0) * payouts[1];
    }
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    const auto work = sem_states(seating.players(), static_cast<int>(last));
    return {(sem_rounding(seating.players()) + 0x1p-50) * pool, work, finished};
}

}  // namespace finaltable
