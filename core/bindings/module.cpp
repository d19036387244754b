// The module _core. Only the files in this folder use Python, one per subject: they take arrays, release the
// interpreter lock, and return an Answer.
#include "bindings/host.hpp"

namespace finaltable {
void bind_bounties(nb::module_& module);
void bind_cards(nb::module_& module);
void bind_dcm(nb::module_& module);
void bind_equilibrium(nb::module_& module);
void bind_hand(nb::module_& module);
void bind_icm(nb::module_& module);
void bind_sem(nb::module_& module);
void bind_tournament(nb::module_& module);

namespace {

void bind_answer(nb::module_& module) {
    nb::class_<Answer>(module, "Answer")
        .def_ro("values", &Answer::values)
        .def_ro("error", &Answer::error)
        .def_ro("work", &Answer::work)
        .def_ro("finished", &Answer::finished)
        .def_ro("errors", &Answer::errors)
        .def_ro("standard_errors", &Answer::standard_errors)
        .def_ro("finish", &Answer::finish)
        .def_ro("finish_error", &Answer::finish_error);
}

}  // namespace
}  // namespace finaltable

NB_MODULE(_core, module) {
    // Modules cache tables and solved hands for as long as the process lives. Sanitizers look for leaks of the core.
    finaltable::nb::set_leak_warnings(false);
    finaltable::nb::module_::import_("atexit").attr("register")(
        finaltable::nb::cpp_function([] { finaltable::Ending::begin(); }));
    finaltable::bind_answer(module);
    finaltable::bind_bounties(module);
    finaltable::bind_cards(module);
    finaltable::bind_dcm(module);
    finaltable::bind_equilibrium(module);
    finaltable::bind_hand(module);
    finaltable::bind_icm(module);
    finaltable::bind_sem(module);
    finaltable::bind_tournament(module);
}
