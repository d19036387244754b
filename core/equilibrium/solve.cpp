#include "equilibrium/solve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "equilibrium/response.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kIterations = 60;  // of CFR+ for one sweep
constexpr double kWeightPower = 5.0;     // iteration t counts t to this power in the average
constexpr double kWithSlopes = 0.03;     // chance of a triple whose slopes are found, if few hands are three-way
constexpr double kRounded = 0.01;

void read_row(const Profile& profile, std::size_t node, Row& row) {
    for (std::size_t h = 0; h < kHands; ++h) row.value[h] = static_cast<float>(profile[node * kHands + h]);
}

// Call visit(node, gain) for every node of a seat.
template <class Visit>
void for_each_node(const Game& game, std::size_t s, Response& response, const NodeRows& strategy, Visit visit) {
    Row gain;
    if (s + 1 < game.seats || game.last_opens) {
        response.open(s, strategy, gain);
        visit(open_node(s), gain);
    }
    for (std::size_t i = 0; i < s; ++i) {
        response.call(i, s, strategy, gain);
        visit(call_node(i, s), gain);
    }
    for_each_pair(s, [&](std::size_t i, std::size_t j) {
        response.over(i, j, s, gain);
        visit(over_node(i, j, s), gain);
    });
}

std::vector<double> values_of(const Game& game, const Masses& masses) {
    std::vector<double> values(game.players);
    const auto add = [&](const std::vector<double>& mass, std::span<const double> gains) {
        for (std::size_t i = 0; i < mass.size(); ++i) {
            for (std::size_t player = 0; player < game.players; ++player) {
                values[player] += mass[i] * gains[i * game.players + player];
            }
        }
    };
    add(masses.one, game.one_gains);
    add(masses.two, game.two_gains);
    add(masses.three, game.three_gains);
    return values;
}

double total(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// Exploitability and values of the profile that was swept.
Measured look_at(const Game& game, const Sweep& sweep, const Profile& profile, std::span<const bool> locked) {
    const std::size_t nodes = nodes_of(game.seats);
    Measured found{profile,
                   std::vector<double>(nodes * kHands),
                   std::vector<double>(nodes * kHands),
                   std::vector<double>(game.seats),
                   values_of(game, sweep.masses()),
                   sweep.masses()};
    NodeRows strategy(nodes);
    for (std::size_t node = 0; node < nodes; ++node) read_row(profile, node, strategy[node]);
    Response response(sweep);
    response.restart();
    for (std::size_t s = 0; s < game.seats; ++s) {
        for_each_node(game, s, response, strategy, [&](std::size_t node, const Row& gain) {
            for (std::size_t h = 0; h < kHands; ++h) {
                const double better = static_cast<double>(gain.value[h]);
                const double in = profile[node * kHands + h];
                found.gain[node * kHands + h] = better;
                found.reach[node * kHands + h] = static_cast<double>(sweep.frozen().reach[node].value[h]);
                if (!locked[node]) found.exploitability[s] += better > 0.0 ? (1.0 - in) * better : -in * better;
            }
        });
    }
    return found;
}

class Learner {
public:
    Learner(const Game& game, const Sweep& sweep, const Profile& start, std::span<const bool> locked)
        : game_(game), locked_(locked), response_(sweep), strategy_(nodes_of(game.seats)), regret_in_(start.size()),
          regret_out_(start.size()), sum_(start.size()), start_(start) {
        for (std::size_t node = 0; node < strategy_.size(); ++node) read_row(start, node, strategy_[node]);
    }

    // Begin with the regrets that an equilibrium near the start would have left: without them, the first iterations
    // forget the start.
    void seed(const std::vector<double>& gain, double warmth) {
        for (std::size_t node = 0; node < strategy_.size(); ++node) {
            double mean = 0.0;
            for (std::size_t h = 0; h < kHands; ++h) mean += std::abs(gain[node * kHands + h]) / double(kHands);
            for (std::size_t cell = node * kHands; cell < (node + 1) * kHands; ++cell) {
                regret_in_[cell] = warmth * mean * start_[cell];
                regret_out_[cell] = warmth * mean * (1.0 - start_[cell]);
            }
        }
    }

    void learn(std::size_t iterations, Watch& watch) {
        response_.restart();
        for (std::size_t node = 0; node < strategy_.size(); ++node) response_.changed(node, strategy_[node]);
        for (std::size_t i = 0; i < iterations && watch.keep_going(0.0, 0.0); ++i) {
            time_ += 1.0;
            weight_ = std::pow(time_, kWeightPower);
            weights_ += weight_;
            for (std::size_t s = 0; s < game_.seats; ++s) {
                for_each_node(game_, s, response_, strategy_, [&](std::size_t node, const Row& gain) {
                    if (!locked_[node]) pending_.push_back({node, gain});
                });
                for (const auto& [node, gain] : pending_) update(node, gain);
                pending_.clear();
            }
        }
    }

    // The average so far, with almost pure classes rounded.
    Profile average() const {
        if (time_ == 0.0) return start_;
        Profile mean = start_;
        for (std::size_t node = 0; node < strategy_.size(); ++node) {
            if (locked_[node]) continue;
            for (std::size_t cell = node * kHands; cell < (node + 1) * kHands; ++cell) {
                const double in = sum_[cell] / weights_;
                mean[cell] = in < kRounded ? 0.0 : in > 1.0 - kRounded ? 1.0 : in;
            }
        }
        return mean;
    }

private:
    struct Pending {
        std::size_t node;
        Row gain;
    };

    void update(std::size_t node, const Row& gain) {
        for (std::size_t h = 0; h < kHands; ++h) {
            const std::size_t cell = node * kHands + h;
            const double in = static_cast<double>(strategy_[node].value[h]),
                         better = static_cast<double>(gain.value[h]);
            regret_in_[cell] = std::max(0.0, regret_in_[cell] + (1.0 - in) * better);
            regret_out_[cell] = std::max(0.0, regret_out_[cell] - in * better);
            // The next gain is predicted to be this one.
            const double go = std::max(0.0, regret_in_[cell] + (1.0 - in) * better);
            const double both = go + std::max(0.0, regret_out_[cell] - in * better);
            if (both > 0.0) strategy_[node].value[h] = static_cast<float>(go / both);
            sum_[cell] += weight_ * static_cast<double>(strategy_[node].value[h]);
        }
        response_.changed(node, strategy_[node]);
    }

    const Game& game_;
    std::span<const bool> locked_;
    Response response_;
    NodeRows strategy_;
    std::vector<double> regret_in_, regret_out_, sum_;
    Profile start_;
    std::vector<Pending> pending_;
    double time_ = 0.0, weight_ = 0.0, weights_ = 0.0;
};

}  // namespace

Measured measure(const Game& game, const Profile& profile, std::span<const bool> locked, unsigned threads,
                 Watch& watch) {
    Sweep sweep(game, threads);
    sweep.run(profile, watch);
    return look_at(game, sweep, profile, locked);
}

void Solved::add(Measured found, double tolerance) {
    const double exploitability = total(found.exploitability);
    const bool better = history.empty() || exploitability < history.back();
    history.push_back(better ? exploitability : history.back());
    if (better) best = std::move(found);
    reached = history.back() <= tolerance;
}

double Solved::done(double tolerance) const {
    if (history.empty() || history.front() <= tolerance) return 1.0;
    return std::log(history.front() / std::max(history.back(), tolerance)) / std::log(history.front() / tolerance);
}

struct Solver::State {
    State(const Game& game, const Profile& start, std::span<const bool> fixed, const SolveOptions& how)
        : options(how), copied(new bool[fixed.size()]), locked(copied.get(), fixed.size()), sweep(game, how.threads),
          learner(game, sweep, start, locked) {
        std::ranges::copy(fixed, copied.get());
    }

    SolveOptions options;
    std::unique_ptr<bool[]> copied;
    std::span<const bool> locked;
    Sweep sweep;
    Learner learner;
    Solved solved;
};

Solver::Solver(const Game& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options)
    : state_(std::make_unique<State>(game, start, locked, options)) {}

Solver::~Solver() = default;

const Solved& Solver::solved() const { return state_->solved; }

Solved Solver::take() { return std::move(state_->solved); }

double Solver::done() const { return state_->solved.done(state_->options.tolerance); }

bool Solver::step(Watch& asked) {
    auto& [options, copied, locked, sweep, learner, solved] = *state_;
    NoWatch patient;
    ProgressWatch watch(asked, solved.least());
    if (!solved.history.empty()) {
        watch.set(done(), solved.least());
        const double three_way = total(sweep.masses().three);
        if ((solved.history.size() > 1 || options.warmth > 0.0) &&
            !sweep.find_slopes(kWithSlopes / std::max(1.0, 10.0 * three_way), watch)) {
            return false;
        }
        learner.learn(kIterations, watch);
    }
    const bool starts = solved.history.empty();
    const Profile average = learner.average();
    // The first sweep is always finished: there must be an answer.
    if (!sweep.run(average, starts ? static_cast<Watch&>(patient) : watch)) return false;
    Measured found = look_at(sweep.game(), sweep, average, locked);
    if (starts && options.warmth > 0.0) learner.seed(found.gain, options.warmth);
    solved.add(std::move(found), options.tolerance);
    solved.reached = ends_search(options, solved);
    return !solved.reached && solved.history.size() < options.most_sweeps && asked.keep_going(done(), solved.least());
}

Solved solve_game(const Game& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options,
                  Watch& watch) {
    Solver solver(game, start, locked, options);
    while (solver.step(watch)) continue;
    return solver.take();
}

}  // namespace finaltable
