// C interface of the Independent Chip Model: subsets and bounties. The tolerance is not needed: rounding is the only error.
#include "icm/heads.hpp"
#include "icm/subsets.hpp"
#include "wasm/host.hpp"

using namespace finaltable;

FINALTABLE_EXPORT void icm_finish(std::size_t players, const Chips* stacks, double, double* finish, double* report) {
    write(report, icm_subsets(as_numbers(players, stacks), {finish, players * players}));
}

FINALTABLE_EXPORT void icm_equities(std::size_t players, const Chips* stacks, const double* payouts, double,
                                    double* equities, double* finish, double* report) {
    const Report found = icm_subsets(as_numbers(players, stacks), {finish, players * players});
    write(report, paid(found, 0.0, {finish, players * players}, {payouts, players}, {equities, players}));
}

FINALTABLE_EXPORT void icm_income(std::size_t players, const Chips* stacks, const double* heads, double share, int own,
                                  double, double* income, double* report) {
    write(report,
          finaltable::icm_income(as_numbers(players, stacks), {heads, players}, {share, own != 0}, {income, players}));
}
