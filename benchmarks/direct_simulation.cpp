// The other side of a benchmark: one tournament simulated directly, every player's stack touched in every hand.
// Prints tournaments a second. Arguments: seconds, then the stacks in falling order.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "random.hpp"

int main(int count, char** arguments) {
    using Clock = std::chrono::steady_clock;
    const double seconds = std::atof(arguments[1]);
    std::vector<long long> start;
    for (int i = 2; i < count; ++i) start.push_back(std::atoll(arguments[i]));
    std::vector<long long> stack;
    std::vector<std::size_t> player;
    std::vector<double> places(start.size());
    finaltable::Random random(1, 1);
    long long tournaments = 0;
    const auto begin = Clock::now();
    double taken = 0.0;
    while (taken < seconds) {
        for (int repeat = 0; repeat < 100; ++repeat, ++tournaments) {
            stack = start;
            player.resize(start.size());
            for (std::size_t i = 0; i < player.size(); ++i) player[i] = i;
            while (stack.size() > 1) {
                const auto winner = static_cast<std::size_t>(finaltable::below(random.bits(), stack.size()));
                const long long lost = stack[winner];
                const std::size_t who = player[winner];
                long long won = 0;
                std::size_t kept = 0;
                for (std::size_t i = 0; i < stack.size(); ++i) {
                    won += stack[i] < lost ? stack[i] : lost;
                    if (i == winner) continue;
                    if (stack[i] <= lost) {
                        places[player[i]] += static_cast<double>(i);
                    } else {
                        player[kept] = player[i];
                        stack[kept++] = stack[i] - lost;
                    }
                }
                std::size_t rank = kept;
                stack.resize(kept + 1);
                player.resize(kept + 1);
                for (; rank > 0 && stack[rank - 1] < won; --rank) {
                    stack[rank] = stack[rank - 1];
                    player[rank] = player[rank - 1];
                }
                stack[rank] = won;
                player[rank] = who;
            }
        }
        taken = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    std::printf("%.1f %g\n", static_cast<double>(tournaments) / taken, places[0]);
}
