// DCM: the proved errors of its tree, its samples, and chips of 64 and 128 bits.
#include "dcm/bounty.hpp"
#include "dcm/equities.hpp"
#include "dcm/field.hpp"
#include "dcm/hybrid.hpp"
#include "dcm/tree.hpp"
#include "fuzz/input.hpp"

using namespace finaltable;
using namespace finaltable::fuzz;

namespace {

constexpr double kRounding = 1e-12;
constexpr double kLeastThreshold = 1e-6;  // bounds the time of a run

// Every probability, by the tree: finish probabilities, knockouts, equities and bounties fit together.
template <class Chips>
std::vector<double> check_tree(const std::vector<Chips>& stacks, Input input) {
    const std::size_t players = stacks.size();
    const Limits limits{.tolerance = input.tolerance(1, 6), .least_threshold = kLeastThreshold};
    const std::vector<double> payouts = input.payouts(players), bounties = input.payouts(players);
    std::vector<double> finish(players * players), knockouts(players * players);
    NoWatch watch;
    const Report places = dcm_finish<Chips>(stacks, limits, finish, watch);
    HOLDS(is_finish(finish, players, kRounding));
    double chips = 0.0;
    for (const Chips stack : stacks) chips += static_cast<double>(stack);
    for (std::size_t i = 0; i < players; ++i) {
        HOLDS(close(finish[i * players], static_cast<double>(stacks[i]) / chips, places.error + kRounding));
    }

    std::vector<double> equities(players), found(players * players), again(players), none;
    Limits search{.tolerance = limits.tolerance};
    const Report report = dcm_equities<Chips>(stacks, payouts, search, equities, found, watch);
    const double pool = sum(payouts);
    HOLDS(report.error <= limits.tolerance * pool + kRounding * pool);
    HOLDS(close(sum(equities), pool, kRounding * pool));
    HOLDS(between(equities, 0.0, *std::ranges::max_element(payouts), report.error));
    HOLDS(close(paid(finish, payouts, players), equities, report.error + (places.error + kRounding) * pool));
    search.threads = 2;
    const Report second = dcm_equities<Chips>(stacks, payouts, search, again, none, watch);
    HOLDS(again == equities && second.error == report.error);

    const Report busts = dcm_knockouts<Chips>(stacks, limits, knockouts, watch);
    for (std::size_t j = 0; j < players; ++j) {
        double busted = 0.0;
        for (std::size_t i = 0; i < players; ++i) busted += knockouts[i * players + j];
        HOLDS(close(busted, stacks[j] == 0 ? 0.0 : 1.0 - finish[j * players], busts.error + places.error + kRounding));
    }
    std::vector<double> income(players);
    const HeadRules rules{input.fraction(), input.byte() % 2 == 0};
    const Report won = dcm_income<Chips>(stacks, bounties, rules, limits, income, watch);
    HOLDS(between(income, 0.0, sum(bounties), won.error + kRounding * sum(bounties)));
    finish.insert(finish.end(), equities.begin(), equities.end());
    return finish;
}

template <class Chips>
void check_samples(const std::vector<Chips>& stacks, Input& input) {
    const std::size_t players = stacks.size();
    const std::vector<double> payouts = input.payouts(players);
    std::vector<double> equities(players), errors(players), again(players), finish(players * players);
    Limits limits{.tournaments = 1 << 10, .seed = input.bytes(8), .quasi_random = static_cast<int>(input.from(0, 8))};
    NoWatch watch;
    const double pool = sum(payouts);
    field_equities<Chips>(stacks, payouts, limits, equities, errors, watch);
    HOLDS(close(sum(equities), pool, kRounding * pool) && between(errors, 0.0, pool, 0.0));
    limits.threads = 2;
    field_equities<Chips>(stacks, payouts, limits, again, errors, watch);
    HOLDS(again == equities);
    field_finish<Chips>(stacks, players, limits, finish, watch);
    HOLDS(is_finish(finish, players, kRounding, static_cast<double>(players)));  // a place is only sampled
    limits.least_threshold = input.tolerance(1, 4);
    const Report hybrid = hybrid_finish<Chips>(stacks, payouts, limits, finish, errors, watch);
    HOLDS(is_finish(finish, players, hybrid.finish_error + kRounding));  // a sampled second place may be cut at zero
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const bool drawn = input.byte() % 4 == 0;
    std::vector<std::int64_t> stacks = input.chips(drawn ? input.from(3, 40) : input.from(1, 7));
    if (drawn) {
        for (std::int64_t& stack : stacks) stack = std::max<std::int64_t>(stack, 1);
        check_samples(stacks, input);
        return 0;
    }
    [[maybe_unused]] const std::vector<double> narrow = check_tree(stacks, input);
#if FINALTABLE_WIDE_CHIPS
    std::vector<WideChips> wide(stacks.begin(), stacks.end());
    for (WideChips& stack : wide) stack <<= 60;
    HOLDS(close(check_tree(wide, input), narrow, 1e-9 * (1.0 + *std::ranges::max_element(narrow))));
#endif
    return 0;
}
