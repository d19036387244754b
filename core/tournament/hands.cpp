#include "tournament/hands.hpp"

#include <algorithm>

#include "support/parallel.hpp"

namespace finaltable {
namespace {

template <class Value>
std::span<Value> row_of(std::span<Value> rows, std::size_t row, std::size_t count) {
    return rows.subspan(row * (rows.size() / count), rows.size() / count);
}

Game game_of(const Hands& hands, std::size_t hand) {
    Game game = hands.game;
    game.one_gains = row_of(hands.game.one_gains, hand, hands.count);
    game.two_gains = row_of(hands.game.two_gains, hand, hands.count);
    game.three_gains = row_of(hands.game.three_gains, hand, hands.count);
    return game;
}

void write(const std::vector<double>& values, std::span<double> rows, std::size_t row, std::size_t count) {
    std::ranges::copy(values, row_of(rows, row, count).begin());
}

}  // namespace

bool solve_hands(const Hands& hands, const SolveOptions& options, HandAnswers answers, Watch& watch) {
    SolveOptions alone = options;
    alone.threads = 1;
    return parallel_for(hands.count, options.threads, watch, [&](std::size_t hand, Watch& own) {
        if (!own.keep_going(0.0, 0.0)) return;
        const Game game = game_of(hands, hand);
        const std::span<const double> start = row_of(hands.start, hand, hands.count);
        const Solved solved = solve_game(game, Profile(start.begin(), start.end()), hands.locked, alone, own);
        write(solved.best.profile, answers.profile, hand, hands.count);
        write(solved.best.exploitability, answers.exploitability, hand, hands.count);
        write(solved.best.masses.one, answers.one, hand, hands.count);
        write(solved.best.masses.two, answers.two, hand, hands.count);
        write(solved.best.masses.three, answers.three, hand, hands.count);
        answers.solved[hand] = 1;
    });
}

}  // namespace finaltable
