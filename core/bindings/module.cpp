// The module: one file for each subject, which alone know Python. Arrays in, arrays out, the lock released in between.
#include "bindings/host.hpp"

namespace finaltable {
void bind_bounties(nb::module_& module);
void bind_cards(nb::module_& module);
void bind_dcm(nb::module_& module);
void bind_equilibrium(nb::module_& module);
void bind_icm(nb::module_& module);
void bind_sem(nb::module_& module);
void bind_tables(nb::module_& module);
}  // namespace finaltable

NB_MODULE(_core, module) {
    finaltable::bind_bounties(module);
    finaltable::bind_cards(module);
    finaltable::bind_dcm(module);
    finaltable::bind_equilibrium(module);
    finaltable::bind_icm(module);
    finaltable::bind_sem(module);
    finaltable::bind_tables(module);
}
