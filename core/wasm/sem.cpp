// Sequential elimination for hosts that speak C: its tree, who busts whom, and bounties.
#include "sem/heads.hpp"
#include "sem/tree.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

// The one that people mean by SEM: the others would make the module half as large again.
constexpr SemKernel kKernel = SemKernel::knockout;

}  // namespace

FINALTABLE_EXPORT void sem_finish(std::size_t players, const double* stacks, double* finish) {
    NoWatch watch;
    finaltable::sem_finish({stacks, players}, kKernel, 1, {finish, players * players}, watch);
}

FINALTABLE_EXPORT void sem_knockouts(std::size_t players, const double* stacks, double* knockouts) {
    NoWatch watch;
    finaltable::sem_knockouts({stacks, players}, kKernel, 1, {knockouts, players * players}, watch);
}

FINALTABLE_EXPORT void sem_income(std::size_t players, const double* stacks, const double* heads, double share, int own,
                                  double* income) {
    finaltable::sem_income({stacks, players}, {heads, players}, kKernel, {share, own != 0}, {income, players});
}
