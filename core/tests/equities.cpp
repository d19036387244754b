// Equities from the search: against finish probabilities, and on several threads.
#include "dcm/equities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "dcm/tree.hpp"
#include "tests/check.hpp"
#include "tests/tables.hpp"

using namespace finaltable;
using namespace finaltable::tests;

namespace {

struct Found {
    std::vector<double> equities, finish;
    Report report;
};

template <class Chips>
Found search(const std::vector<Chips>& stacks, const std::vector<double>& payouts, Limits limits) {
    NoWatch watch;
    Found found{std::vector<double>(stacks.size()), std::vector<double>(stacks.size() * stacks.size()), {}};
    found.report = dcm_equities<Chips>(stacks, payouts, limits, found.equities, found.finish, watch);
    return found;
}

}  // namespace

TEST("equities are within their error") {
    const std::vector<double> payouts{50, 30, 20, 0, 5};
    for (const std::vector<std::int64_t>& stacks : {std::vector<std::int64_t>{9, 7, 5, 3, 1},
                                                    {4, 4, 4, 2, 2},
                                                    {1, 1, 1, 1, 1},
                                                    {0, 8, 3, 0, 2},
                                                    {6, 0, 0, 0, 2}}) {
        const Found fine = search(stacks, payouts, {1e-12});
        for (const double tolerance : {1e-2, 1e-5, 1e-9}) {
            const Found found = search(stacks, payouts, {tolerance});
            CHECK(found.report.error <= tolerance * 105);
            for (std::size_t i = 0; i < stacks.size(); ++i) {
                CHECK(std::abs(found.equities[i] - fine.equities[i]) <= found.report.error + fine.report.error);
            }
        }
    }
}

TEST("the finish probabilities found on the way give the same equities within the errors") {
    const std::vector<std::int64_t> stacks{900, 700, 520, 310, 110, 60};
    const std::vector<double> payouts{50, 30, 20, 0, 0, 0};
    const Found found = search(stacks, payouts, {1e-6});
    CHECK(sums_to_one(found.finish, stacks.size(), 1e-12) && found.report.finish_error < 1e-5);
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const double paid = std::inner_product(payouts.begin(), payouts.end(), &found.finish[i * stacks.size()], 0.0);
        CHECK(std::abs(paid - found.equities[i]) < found.report.error + 30 * found.report.finish_error);
    }
}

TEST("places that pay alike need no search") {
    const std::vector<std::int64_t> stacks{900, 700, 520, 310, 110, 60};
    const Found seats = search(stacks, {1, 1, 1, 1, 0, 0}, {1e-9}), all = search(stacks, {1, 1, 1, 0.5, 0, 0}, {1e-9});
    CHECK(0 < seats.report.work && seats.report.work < all.report.work / 4);
    CHECK(seats.report.finish_error >= 1.0);  // places 2 to 4 are not known
    CHECK(search(stacks, {2, 1, 1, 1, 1, 1}, {1e-9}).report.work == 0);
}

#if FINALTABLE_WIDE_CHIPS
TEST("wide chips give the bits of narrow ones") {
    const std::vector<std::int64_t> narrow{900, 700, 520, 310, 310, 60};
    const std::vector<WideChips> wide(narrow.begin(), narrow.end());
    const std::vector<double> payouts{50, 30, 20, 0, 0, 0};
    CHECK(search(narrow, payouts, {1e-6}).equities == search(wide, payouts, {1e-6}).equities);
}
#endif

TEST("a search that is stopped states a larger error") {
    const std::vector<std::int64_t> stacks{900, 700, 521, 310, 110, 60, 45, 30, 7};
    std::vector<double> payouts{50, 30, 29, 28, 28, 28, 28, 28, 28}, equities(9), fine(9);
    NoWatch watch;
    const Report whole = dcm_equities<std::int64_t>(stacks, payouts, {1e-9}, fine, {}, watch);
    for (const int looks : {0, 1, 2, 3}) {
        StopAt stop(looks);
        const Report report = dcm_equities<std::int64_t>(stacks, payouts, {1e-9}, equities, {}, stop);
        CHECK(!report.finished);
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            CHECK(std::abs(equities[i] - fine[i]) <= report.error + whole.error);
        }
    }
}
