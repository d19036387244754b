// C interface of sequential elimination: its tree, knockouts, and bounties.
#include "sem/heads.hpp"
#include "sem/tree.hpp"
#include "wasm/host.hpp"

namespace {

using namespace finaltable;

// The default kernel; the others would make the module half as large again.
constexpr SemKernel kKernel = SemKernel::knockout;

}  // namespace

FINALTABLE_EXPORT void sem_finish(std::size_t players, const double* stacks, double* finish, double* report) {
    NoWatch watch;
    write(report, finaltable::sem_finish({stacks, players}, kKernel, 1, {finish, players * players}, watch));
}

FINALTABLE_EXPORT void sem_knockouts(std::size_t players, const double* stacks, double* knockouts, double* report) {
    NoWatch watch;
    write(report, finaltable::sem_knockouts({stacks, players}, kKernel, 1, {knockouts, players * players}, watch));
}

FINALTABLE_EXPORT void sem_income(std::size_t players, const double* stacks, const double* heads, double share, int own,
                                  double* income, double* report) {
    write(report,
          finaltable::sem_income({stacks, players}, {heads, players}, kKernel, {share, own != 0}, {income, players}));
}
