#include "equilibrium/rows.hpp"

namespace finaltable {
namespace {

#define FINALTABLE_LOOPS "equilibrium/rows.inc"
#define FINALTABLE_WIDEST
#include "support/registers.inc"

}  // namespace

const RowLoops& row_loops() {
#if FINALTABLE_CHOOSES
    static const RowLoops& chosen =
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
            ? widest::kLoops
        : __builtin_cpu_supports("avx2") ? wide::kLoops
                                         : given::kLoops;
    return chosen;
#else
    return given::kLoops;
#endif
}

}  // namespace finaltable
