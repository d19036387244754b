// The C interface of the models, for other parts of the module.
#pragma once

#include "wasm/host.hpp"

extern "C" {
#define FINALTABLE_MODEL(name)                                                                                  \
    void name##_equities(std::size_t players, const finaltable::Chips* stacks, const double* payouts,           \
                         double tolerance, double* equities, double* finish, double* report);                   \
    void name##_income(std::size_t players, const finaltable::Chips* stacks, const double* heads, double share, \
                       int own, double tolerance, double* income, double* report)
FINALTABLE_MODEL(icm);
FINALTABLE_MODEL(sem);
FINALTABLE_MODEL(dcm);
#undef FINALTABLE_MODEL
}
