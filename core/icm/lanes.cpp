#include "icm/lanes.hpp"

namespace finaltable {
namespace {

#define FINALTABLE_LOOPS "icm/lanes.inc"
#include "support/registers.inc"

}  // namespace

const LaneLoops& lane_loops() {
#if FINALTABLE_CHOOSES
    if (__builtin_cpu_supports("avx2")) return wide::kLoops;
#endif
    return given::kLoops;
}

}  // namespace finaltable
