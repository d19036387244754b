// C interface of the Independent Chip Model: subsets, quadrature, and bounties.
#include "icm/heads.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "wasm/host.hpp"

FINALTABLE_EXPORT void icm_subsets(std::size_t players, const double* stacks, double* finish, double* report) {
    finaltable::write(report, finaltable::icm_subsets({stacks, players}, {finish, players * players}));
}

FINALTABLE_EXPORT void icm_finish(std::size_t players, const double* stacks, double tolerance, double* finish,
                                  double* report) {
    finaltable::NoWatch watch;
    finaltable::write(report, finaltable::icm_finish({stacks, players}, tolerance, {finish, players * players}, watch));
}

FINALTABLE_EXPORT void icm_income(std::size_t players, const double* stacks, const double* heads, double share, int own,
                                  double* income, double* report) {
    finaltable::write(
        report, finaltable::icm_income({stacks, players}, {heads, players}, {share, own != 0}, {income, players}));
}
