// Push or fold: games with any values, profiles that stay profiles, threads, and stopping.
#include <numeric>

#include "equilibrium/guess.hpp"
#include "equilibrium/judge.hpp"
#include "equilibrium/solve.hpp"
#include "fuzz/input.hpp"

using namespace finaltable;
using namespace finaltable::fuzz;

namespace {

constexpr std::size_t kChannels = 3;  // of two players: the earlier wins, a tie, the later wins

// Made-up showdowns: the higher class wins more often.
struct Showdowns {
    Showdowns() : one(kHands, 1.0), two(kChannels * kHands * kHands) {
        for (std::size_t x = 0; x < kHands; ++x) {
            for (std::size_t y = 0; y < kHands; ++y) {
                const double wins = 0.9 * static_cast<double>(x + 1) / static_cast<double>(x + y + 2);
                two[x * kHands + y] = wins;
                two[(kHands + x) * kHands + y] = 0.1;
                two[(2 * kHands + x) * kHands + y] = 0.9 - wins;
            }
        }
    }
    std::vector<double> one, two;
};

const Dealing& deals_of(std::size_t seats) {
    static const Dealing pairs({}, {});
    static const Dealing triples = [] {
        std::vector<std::uint8_t> orders(kTriples * kOrders, 20);
        for (std::size_t triple = 0; triple < kTriples; ++triple) orders[triple * kOrders] = 15;
        return Dealing(count_deals(), orders);
    }();
    return seats < 3 ? pairs : triples;
}

std::vector<double> any_gains(Input& input, std::size_t count) {
    std::vector<double> gains(count);
    for (double& gain : gains) gain = (static_cast<double>(input.byte()) - 128.0) / 128.0;
    return gains;
}

void check_solved(const Solved& solved, const Profile& start, std::span<const bool> locked, bool last_opens,
                  std::size_t seats) {
    HOLDS(between(solved.best.profile, 0.0, 1.0, 0.0));
    HOLDS(between(solved.best.exploitability, 0.0, 1e3, 0.0));
    HOLDS(std::ranges::all_of(solved.best.values, [](double value) { return std::isfinite(value); }));
    HOLDS(std::ranges::is_sorted(solved.history, std::greater<>()));
    HOLDS(sum(solved.best.masses.one) <= 1.0 + 1e-6);
    for (std::size_t node = 0; node < locked.size(); ++node) {
        if (!locked[node] || (!last_opens && node == open_node(seats - 1))) continue;
        const auto at = static_cast<std::ptrdiff_t>(node * kHands), size = static_cast<std::ptrdiff_t>(kHands);
        HOLDS(std::equal(start.begin() + at, start.begin() + at + size, solved.best.profile.begin() + at));
    }
}

// A guess is a profile, keeps what is locked, and goes in with the best hands elsewhere.
void check_guess(const Game& game, const Profile& start, std::span<const bool> locked) {
    std::vector<std::size_t> ranking(kHands);
    std::iota(ranking.rbegin(), ranking.rend(), 0);
    const Profile guess = guess_profile(game, ranking, locked, start);
    HOLDS(guess.size() == start.size() && between(guess, 0.0, 1.0, 0.0));
    for (std::size_t node = 0; node < locked.size(); ++node) {
        const auto from = guess.begin() + static_cast<std::ptrdiff_t>(node * kHands);
        if (locked[node] || game.seats < 3) {
            HOLDS(std::equal(from, from + kHands, start.begin() + (from - guess.begin())));
        } else {
            HOLDS(std::is_sorted(from, from + kHands));
        }
    }
}

void check_game(Input& input) {
    static const Showdowns showdowns;
    const std::size_t seats = input.from(2, 4), players = seats + input.from(0, 1);
    const bool last_opens = input.byte() % 2 == 0;
    const std::vector<double> one = any_gains(input, seats * players);
    const std::vector<double> two = any_gains(input, pairs_of(seats) * kChannels * players);
    const std::vector<double> three = any_gains(input, triples_of(seats) * kOrders * players);
    const Game game{seats,         players,         last_opens, 1,   kChannels, showdowns.one,
                    showdowns.two, deals_of(seats), one,        two, three};
    Profile start(nodes_of(seats) * kHands);
    std::array<bool, 64> flags{};
    for (std::size_t node = 0; node < nodes_of(seats); ++node) {
        flags[node] = input.byte() % 8 == 1;
        const std::size_t from = last_opens || node != open_node(seats - 1) ? input.from(0, kHands) : kHands;
        for (std::size_t h = from; h < kHands; ++h) start[node * kHands + h] = 1.0;
    }
    const std::span<const bool> locked(flags.data(), nodes_of(seats));
    NoWatch watch;
    const SolveOptions options{input.tolerance(2, 6), 3, 1};
    const Solved alone = solve_game(game, start, locked, options, watch);
    check_solved(alone, start, locked, last_opens, seats);
    const Solved other = solve_game(game, start, locked, {options.tolerance, options.most_sweeps, 2}, watch);
    HOLDS(other.best.profile == alone.best.profile && other.history == alone.history);
    const Measured again = measure(game, alone.best.profile, locked, 2, watch);
    HOLDS(close(again.exploitability, alone.best.exploitability, 1e-9) && again.gain == alone.best.gain);
    check_guess(game, start, locked);
    StopAt stop(input.byte());
    check_solved(solve_game(game, start, locked, options, stop), start, locked, last_opens, seats);
}

void check_ranks(Input& input) {
    std::vector<std::size_t> classes(input.from(1, 20));
    for (std::size_t& one : classes) one = input.from(0, kHands - 1);
    const std::size_t choosing = input.from(1, 3), others = input.from(0, 3), all = choosing + others, deals = 20;
    const std::vector<std::uint8_t> ranks = dealt_ranks(classes, choosing, others, deals, input.bytes(8));
    HOLDS(ranks.size() == all * deals);
    for (std::size_t deal = 0; deal < deals; ++deal) {
        const std::span<const std::uint8_t> own = std::span(ranks).subspan(deal * all, all);
        HOLDS(*std::ranges::min_element(own) == 0 && *std::ranges::max_element(own) < all);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    input.byte() % 4 == 1 ? check_ranks(input) : check_game(input);
    return 0;
}
