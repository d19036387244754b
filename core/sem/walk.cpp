#include "sem/walk.hpp"

#include <utility>

// Sets `to` to `from`, rotated by `by` elements: a macro, because passing vectors depends on the processor.
#if defined(__clang__)
#define FINALTABLE_ROTATE(to, from, by) \
    to = __builtin_shufflevector(from, from, (by) & 3, ((by) + 1) & 3, ((by) + 2) & 3, ((by) + 3) & 3)
#else
#define FINALTABLE_ROTATE(to, from, by) \
    to = __builtin_shuffle(from, Indices4{(by) & 3, ((by) + 1) & 3, ((by) + 2) & 3, ((by) + 3) & 3})
#endif

namespace finaltable {
namespace {

typedef double Lanes4 __attribute__((vector_size(32)));
typedef std::int64_t Indices4 __attribute__((vector_size(32)));

#define FINALTABLE_LOOPS "sem/walk.inc"
#include "support/registers.inc"

}  // namespace

const WalkFunctions& walk_functions(SemKernel kernel) {
    return *with_kernel(kernel, []<class Kernel>(Kernel) {
#if FINALTABLE_CHOOSES
        if (__builtin_cpu_supports("avx2")) return &wide::kWalks<Kernel>;
#endif
        return &given::kWalks<Kernel>;
    });
}

AddWeights add_weights_function(SemKernel kernel) {
    return with_kernel(kernel, []<class Kernel>(Kernel) -> AddWeights {
#if FINALTABLE_CHOOSES
        if (__builtin_cpu_supports("avx2")) return wide::add_weights<Kernel>;
#endif
        return given::add_weights<Kernel>;
    });
}

}  // namespace finaltable
