// C interface of sequential elimination: its tree, knockouts, and bounties. The tolerance is not needed: rounding is the
// only error.
#include "sem/heads.hpp"
#include "sem/tree.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

// The default kernel; the others would make the module half as large again.
constexpr SemKernel kKernel = SemKernel::knockout;

constexpr double kMeans = 0x1p-50;  // rounding of an equity, relative to all prizes

}  // namespace

FINALTABLE_EXPORT void sem_finish(std::size_t players, const Chips* stacks, double, double* finish, double* report) {
    NoWatch watch;
    write(report, finaltable::sem_finish(as_numbers(players, stacks), kKernel, 1, {finish, players * players}, watch));
}

FINALTABLE_EXPORT void sem_equities(std::size_t players, const Chips* stacks, const double* payouts, double,
                                    double* equities, double* finish, double* report) {
    NoWatch watch;
    const Report found =
        finaltable::sem_finish(as_numbers(players, stacks), kKernel, 1, {finish, players * players}, watch);
    write(report, paid(found, kMeans, {finish, players * players}, {payouts, players}, {equities, players}));
}

FINALTABLE_EXPORT void sem_knockouts(std::size_t players, const Chips* stacks, double, double* knockouts,
                                     double* report) {
    NoWatch watch;
    write(report,
          finaltable::sem_knockouts(as_numbers(players, stacks), kKernel, 1, {knockouts, players * players}, watch));
}

FINALTABLE_EXPORT void sem_income(std::size_t players, const Chips* stacks, const double* heads, double share, int own,
                                  double, double* income, double* report) {
    write(report, finaltable::sem_income(as_numbers(players, stacks), {heads, players}, kKernel, {share, own != 0},
                                         {income, players}));
}
