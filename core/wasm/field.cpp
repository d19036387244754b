// C interface of ICM for large fields, a module of its own: few questions of the page need it.
#include "icm/compressed.hpp"
#include "wasm/host.hpp"

FINALTABLE_EXPORT void icm_compressed(std::size_t players, const double* stacks, std::size_t places,
                                      const double* payouts, double tolerance, double* equities, double* report) {
    finaltable::NoWatch watch;
    finaltable::write(report, finaltable::icm_compressed({stacks, players}, {payouts, places}, {.tolerance = tolerance},
                                                         {equities, players}, watch));
}
