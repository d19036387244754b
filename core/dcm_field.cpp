#include "dcm_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "points.hpp"
#include "seating.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kReplicates = 32;
constexpr std::uint64_t kFirstPass = 1 << 10;  // tournaments of a replicate
constexpr std::uint64_t kTournamentsBetweenLooks = 256;

// A player as he starts; what a hand asks of him lies together.
struct Starter {
    std::int64_t stack;
    std::int64_t before;        // chips of everybody with a longer stack, or level and seated before him
    std::uint32_t first, last;  // of the run of equal stacks
};

// What all simulations share: live players by falling stack, and one more entry that ends them.
struct Field {
    explicit Field(std::span<const std::int64_t> sorted) : players(sorted.size()), start(players + 1) {
        for (std::size_t i = 0; i < players; ++i) {
            const bool level = i > 0 && sorted[i] == sorted[i - 1];
            start[i].stack = sorted[i];
            start[i].first = level ? start[i - 1].first : static_cast<std::uint32_t>(i);
            start[i + 1].before = start[i].before + sorted[i];
        }
        for (std::size_t i = players; i-- > 0;) {
            const bool level = i + 1 < players && sorted[i] == sorted[i + 1];
            start[i].last = level ? start[i + 1].last : static_cast<std::uint32_t>(i);
        }
    }

    std::int64_t total() const { return start[players].before; }

    std::size_t players;
    std::vector<Starter> start;
};

struct PastWinner {
    std::int64_t stack;  // with the offset still on it, as the starting stacks are
    std::size_t player;
};

// Runs of players i..j who bust in places i + shift..j + shift, counted until somebody asks.
class Runs {
public:
    // Only players before `players` are counted.
    Runs(const Field& field, std::size_t players)
        : players_(std::min(players, field.players)), change_(16 * (players_ + 1)) {}

    void add(std::size_t begin, std::size_t end, std::size_t shift) {
        const std::size_t line = shift * (players_ + 1);
        if (line >= change_.size()) [[unlikely]] change_.resize(2 * line);
        ++change_[line + begin];
        --change_[line + std::min(end, players_)];
    }

    // Call use(player, place, times) for everything counted, and forget it.
    template <class Use>
    void flush(Use use) {
        for (std::size_t line = 0; line < change_.size(); line += players_ + 1) {
            std::int64_t times = 0;
            for (std::size_t i = 0; i < players_; ++i) {
                times += std::exchange(change_[line + i], 0);
                if (times != 0) use(i, i + line / (players_ + 1), static_cast<double>(times));
            }
            change_[line + players_] = 0;
        }
    }

private:
    std::size_t players_;
    std::vector<std::int32_t> change_;  // a line for every shift
};

// Plays tournaments and tells a Ledger who ends where: ledger.run(begin, end, shift) for starting players and
// ledger.one(player, place, probability). Equal starting stacks are told apart by their seats; whoever reads the ledger
// evens them out. First places are not told: they are known.
template <class Ledger>
class Simulation {
public:
    Simulation(const Field& field, Ledger& ledger)
        : field_(field), ledger_(ledger), total_(field.total()) {
        winners_.reserve(64);
        level_.reserve(64);
    }

    void play(Points& points) {
        points.next_tournament();
        winners_.clear();
        left_ = field_.players;
        offset_ = 0;
        while (left_ + winners_.size() > 2) hand(points);
        finish_heads_up();
    }

private:
    void hand(Points& points) {
        // Past winners first: mostly they lead, and the pick is then nearly in the order of the stacks.
        const std::size_t pick = points.winner_of(left_ + winners_.size());
        const bool new_winner = pick >= winners_.size();
        // Equal starting stacks are alike: let the first of them be the winner.
        const std::size_t player = new_winner ? field_.start[pick - winners_.size()].first : winners_[pick].player;
        const std::int64_t stack = new_winner ? field_.start[player].stack : winners_[pick].stack;
        const std::size_t stay = new_winner ? player : first_at_most(stack, 0);  // starting players with more
        std::size_t above = 0;                                                   // past winners with more
        std::int64_t chips = total_ - field_.start[stay].before;
        for (; above < winners_.size() && winners_[above].stack > stack; ++above) chips -= winners_[above].stack;
        chips += static_cast<std::int64_t>(stay + above) * stack;

        const std::size_t begin = stay + new_winner;
        if (above + !new_winner < winners_.size()) {
            bust(points, begin, above, new_winner ? winners_.size() : pick);
        } else if (begin < left_) {
            ledger_.run(begin, left_, above + !new_winner);
        }
        left_ = stay;
        offset_ = stack;
        winners_.resize(above);
        winners_.push_back({chips + stack, player});
        for (std::size_t w = above; w > 0 && winners_[w - 1].stack < winners_[w].stack; --w) {
            std::swap(winners_[w - 1], winners_[w]);
        }
    }

    // The first starting player from `begin` on whose stack is at most `stack`. Past winners mostly have more than all
    // of them.
    std::size_t first_at_most(std::int64_t stack, std::size_t begin) const {
        if (begin == left_ || field_.start[begin].stack <= stack) return begin;
        const Starter* from = field_.start.data() + begin;  // the answer is behind it
        std::size_t length = left_ - begin;
        while (length > 1) {
            const std::size_t half = length / 2;
            from = from[half].stack > stack ? from + half : from;
            length -= half;
        }
        return static_cast<std::size_t>(from - field_.start.data()) + 1;
    }

    // Starting players from `begin` on and past winners from `above` on, but for the winner of the hand, are out. Past
    // winners who are level, with each other or with starting players, get places among theirs at random.
    void bust(Points& points, std::size_t begin, std::size_t above, std::size_t hand_winner) {
        std::size_t shift = above + (hand_winner < winners_.size());  // past winners who stay
        for (std::size_t w = above; w < winners_.size();) {
            if (w == hand_winner) {
                ++w;
                continue;
            }
            const std::int64_t stack = winners_[w].stack;
            const std::size_t until = first_at_most(stack, begin);
            const bool tied = until < left_ && field_.start[until].stack == stack;
            if (!tied && (w + 1 == winners_.size() || winners_[w + 1].stack != stack)) {
                if (begin < until) ledger_.run(begin, until, shift);
                ledger_.one(winners_[w++].player, until + shift++, 1.0);
                begin = until;
                continue;
            }
            level_.clear();
            for (; w < winners_.size() && winners_[w].stack == stack; ++w) {
                if (w != hand_winner) level_.push_back({0, winners_[w].player});
            }
            draw_slots(points, tied ? field_.start[until].last + 1 - until : 0);
            for (std::size_t j = 0; j < level_.size(); ++j, ++shift) {
                const std::size_t next = until + level_[j].slot - j;
                if (begin < next) ledger_.run(begin, next, shift);
                ledger_.one(level_[j].player, next + shift, 1.0);
                begin = next;
            }
        }
        if (begin < left_) ledger_.run(begin, left_, shift);
    }

    // Give every past winner of `level_` a slot of his own among theirs and those of `others` starting players.
    void draw_slots(Points& points, std::size_t others) {
        if (level_.size() + others <= 1) return;
        for (std::size_t j = 0; j < level_.size(); ++j) {
            const auto taken = [&] {
                return std::any_of(level_.begin(), level_.begin() + static_cast<std::ptrdiff_t>(j),
                                   [&](const Level& earlier) { return earlier.slot == level_[j].slot; });
            };
            do level_[j].slot = points.draw(level_.size() + others);
            while (taken());
        }
        std::ranges::sort(level_, {}, &Level::slot);
    }

    // Heads-up is chip share.
    void finish_heads_up() {
        std::array<PastWinner, 2> last{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < left_; ++i) last[count++] = {field_.start[i].stack, i};
        for (const PastWinner& winner : winners_) last[count++] = winner;
        if (count < 2) return;
        for (const PastWinner& player : last) {
            const double first = static_cast<double>(player.stack - offset_) / static_cast<double>(total_);
            ledger_.one(player.player, 1, 1.0 - first);
        }
    }

    struct Level {
        std::size_t slot;
        std::size_t player;
    };

    const Field& field_;
    Ledger& ledger_;
    std::int64_t total_;
    std::vector<Level> level_;
    std::vector<PastWinner> winners_;  // by falling stack
    std::size_t left_ = 0;             // starting players who have not won a hand
    std::int64_t offset_ = 0;          // what every stack has lost since the start
};

// Money without first prizes.
class Purse {
public:
    Purse(const Field& field, std::span<const double> payouts)
        : runs_(field, payouts.size()), payouts_(payouts.begin(), payouts.end()), money_(field.players), paid_(payouts.size()) {
        if (paid_ > 0) payouts_[0] = 0.0;
    }

    void run(std::size_t begin, std::size_t end, std::size_t shift) {
        if (begin + shift < paid_) runs_.add(begin, end, shift);
    }
    void one(std::size_t player, std::size_t place, double probability) {
        if (place < paid_) money_[player] += probability * payouts_[place];
    }
    void collect(std::span<double> sums) {
        runs_.flush([&](std::size_t player, std::size_t place, double times) { one(player, place, times); });
        for (std::size_t i = 0; i < money_.size(); ++i) sums[i] += std::exchange(money_[i], 0.0);
    }

private:
    Runs runs_;
    std::vector<double> payouts_;
    std::vector<double> money_;
    std::size_t paid_;
};

// Times each player ended in each of the first places, in whole units: the order of adding does not matter.
class PlaceCount {
public:
    static constexpr double kUnit = 1.0 / (1 << 30);

    PlaceCount(const Field& field, std::size_t places)
        : runs_(field, places), places_(places), times_(field.players * places) {}

    void run(std::size_t begin, std::size_t end, std::size_t shift) {
        if (begin + shift < places_) runs_.add(begin, end, shift);
    }
    void one(std::size_t player, std::size_t place, double probability) {
        if (place < places_) times_[player * places_ + place] += std::llround(probability / kUnit);
    }
    void collect(std::span<std::int64_t> sums) {
        runs_.flush([&](std::size_t player, std::size_t place, double times) { one(player, place, times); });
        for (std::size_t i = 0; i < times_.size(); ++i) sums[i] += std::exchange(times_[i], 0);
    }

private:
    Runs runs_;
    std::size_t places_;
    std::vector<std::int64_t> times_;
};

// Even out over players with equal stacks; `width` numbers a player.
void average_equals(const Field& field, std::span<double> values, std::size_t width) {
    for (std::size_t i = 0; i < field.players; i = field.start[i].last + 1) {
        const std::size_t size = field.start[i].last - i + 1;
        for (std::size_t k = 0; k < width && size > 1; ++k) {
            double sum = 0.0;
            for (std::size_t j = 0; j < size; ++j) sum += values[(i + j) * width + k];
            for (std::size_t j = 0; j < size; ++j) values[(i + j) * width + k] = sum / static_cast<double>(size);
        }
    }
}

// Tells the host how far a whole computation is, while its passes come and go.
class PassWatch final : public Watch {
public:
    explicit PassWatch(Watch& host) : host_(host) {}
    void set(double fraction, double error) {
        fraction_ = fraction;
        error_ = error;
    }
    bool keep_going(double, double) override { return host_.keep_going(fraction_, error_); }

private:
    Watch& host_;
    double fraction_ = 0.0;
    double error_ = 1.0;
};

// Independent repetitions of the same simulation: their scatter is the error. Each comes out the same whichever thread
// it runs on.
class Replicates {
public:
    explicit Replicates(FieldLimits limits) : threads_(limits.threads), played_(kReplicates) {
        for (std::size_t r = 0; r < kReplicates; ++r) points_.emplace_back(limits.seed, r, limits.quasi_random);
    }

    // Go on until every replicate has played `tournaments`; collect(replicate, ledger) then takes what it found.
    template <class MakeLedger, class Collect>
    bool play_until(std::uint64_t tournaments, const Field& field, Watch& watch, MakeLedger make, Collect collect) {
        return for_each_table(kReplicates, threads_, watch, [&](std::size_t r, Watch& own) {
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

    std::uint64_t played(std::size_t replicate) const { return played_[replicate]; }
    std::uint64_t played() const { return std::accumulate(played_.begin(), played_.end(), std::uint64_t{0}); }

private:
    unsigned threads_;
    std::vector<Points> points_;
    std::vector<std::uint64_t> played_;
};

// Mean and standard error over the replicates, player by player, without first prizes.
void mean_and_error(const Field& field, const Replicates& replicates, const std::vector<std::vector<double>>& sums,
                    std::vector<double>& mean, std::vector<double>& error) {
    std::ranges::fill(mean, 0.0);
    std::ranges::fill(error, 0.0);
    std::vector<double> money(field.players);
    for (std::size_t r = 0; r < kReplicates; ++r) {
        const auto played = static_cast<double>(replicates.played(r));
        for (std::size_t i = 0; i < field.players; ++i) money[i] = sums[r][i] / played;
        average_equals(field, money, 1);
        for (std::size_t i = 0; i < field.players; ++i) {  // Welford: the mean and the squares about it, in one go
            const double off = money[i] - mean[i];
            mean[i] += off / static_cast<double>(r + 1);
            error[i] += off * (money[i] - mean[i]);
        }
    }
    for (double& squares : error) squares = std::sqrt(squares / (kReplicates * (kReplicates - 1)));
}

}  // namespace

FieldReport field_equities(std::span<const std::int64_t> stacks, std::span<const double> payouts, FieldLimits limits,
                           std::span<double> equities, std::span<double> standard_errors, Watch& watch) {
    const Seating<std::int64_t> seating(stacks);
    const Field field(seating.sorted);
    const double pool = std::accumulate(payouts.begin(), payouts.end(), 0.0);
    Replicates replicates(limits);
    std::vector<std::vector<double>> sums(kReplicates, std::vector<double>(field.players));
    std::vector<double> mean(field.players), error(field.players);
    const auto make = [&] { return Purse(field, payouts); };
    const auto collect = [&](std::size_t r, Purse& purse) { purse.collect(sums[r]); };

    FieldReport report;
    PassWatch pass(watch);
    NoWatch unwatched;  // the first pass is short, and without it there is no answer
    const std::uint64_t most = std::max(kFirstPass, limits.tournaments / kReplicates);
    for (std::uint64_t target = kFirstPass;; target = std::min(4 * target, most)) {
        Watch& own = target == kFirstPass ? static_cast<Watch&>(unwatched) : pass;
        report.finished = replicates.play_until(target, field, own, make, collect);
        mean_and_error(field, replicates, sums, mean, error);
        const double reached = 4.0 * *std::ranges::max_element(error);
        if (!report.finished || target == most || reached <= limits.tolerance) break;
        pass.set(static_cast<double>(target) / static_cast<double>(most), pool > 0.0 ? reached / pool : 0.0);
    }
    report.tournaments = replicates.played();

    const double total = static_cast<double>(field.total());
    double missing = pool, scatter = 0.0;
    for (std::size_t i = 0; i < field.players; ++i) {
        mean[i] += payouts.empty() ? 0.0 : payouts[0] * static_cast<double>(field.start[i].stack) / total;
        missing -= mean[i];
        scatter += error[i] * error[i];
    }
    for (std::size_t i = 0; i < field.players; ++i) {
        // The pool is known: what is missing goes to the equities that are known least.
        const double part = scatter > 0.0 ? error[i] * error[i] / scatter : 0.0;
        equities[seating.seat[i]] = mean[i] + missing * part;
        standard_errors[seating.seat[i]] = error[i];
    }
    return report;
}

FieldReport field_finish(std::span<const std::int64_t> stacks, std::size_t places, FieldLimits limits,
                         std::span<double> finish, Watch& watch) {
    const Seating<std::int64_t> seating(stacks);
    const Field field(seating.sorted);
    Replicates replicates(limits);
    std::vector<std::int64_t> times(field.players * places);
    std::mutex adding;
    const auto make = [&] { return PlaceCount(field, places); };
    const auto collect = [&](std::size_t, PlaceCount& count) {
        const std::lock_guard lock(adding);
        count.collect(times);
    };
    PassWatch pass(watch);
    FieldReport report;
    report.finished = replicates.play_until(std::max(kFirstPass, limits.tournaments / kReplicates), field, pass, make, collect);
    report.tournaments = replicates.played();

    std::vector<double> counted(times.size());
    const double unit = PlaceCount::kUnit / static_cast<double>(report.tournaments);
    for (std::size_t i = 0; i < times.size(); ++i) counted[i] = static_cast<double>(times[i]) * unit;
    average_equals(field, counted, places);
    const double total = static_cast<double>(field.total());
    for (std::size_t i = 0; i < field.players; ++i) {
        const std::span<double> row(counted.data() + i * places, places);
        row[0] = static_cast<double>(field.start[i].stack) / total;
        const double others = std::accumulate(row.begin() + 1, row.end(), 0.0);
        // Where every place is counted, the row must sum to one.
        const double scale = places == field.players && others > 0.0 ? (1.0 - row[0]) / others : 1.0;
        for (std::size_t k = 0; k < places; ++k) {
            finish[seating.seat[i] * places + k] = k == 0 ? row[0] : scale * row[k];
        }
    }
    return report;
}

}  // namespace finaltable
