// Many simulated tournaments as independent repetitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "dcm/points.hpp"
#include "dcm/tournament.hpp"
#include "support/parallel.hpp"
#include "support/report.hpp"

namespace finaltable {

inline constexpr std::size_t kReplicates = 32;
inline constexpr std::uint64_t kLeastPass = 16;  // tournaments of a replicate that are played even without time
inline constexpr std::uint64_t kFirstPass = 1 << 10;
inline constexpr std::uint64_t kTournamentsBetweenLooks = 256;

// Independent repetitions of the same simulation: their scatter gives the error. The result does not depend on the
// thread.
class Replicates {
public:
    explicit Replicates(Limits limits) : threads_(limits.threads), played_(kReplicates) {
        for (std::size_t r = 0; r < kReplicates; ++r) points_.emplace_back(limits.seed, r, limits.quasi_random);
    }

    // Continue until every replicate has played `tournaments`; collect(replicate, ledger) then reads its results.
    template <class Chips, class MakeLedger, class Collect>
    bool play_until(std::uint64_t tournaments, const Field<Chips>& field, Watch& watch, MakeLedger make,
                    Collect collect) {
        return parallel_for(kReplicates, threads_, watch, [&](std::size_t r, Watch& own) {
            auto ledger = make();
            Simulation simulation(field, ledger);
            std::uint64_t played = played_[r];
            for (; played < tournaments; ++played) {
                if (played % kTournamentsBetweenLooks == 0 && !own.keep_going(0.0, 1.0)) break;
                simulation.play(points_[r]);
            }
            played_[r] = played;
            collect(r, ledger);
        });
    }

    // Play in passes, each four times as long as all before it, until enough(played by a replicate) or the deadline.
    // The first pass is very short and runs without a watch: without it there is no answer.
    template <class Chips, class MakeLedger, class Collect, class Enough>
    Report play(const Field<Chips>& field, Limits limits, Watch& watch, MakeLedger make, Collect collect,
                Enough enough) {
        Report report;
        NoWatch unwatched;
        play_until(kLeastPass, field, unwatched, make, collect);
        const std::uint64_t most = std::max(kFirstPass, limits.tournaments / kReplicates);
        for (std::uint64_t target = kFirstPass;; target = std::min(4 * target, most)) {
            report.finished = play_until(target, field, watch, make, collect);
            if (!report.finished || target == most || enough(target, most)) break;
        }
        report.work = played();
        return report;
    }

    std::uint64_t played(std::size_t replicate) const { return played_[replicate]; }
    std::uint64_t played() const { return std::accumulate(played_.begin(), played_.end(), std::uint64_t{0}); }

private:
    unsigned threads_;
    std::vector<Points> points_;
    std::vector<std::uint64_t> played_;
};

}  // namespace finaltable
