// The Independent Chip Model for hosts that speak C: subsets, quadrature, and bounties.
#include "icm/heads.hpp"
#include "icm/quadrature.hpp"
#include "icm/subsets.hpp"
#include "wasm/host.hpp"

FINALTABLE_EXPORT void icm_subsets(std::size_t players, const double* stacks, double* finish) {
    finaltable::icm_subsets({stacks, players}, {finish, players * players});
}

// report: error, points.
FINALTABLE_EXPORT void icm_finish(std::size_t players, const double* stacks, double tolerance, double* finish,
                                  double* report) {
    finaltable::NoWatch watch;
    const finaltable::QuadratureReport found =
        finaltable::icm_finish({stacks, players}, tolerance, {finish, players * players}, watch);
    finaltable::write(report, {found.error, finaltable::as_double(found.points)});
}

FINALTABLE_EXPORT void icm_income(std::size_t players, const double* stacks, const double* heads, double share, int own,
                                  double* income) {
    finaltable::icm_income({stacks, players}, {heads, players}, {share, own != 0}, {income, players});
}
