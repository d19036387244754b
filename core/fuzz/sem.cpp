// Sequential elimination: sums, chip shares, knockouts, bounties, and threads.
#include "fuzz/input.hpp"
#include "sem/heads.hpp"
#include "sem/sample.hpp"
#include "sem/tree.hpp"

using namespace finaltable;
using namespace finaltable::fuzz;

namespace {

constexpr int kMostDoublings = 200;  // kMaxSemRange is 2^265, and chips add 48 more

void check_tree(Input& input, std::span<const double> stacks, SemKernel kernel) {
    const std::size_t players = stacks.size();
    NoWatch watch;
    std::vector<double> finish(players * players), again(players * players), knockouts(players * players);
    const Report report = sem_finish(stacks, kernel, 1, finish, watch);
    const double error = report.error * static_cast<double>(players) + 1e-14;
    HOLDS(report.finished && is_finish(finish, players, error));
    sem_finish(stacks, kernel, 2, again, watch);
    HOLDS(again == finish);
    const std::vector<double> payouts = input.payouts(players);
    std::vector<double> equities(players);
    const Report money = sem_equities(stacks, payouts, kernel, 2, equities, watch);
    const std::vector<double> by_place = paid(finish, payouts, players);
    for (std::size_t i = 0; i < players; ++i) HOLDS(close(equities[i], by_place[i], 2.0 * money.error));
    const Report busts = sem_knockouts(stacks, kernel, 2, knockouts, watch);
    const double chips = sum(stacks);
    for (std::size_t j = 0; j < players; ++j) {
        HOLDS(close(finish[j * players], stacks[j] / chips, report.error + 1e-14));
        double busted = 0.0;
        for (std::size_t i = 0; i < players; ++i) busted += knockouts[i * players + j];
        const double expected = stacks[j] == 0.0 ? 0.0 : 1.0 - finish[j * players];
        HOLDS(close(busted, expected, error + busts.error * static_cast<double>(players)));
    }

    const std::vector<double> bounties = input.payouts(players);
    std::vector<double> income(players);
    const Report won = sem_income(stacks, bounties, kernel, {input.fraction(), input.byte() % 2 == 0}, income);
    HOLDS(between(income, 0.0, sum(bounties), won.error));
    HOLDS(sum(income) <= sum(bounties) * (1.0 + 1e-13) + won.error * static_cast<double>(players));
}

void check_sample(Input& input, std::vector<double> stacks, SemKernel kernel) {
    for (double& stack : stacks) stack = std::max(stack, 1.0);
    const std::size_t players = stacks.size();
    std::vector<double> payouts = input.payouts(players);
    std::vector<double> equities(players), errors(players), finish(players * players);
    const Limits limits{.tolerance = -1.0, .tournaments = 256, .seed = input.bytes(8)};
    const auto draw = [&](unsigned threads) {
        NoWatch watch;
        Limits own = limits;
        own.threads = threads;
        sem_sample(stacks, payouts, kernel, own, {equities, errors, finish}, watch);
    };
    draw(1);
    HOLDS(close(sum(equities), sum(payouts), 1e-10 * sum(payouts)));
    HOLDS(is_finish(finish, players, static_cast<double>(players), 1e-10));  // a player's row is only sampled
    const std::vector<double> alone = finish;
    draw(2);
    HOLDS(alone == finish);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const auto kernel = std::array{SemKernel::knockout, SemKernel::roberts, SemKernel::weitzman}[input.byte() % 3];
    const bool drawn = input.byte() % 4 == 0;
    const std::vector<double> stacks = input.stacks(drawn ? input.from(4, 14) : input.from(1, 7), kMostDoublings);
    drawn ? check_sample(input, stacks, kernel) : check_tree(input, stacks, kernel);
    return 0;
}
