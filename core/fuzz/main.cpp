// Runs a harness on inputs that it changes at random, and keeps those that reach new code: for compilers without
// libFuzzer. With clang, libFuzzer takes its place.
//
//     fuzz_icm                   ten minutes
//     fuzz_icm seconds=60
//     fuzz_icm runs=200 seed=1   the same inputs every time
//     fuzz_icm broken-icm        again the input of a file
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz/input.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kEdges = 1 << 16;
constexpr std::size_t kLongest = 512;  // bytes of an input
constexpr int kMostSeconds = 120;      // of processor time, for one run

// How often each edge was passed in this run; several threads may count, and a lost count does no harm.
std::array<std::uint8_t, kEdges> passed;
thread_local std::uintptr_t before = 0;

Bytes current;
std::string kept;  // where to keep an input that breaks something

void keep_input(int signal) {
    std::ofstream(kept, std::ios::binary)
        .write(reinterpret_cast<const char*>(current.data()), static_cast<std::streamsize>(current.size()));
    std::fprintf(stderr, "%s: the input is in %s\n", signal == SIGPROF ? "too slow" : "broken", kept.c_str());
    _exit(1);
}

// In processor time: the machine may be busy.
void set_timer(int seconds) {
    const itimerval timer{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &timer, nullptr);
}

void run(const Bytes& input) {
    current = input;
    passed.fill(0);
    set_timer(kMostSeconds);
    LLVMFuzzerTestOneInput(current.data(), current.size());
    set_timer(0);
}

// Edges that were ever passed, each by how often: once, twice, a few times, often.
class Coverage {
public:
    bool grows() {
        bool grown = false;
        for (std::size_t edge = 0; edge < kEdges; ++edge) {
            const unsigned count = passed[edge];
            const unsigned kind = count == 0   ? 0
                                  : count == 1 ? 1
                                  : count == 2 ? 2
                                  : count < 8  ? 4
                                  : count < 64 ? 8
                                               : 16;
            if ((seen_[edge] | kind) == seen_[edge]) continue;
            edges_ += seen_[edge] == 0;
            seen_[edge] = static_cast<std::uint8_t>(seen_[edge] | kind);
            grown = true;
        }
        return grown;
    }
    std::size_t edges() const { return edges_; }

private:
    std::array<std::uint8_t, kEdges> seen_{};
    std::size_t edges_ = 0;
};

// One to eight small changes.
Bytes changed(const std::vector<Bytes>& corpus, std::mt19937_64& random) {
    Bytes input = corpus[random() % corpus.size()];
    for (std::size_t changes = std::size_t{1} << random() % 4; changes > 0; --changes) {
        const std::size_t at = random() % (input.size() + 1);
        const auto place = input.begin() + static_cast<std::ptrdiff_t>(at);
        switch (random() % 5) {
            case 0: input.insert(place, static_cast<std::uint8_t>(random())); break;
            case 1:  // the end of another input
                if (const Bytes& other = corpus[random() % corpus.size()]; at < other.size()) {
                    input.erase(place, input.end());
                    input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(at), other.end());
                }
                break;
            case 2:
                if (at < input.size()) input.erase(place);
                break;
            case 3:
                if (at < input.size()) *place = static_cast<std::uint8_t>(*place ^ 1U << random() % 8);
                break;
            default:
                if (at < input.size()) *place = static_cast<std::uint8_t>(random());
        }
    }
    if (input.size() > kLongest) input.resize(kLongest);
    return input;
}

struct Options {
    double seconds = 600.0;
    std::uint64_t runs = ~std::uint64_t{0}, seed = 1;
    std::vector<std::string> files;
};

Options read_options(int count, char** arguments) {
    Options options;
    for (const std::string& argument : std::vector<std::string>(arguments + 1, arguments + count)) {
        if (argument.starts_with("seconds=")) {
            options.seconds = std::stod(argument.substr(8));
        } else if (argument.starts_with("runs=")) {
            options.runs = std::stoull(argument.substr(5));
        } else if (argument.starts_with("seed=")) {
            options.seed = std::stoull(argument.substr(5));
        } else {
            options.files.push_back(argument);
        }
    }
    return options;
}

int run_files(const std::vector<std::string>& files) {
    for (const std::string& name : files) {
        std::ifstream file(name, std::ios::binary);
        if (!file) {
            std::fprintf(stderr, "cannot read %s\n", name.c_str());
            return 2;
        }
        run(Bytes(std::istreambuf_iterator<char>(file), {}));
    }
    std::printf("%zu inputs hold\n", files.size());
    return 0;
}

}  // namespace

// Called at every edge of the core, which is compiled with -fsanitize-coverage=trace-pc.
extern "C" void __sanitizer_cov_trace_pc() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    const std::size_t edge = (here * 0x9e3779b97f4a7c15ULL >> 40 ^ before) % kEdges;
    before = edge >> 1;
    if (passed[edge] < 255) ++passed[edge];
}

// The sanitizers abort like a broken promise.
extern "C" const char* __asan_default_options() { return "abort_on_error=1:detect_leaks=0"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

int main(int count, char** arguments) {
    const std::string program = arguments[0];
    kept = "broken-" + program.substr(program.rfind('_') + 1);
    for (const int number : {SIGABRT, SIGPROF, SIGFPE, SIGILL}) signal(number, keep_input);
    const Options options = read_options(count, arguments);
    if (!options.files.empty()) return run_files(options.files);

    std::mt19937_64 random(options.seed);
    Coverage coverage;
    std::vector<Bytes> corpus{Bytes(), Bytes(64)};
    for (const Bytes& input : corpus) {
        run(input);
        coverage.grows();
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto taken = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
    std::uint64_t done = 0;
    for (; done < options.runs && taken() < options.seconds; ++done) {
        Bytes input = changed(corpus, random);
        run(input);
        if (coverage.grows()) corpus.push_back(std::move(input));
    }
    std::printf("%llu runs, %zu inputs kept, %zu edges, %.0f s\n", static_cast<unsigned long long>(done), corpus.size(),
                coverage.edges(), taken());
    return 0;
}
