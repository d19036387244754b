// ICM: three methods against each other, each within its stated error.
#include "fuzz/input.hpp"
#include "icm/compressed.hpp"
#include "icm/heads.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"

using namespace finaltable;
using namespace finaltable::fuzz;

namespace {

constexpr int kMostDoublings = 600;  // ratios of stacks: Python takes stacks from 1e-100 to 1e100

struct Question {
    std::vector<double> stacks, payouts;
    double tolerance;
};

Question read(Input& input, std::size_t most) {
    const std::size_t players = input.from(1, most);
    Question question{input.stacks(players, kMostDoublings), {}, 0.0};
    question.payouts = input.payouts(input.from(1, players));
    question.tolerance = input.tolerance(1, 13);
    return question;
}

void check_equities(const Question& question, std::span<const double> equities, const Report& report) {
    const double all = sum(question.payouts), most = *std::ranges::max_element(question.payouts);
    HOLDS(report.finished && report.error >= 0.0);
    HOLDS(between(equities, 0.0, most, report.error));
    HOLDS(close(sum(equities), all, report.error * static_cast<double>(equities.size()) + 1e-13 * all));
}

struct Solved {
    std::vector<double> equities;
    double error;
};

Solved compressed(const Question& question, unsigned threads) {
    std::vector<double> equities(question.stacks.size());
    NoWatch watch;
    const Limits limits{.tolerance = question.tolerance, .threads = threads};
    const Report report = icm_compressed(question.stacks, question.payouts, limits, equities, watch);
    check_equities(question, equities, report);
    return {equities, report.error};
}

Solved quadrature(const Question& question) {
    std::vector<double> equities(question.stacks.size());
    NoWatch watch;
    const Report report = icm_equities(question.stacks, question.payouts, question.tolerance, equities, watch);
    check_equities(question, equities, report);
    return {equities, report.error};
}

// Rows of some players against the matrix.
void check_rows(const Question& question, std::span<const double> finish, double error) {
    const std::size_t players = question.stacks.size();
    const std::vector<std::size_t> seats{players / 2, players - 1};
    std::vector<double> rows(seats.size() * players);
    NoWatch watch;
    const Report report = icm_compressed_rows(question.stacks, seats, {.tolerance = question.tolerance}, rows, watch);
    HOLDS(report.finished && between(rows, 0.0, 1.0, report.error));
    for (std::size_t i = 0; i < seats.size(); ++i) {
        const std::span<const double> row = std::span<const double>(rows).subspan(i * players, players);
        HOLDS(close(row, finish.subspan(seats[i] * players, players), report.error + error));
    }
}

bool agree(const Solved& one, const Solved& other) {
    return close(one.equities, other.equities, one.error + other.error);
}

void small_table(Input& input) {
    Question question = read(input, 9);
    const std::size_t players = question.stacks.size();
    question.payouts.resize(players);
    std::vector<double> truth(players), finish(players * players), income(players), heads(players * players);
    const Report exact = icm_subset_equities(question.stacks, question.payouts, truth);
    check_equities(question, truth, exact);
    const Report places = icm_subsets(question.stacks, finish);
    HOLDS(is_finish(finish, players, places.error * static_cast<double>(players) + 1e-14));
    HOLDS(close(paid(finish, question.payouts, players), truth, exact.error + places.error * sum(question.payouts)));
    HOLDS(agree({truth, exact.error}, compressed(question, 1)));
    HOLDS(agree({truth, exact.error}, quadrature(question)));
    NoWatch watch;
    std::vector<double> again(finish.size());
    const Report other = icm_finish(question.stacks, question.tolerance, again, watch);
    HOLDS(close(finish, again, places.error + other.error));
    check_rows(question, finish, places.error);

    const HeadRules rules{input.fraction(), input.byte() % 2 == 0};
    const Report won = icm_income(question.stacks, question.payouts, rules, income);
    const Report shares = icm_heads(question.stacks, rules, heads);
    const double all = sum(question.payouts);
    HOLDS(between(income, 0.0, all, won.error) && sum(income) <= all * (1.0 + 1e-13) + won.error);
    HOLDS(close(paid(heads, question.payouts, players), income, won.error + shares.error * all));
}

void large_field(Input& input) {
    const Question question = read(input, 200);
    const Solved alone = compressed(question, 1), two_threads = compressed(question, 2);
    HOLDS(two_threads.equities == alone.equities && two_threads.error == alone.error);
    HOLDS(agree(alone, quadrature(question)));
    const std::size_t players = question.stacks.size();
    std::vector<double> finish(players * players);
    NoWatch watch;
    check_rows(question, finish, icm_finish(question.stacks, 1e-12, finish, watch).error);
    StopAt stop(input.byte());
    std::vector<double> stopped(question.stacks.size());
    icm_compressed(question.stacks, question.payouts, {.tolerance = question.tolerance}, stopped, stop);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    input.byte() % 4 == 0 ? large_field(input) : small_table(input);
    return 0;
}
