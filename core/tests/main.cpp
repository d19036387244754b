// Runs the tests whose file has one of the given names, or all: core_tests search cards
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/check.hpp"

namespace finaltable::tests {
namespace {

std::atomic<int> checks{0};  // tests of threads check on several of them
std::atomic<int> failures{0};

}  // namespace

std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

void check(bool holds, const char* expression, const char* file, int line) {
    ++checks;
    if (holds) return;
    ++failures;
    std::printf("%s:%d: does not hold: %s\n", file, line, expression);
}

}  // namespace finaltable::tests

int main(int count, char** arguments) {
    using namespace finaltable::tests;
    const std::vector<std::string> subjects(arguments + 1, arguments + count);
    int run = 0;
    for (const Test& test : all_tests()) {
        const std::string subject = std::filesystem::path(test.file).stem().string();
        if (!subjects.empty() && std::ranges::find(subjects, subject) == subjects.end()) continue;
        const int before = failures;
        test.body();
        if (failures > before) std::printf("FAILED %s: %s\n", subject.c_str(), test.sentence);
        ++run;
    }
    std::printf("%d tests, %d checks, %d failed\n", run, checks.load(), failures.load());
    return run > 0 && failures == 0 ? 0 : 1;
}
