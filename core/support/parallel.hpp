// Independent jobs on several threads. The answer of a job does not depend on the thread that runs it.
#pragma once

#include <cstddef>

#include "support/watch.hpp"

// A browser's module has one thread, and neither <thread> nor exceptions.
#ifdef FINALTABLE_ONE_THREAD

namespace finaltable {

template <class Work>
bool parallel_for(std::size_t jobs, unsigned, Watch& watch, Work work) {
    for (std::size_t job = 0; job < jobs; ++job) {
        if (!watch.keep_going(static_cast<double>(job) / static_cast<double>(jobs), 1.0)) return false;
        work(job, watch);
    }
    return true;
}

}  // namespace finaltable

#else

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace finaltable {

// A thread takes several jobs at a time, because fetching a job costs as much as a small job.
inline std::size_t jobs_at_a_time(std::size_t jobs, unsigned threads) {
    return std::clamp<std::size_t>(jobs / (std::size_t{64} * std::max(1U, threads)), 1, 64);
}

// Call work(job, watch) for every job from 0 to jobs - 1. Only the calling thread asks `watch`, and stops the
// others. Returns false if the watch stopped the work.
template <class Work>
bool parallel_for(std::size_t jobs, unsigned threads, Watch& watch, Work work) {
    const std::size_t some = jobs_at_a_time(jobs, threads);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> going{true};
    std::exception_ptr failure;
    std::mutex failing;

    class Follower final : public Watch {
    public:
        explicit Follower(const std::atomic<bool>& going) : going_(going) {}
        bool keep_going(double, double) override { return going_; }

    private:
        const std::atomic<bool>& going_;
    };
    class Leader final : public Watch {
    public:
        Leader(std::atomic<bool>& going, Watch& watch, const std::atomic<std::size_t>& next, std::size_t jobs)
            : going_(going), watch_(watch), next_(next), jobs_(jobs) {}
        bool keep_going(double fraction, double error) override {
            const double done = std::min(1.0, static_cast<double>(next_) / static_cast<double>(jobs_));
            if (going_ && !watch_.keep_going(jobs_ == 1 ? fraction : done, error)) going_ = false;
            return going_;
        }

    private:
        std::atomic<bool>& going_;
        Watch& watch_;
        const std::atomic<std::size_t>& next_;
        std::size_t jobs_;
    };

    const auto run = [&](Watch& own) {
        try {
            for (std::size_t from = next.fetch_add(some); from < jobs && own.keep_going(0.0, 1.0);
                 from = next.fetch_add(some)) {
                for (std::size_t job = from; going && job < std::min(from + some, jobs); ++job) work(job, own);
            }
        } catch (...) {
            const std::lock_guard lock(failing);
            failure = std::current_exception();
            going = false;
        }
    };

    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < threads && i < jobs; ++i) {
        try {
            helpers.emplace_back([&] {
                Follower own(going);
                run(own);
            });
        } catch (const std::system_error&) {
            break;  // the system has no more threads: the running ones do the work
        }
    }
    Leader own(going, watch, next, jobs);
    run(own);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    return going;
}

}  // namespace finaltable

#endif
