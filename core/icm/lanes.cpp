#include "icm/lanes.hpp"

// Wide registers gain a third. A compiler that was told of them (-march=native) uses them anyway.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX2__) && !defined(FINALTABLE_NARROW)
#define FINALTABLE_CHOOSES 1
#else
#define FINALTABLE_CHOOSES 0
#endif

namespace finaltable {
namespace {

namespace given {
#define FINALTABLE_REGISTERS
#include "icm/lanes.inc"
#undef FINALTABLE_REGISTERS
}  // namespace given

#if FINALTABLE_CHOOSES
namespace wide {
#define FINALTABLE_REGISTERS __attribute__((target("avx2")))
#include "icm/lanes.inc"
#undef FINALTABLE_REGISTERS
}  // namespace wide
#endif

}  // namespace

const LaneLoops& lane_loops() {
#if FINALTABLE_CHOOSES
    if (__builtin_cpu_supports("avx2")) return wide::kLoops;
#endif
    return given::kLoops;
}

}  // namespace finaltable
