// Tests without a framework: a sentence, a body, and checks that print where they failed.
//
//     TEST("heads-up is chip share") { CHECK(close(a, b, 1e-12)); }
#pragma once

#include <cstddef>
#include <vector>

namespace finaltable::tests {

struct Test {
    const char* file;
    const char* sentence;
    void (*body)();
};

// All tests of the program. Each file adds its own before main() begins.
std::vector<Test>& all_tests();

struct Registration {
    Registration(const char* file, const char* sentence, void (*body)()) {
        all_tests().push_back({file, sentence, body});
    }
};

// Count a check, and print it if it does not hold.
void check(bool holds, const char* expression, const char* file, int line);

}  // namespace finaltable::tests

#define CHECK(...) finaltable::tests::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define FINALTABLE_JOIN_(a, b) a##b
#define FINALTABLE_JOIN(a, b) FINALTABLE_JOIN_(a, b)
#define TEST(sentence)                                                                     \
    static void FINALTABLE_JOIN(test_, __LINE__)();                                        \
    static const finaltable::tests::Registration FINALTABLE_JOIN(registration_, __LINE__){ \
        __FILE__, sentence, FINALTABLE_JOIN(test_, __LINE__)};                             \
    static void FINALTABLE_JOIN(test_, __LINE__)()
