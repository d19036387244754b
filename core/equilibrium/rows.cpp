#include "equilibrium/rows.hpp"

namespace finaltable {
namespace {

using EightFloats = float __attribute__((vector_size(32), aligned(4), may_alias));

#define FINALTABLE_LOOPS "equilibrium/rows.inc"
#include "support/registers.inc"

}  // namespace

const RowLoops& row_loops() {
#if FINALTABLE_CHOOSES
    static const RowLoops& chosen = __builtin_cpu_supports("avx2") ? wide::kLoops : given::kLoops;
    return chosen;
#else
    return given::kLoops;
#endif
}

}  // namespace finaltable
