// Independent tables over several threads. What a table's answer is does not depend on which thread found it.
#pragma once

#include <cstddef>

#include "support/watch.hpp"

// A browser's module has one thread, and neither <thread> nor exceptions.
#ifdef FINALTABLE_ONE_THREAD

namespace finaltable {

template <class Work>
bool for_each_table(std::size_t tables, unsigned, Watch& watch, Work work) {
    for (std::size_t table = 0; table < tables; ++table) {
        if (!watch.keep_going(static_cast<double>(table) / static_cast<double>(tables), 1.0)) return false;
        work(table, watch);
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

// A thread takes some tables at a time: asking for each of a million small ones costs as much as a small one.
inline std::size_t tables_at_a_time(std::size_t tables, unsigned threads) {
    return std::clamp<std::size_t>(tables / (std::size_t{64} * std::max(1U, threads)), 1, 64);
}

// Call work(table, watch) for every table from 0 to tables - 1. Only the calling thread asks `watch`; the others hear
// from it. Returns false if the watch stopped the work.
template <class Work>
bool for_each_table(std::size_t tables, unsigned threads, Watch& watch, Work work) {
    const std::size_t some = tables_at_a_time(tables, threads);
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
        Leader(std::atomic<bool>& going, Watch& watch, const std::atomic<std::size_t>& next, std::size_t tables)
            : going_(going), watch_(watch), next_(next), tables_(tables) {}
        bool keep_going(double fraction, double error) override {
            const double done = std::min(1.0, static_cast<double>(next_) / static_cast<double>(tables_));
            if (going_ && !watch_.keep_going(tables_ == 1 ? fraction : done, error)) going_ = false;
            return going_;
        }

    private:
        std::atomic<bool>& going_;
        Watch& watch_;
        const std::atomic<std::size_t>& next_;
        std::size_t tables_;
    };

    const auto run = [&](Watch& own) {
        try {
            for (std::size_t from = next.fetch_add(some); from < tables && own.keep_going(0.0, 1.0);
                 from = next.fetch_add(some)) {
                for (std::size_t table = from; going && table < std::min(from + some, tables); ++table)
                    work(table, own);
            }
        } catch (...) {
            const std::lock_guard lock(failing);
            failure = std::current_exception();
            going = false;
        }
    };

    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < threads && i < tables; ++i) {
        try {
            helpers.emplace_back([&] {
                Follower own(going);
                run(own);
            });
        } catch (const std::system_error&) {
            break;  // the system gives no more threads: those that run do the work
        }
    }
    Leader own(going, watch, next, tables);
    run(own);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    return going;
}

}  // namespace finaltable

#endif
