// The slow side of a benchmark: tournaments simulated directly, as the paper describes a hand. Every stack is updated in
// every hand (Figure 3), and those who bust are sorted and share prizes where they tie (Algorithm 2).
// Prints tournaments a second. Arguments: seconds, the number of paid places, then the stacks.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "support/random.hpp"

struct Player {
    long long stack;
    std::size_t seat;
};

int main(int count, char** arguments) {
    using Clock = std::chrono::steady_clock;
    const double seconds = std::atof(arguments[1]);
    const auto paid = static_cast<std::size_t>(std::atoll(arguments[2]));
    std::vector<Player> start;
    for (int i = 3; i < count; ++i) start.push_back({std::atoll(arguments[i]), start.size()});
    std::vector<double> prizes(start.size()), money(start.size());
    for (std::size_t k = 0; k < paid; ++k) prizes[k] = std::pow(static_cast<double>(k + 1), -0.9);
    std::vector<Player> left, bankrupt;
    finaltable::Random random(1, 1);
    long long tournaments = 0;
    const auto begin = Clock::now();
    double taken = 0.0;
    for (; taken < seconds; taken = std::chrono::duration<double>(Clock::now() - begin).count()) {
        for (int repeat = 0; repeat < 20; ++repeat, ++tournaments) {
            left = start;
            while (left.size() > 1) {
                const auto winner = static_cast<std::size_t>(finaltable::below(random.bits(), left.size()));
                const long long stack = left[winner].stack;
                long long won = 0;
                std::size_t kept = 0;
                bankrupt.clear();
                for (std::size_t i = 0; i < left.size(); ++i) {
                    won += std::min(stack, left[i].stack);
                    if (i != winner && left[i].stack <= stack) {
                        bankrupt.push_back(left[i]);
                    } else {
                        left[kept++] = {i == winner ? -1 : left[i].stack - stack, left[i].seat};
                    }
                }
                left.resize(kept);
                for (Player& player : left) player.stack = player.stack < 0 ? won : player.stack;
                std::ranges::sort(bankrupt, std::greater<>{}, &Player::stack);
                for (std::size_t i = 0, k; i < bankrupt.size() && kept + i < paid; i = k) {
                    double sum = 0.0;
                    for (k = i; k < bankrupt.size() && bankrupt[k].stack == bankrupt[i].stack; ++k)
                        sum += prizes[kept + k];
                    for (std::size_t j = i; j < k; ++j) money[bankrupt[j].seat] += sum / static_cast<double>(k - i);
                }
            }
            money[left[0].seat] += prizes[0];
        }
    }
    std::printf("%.1f %g\n", static_cast<double>(tournaments) / taken, money[0] / static_cast<double>(tournaments));
}
