// Shared by all bindings: array types, the watch over Ctrl-C and progress, memory owned by numpy arrays, and the Answer
// returned to Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "support/chips.hpp"
#include "support/parallel.hpp"
#include "support/report.hpp"
#include "support/watch.hpp"

namespace finaltable {

namespace nb = nanobind;
using namespace nb::literals;

using Tables = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ChipTables = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Clock = std::chrono::steady_clock;

// The interpreter ends while other threads may still compute. A thread that then asked for the interpreter lock would be
// ended by Python in the middle of a C++ function, which aborts the process. So such a thread waits for the end here.
class Ending {
public:
    // Call with the interpreter lock, on the thread that ends the interpreter. Threads inside the core get the lock once
    // more, to return to Python.
    static void begin() {
        last_ = std::this_thread::get_id();
        begun_ = true;
        if (!others_) return;
        const nb::gil_scoped_release free;
        for (int i = 0; i < kMostWaits && (i < kFewestWaits || asking_ > 0); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

    // Call without the lock, when a computation begins.
    static void enter() {
        if (std::this_thread::get_id() != first_) others_ = true;
        wait_if_begun();
    }

    // Lives while a thread asks for the lock, and while it calls Python from a C++ function.
    class Asking {
    public:
        Asking() {
            ++asking_;
            wait_if_begun();
        }
        Asking(const Asking&) = delete;
        Asking& operator=(const Asking&) = delete;
        ~Asking() { --asking_; }
    };

private:
    static constexpr int kFewestWaits = 5, kMostWaits = 100;

    static void wait_if_begun() {
        if (!begun_ || std::this_thread::get_id() == last_) return;
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }

    static inline std::atomic<int> asking_{0};
    static inline std::atomic<bool> begun_{false}, others_{false};
    static inline std::thread::id last_, first_ = std::this_thread::get_id();
};

// Releases the interpreter lock while it lives.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) { Ending::enter(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() {
        const Ending::Asking asking;
        PyEval_RestoreThread(state_);
    }

private:
    PyThreadState* state_;
};

// Checks the deadline on every call, and the interpreter (Ctrl-C, progress) a few times a second.
class HostWatch final : public Watch {
public:
    HostWatch(std::optional<double> max_seconds, nb::object progress)
        : limited_(max_seconds.has_value()), progress_(std::move(progress)), next_(Clock::now() + kBetween) {
        if (limited_) {
            deadline_ =
                Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*max_seconds));
        }
    }

    bool keep_going(double fraction, double error) override {
        if (failed_) return false;  // Python must not be called while its exception waits to be raised
        const auto now = Clock::now();
        if (limited_ && now >= deadline_) return false;
        if (now < next_) return true;
        next_ = now + kBetween;
        const Ending::Asking asking;
        const nb::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) return fail();
        if (!progress_.is_none()) {
            nb::object answer = nb::steal(PyObject_CallFunction(progress_.ptr(), "dd", fraction, error));
            if (!answer.is_valid()) return fail();
        }
        return true;
    }

    // Raise the exception of Ctrl-C or of the progress function. Call with the interpreter lock held.
    void raise() const {
        if (failed_) nb::raise_python_error();
    }

    // Return whether Ctrl-C stopped the work, and clear it: for work with a useful partial answer.
    bool interrupted() {
        if (!failed_ || PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) return false;
        PyErr_Clear();
        failed_ = false;
        return true;
    }

private:
    static constexpr std::chrono::milliseconds kBetween{30};

    bool fail() {
        failed_ = true;
        return false;
    }

    bool limited_;
    bool failed_ = false;
    nb::object progress_;
    Clock::time_point deadline_;
    Clock::time_point next_;
};

// Compute without the interpreter lock; then raise the exception of Ctrl-C or of the progress function.
template <class Work>
auto compute(std::optional<double> max_seconds, nb::object progress, Work work) {
    HostWatch watch(max_seconds, std::move(progress));
    const auto answer = [&] {
        const Unlocked free;
        return work(watch);
    }();
    watch.raise();
    return answer;
}

// Memory that a numpy array takes ownership of.
class Buffer {
public:
    explicit Buffer(std::initializer_list<std::size_t> shape) : shape_(shape) {
        std::size_t size = 1;
        for (const std::size_t length : shape_) size *= length;
        data_ = std::make_unique<double[]>(size);
        size_ = size;
    }

    std::span<double> part(std::size_t index, std::size_t length) { return {data_.get() + index * length, length}; }
    std::span<double> all() { return {data_.get(), size_}; }

    nb::object release() {
        double* data = data_.release();
        nb::capsule owner(data, [](void* pointer) noexcept { delete[] static_cast<double*>(pointer); });
        const nb::ndarray<nb::numpy, double> array(data, shape_.size(), shape_.data(), owner);
        return nb::cast(array, nb::rv_policy::reference);
    }

private:
    std::vector<std::size_t> shape_;
    std::unique_ptr<double[]> data_;
    std::size_t size_ = 0;
};

inline std::span<const double> all_of(const Vector& values) { return {values.data(), values.shape(0)}; }

// One row for all tables, or one for each.
template <class Value>
class Rows {
public:
    template <class Array>
    explicit Rows(const Array& values)
        : data_(values.data()), width_(values.shape(1)), step_(values.shape(0) == 1 ? 0 : values.shape(1)) {}

    std::span<const Value> operator[](std::size_t table) const { return {data_ + table * step_, width_}; }

private:
    const Value* data_;
    std::size_t width_;
    std::size_t step_;
};

// The result of a kernel for Python; _core.pyi has the same names. Fields that a kernel does not have are None or 0.
struct Answer {
    nb::object values;
    double error = 0.0;      // bound on the error of all values
    std::uint64_t work = 0;  // nodes, states, terms, points or tournaments
    bool finished = true;    // false: Ctrl-C or the deadline stopped the work

    nb::object errors = nb::none();           // of many tables: one each
    nb::object standard_errors = nb::none();  // of a sample: one for each player
    nb::object finish = nb::none();           // the finish probabilities that come with equities,
    double finish_error = 0.0;                // and their error
};

// Call solve(table, values, watch), which returns a Report, for every table on several threads.
template <class Solve>
Answer solve_tables(std::size_t tables, std::initializer_list<std::size_t> shape, unsigned threads,
                    std::optional<double> max_seconds, nb::object progress, Solve solve) {
    Buffer values(shape), errors({tables});
    const std::size_t width = tables == 0 ? 0 : values.all().size() / tables;
    std::atomic<std::uint64_t> work{0};
    std::atomic<bool> finished{true};
    const bool all = compute(max_seconds, std::move(progress), [&](Watch& watch) {
        return parallel_for(tables, threads, watch, [&](std::size_t table, Watch& own) {
            const Report report = solve(table, values.part(table, width), own);
            errors.all()[table] = report.error;
            work += report.work;
            if (!report.finished) finished = false;
        });
    });
    const double error = tables == 0 ? 0.0 : *std::ranges::max_element(errors.all());
    return {values.release(), error, work, all && finished, errors.release()};
}

// Chips of one table come as high and low words. Call use(stacks) with 64-bit integers if twice their total fits,
// otherwise with 128 bits. Python does not pass more than 64 bits to a core without 128-bit integers.
template <class Use>
auto with_chips(const Words& high, const Words& low, Use use) {
    std::vector<std::int64_t> narrow;
    std::uint64_t total = 0;
    bool fits = true;
    for (std::size_t i = 0; i < high.shape(0); ++i) {
        const std::uint64_t chips = low.data()[i];
        fits = fits && high.data()[i] == 0 && chips <= kMostNarrowChips - total;
        if (fits) total += chips;
        narrow.push_back(static_cast<std::int64_t>(chips));
    }
#if FINALTABLE_WIDE_CHIPS
    if (!fits) {
        std::vector<WideChips> wide;
        for (std::size_t i = 0; i < high.shape(0); ++i) {
            wide.push_back(static_cast<WideChips>(high.data()[i]) << 64 | static_cast<WideChips>(low.data()[i]));
        }
        return use(std::span<const WideChips>(wide));
    }
#endif
    return use(std::span<const std::int64_t>(narrow));
}

}  // namespace finaltable
