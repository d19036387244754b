#include "wasm/host.hpp"

#include <cstdlib>

// Replaces the library's error messages, which would be a tenth of the module.
namespace std {
inline namespace __1 {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
}  // namespace __1
}  // namespace std

FINALTABLE_EXPORT void* take(std::size_t bytes) { return std::malloc(bytes); }

FINALTABLE_EXPORT void give_back(void* memory) { std::free(memory); }
