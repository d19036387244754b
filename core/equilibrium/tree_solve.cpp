#include "equilibrium/tree_solve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "equilibrium/tree_walk.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kIterations = 20;  // between two measures
constexpr double kWeightPower = 5.0;     // iteration t counts t to this power in the average
constexpr double kRounded = 0.01;
// If the exploitability has not fallen by a fifth in so many measures, showdowns of three are valued more often.
constexpr std::size_t kPatience = 12;
constexpr double kFallen = 0.8;
constexpr double kUnused = 1e-5;  // weight of the initial profile at showdowns of three: for those that never happen

class TreeSolver {
public:
    TreeSolver(const TreeGame& game, const Profile& start, std::span<const bool> locked, unsigned threads)
        : game_(game), tree_(game.tree), locked_(locked), two_(game), kept_(game, two_, threads), start_(start),
          now_(tree_, two_, kept_.bunching.beyond()), mean_(now_), shown_(now_), gain_(start.size() / kHands),
          reach_(tree_.decisions.size()), regret_(tree_.decisions.size() * kActions * kHands), sum_(regret_.size()) {
        read(start, now_);
    }

    // The exploitability and values of the average.
    bool measure(Measured& found, Watch& watch) {
        found.profile = average();
        read(found.profile, mean_);
        for (std::size_t i = 0; i < start_.size(); ++i) {
            const double shown = found.profile[i] + kUnused * start_[i];
            shown_.strategy(i / kHands / kChoices, i / kHands % kChoices).value[i % kHands] = static_cast<float>(shown);
        }
        kept_.bunching.find_folders(mean_);
        for (Played* const played : {&now_, &mean_, &shown_}) {
            for (std::size_t i = 0; i < tree_.decisions.size(); ++i) played->find_factors(i);
        }
        kept_.bunching.find_boards(shown_);
        if (!kept_.three.run(shown_, kept_.bunching, watch)) return false;
        Walk walk(game_, mean_, kept_, gain_, reach_);
        kept_.measuring = true;
        for (std::size_t seat = 0; seat < tree_.seats; ++seat) walk.run(seat);
        kept_.measuring = false;
        for (const Row& row : gain_) found.gain.insert(found.gain.end(), row.value.begin(), row.value.begin() + kHands);
        for (const Row& row : reach_) {
            found.reach.insert(found.reach.end(), row.value.begin(), row.value.begin() + kHands);
        }
        respond_best(found);
        const std::vector<double> masses = walk.masses();
        found.values = walk.values(masses);
        for (std::size_t end = 0; end < tree_.ends.size(); ++end) {
            if (tree_.ends[end].count == kMostIn) found.masses.three.push_back(masses[end]);
        }
        return true;
    }

    // Showdowns of three are valued with the average, and every so many iterations with the present strategies.
    void learn(std::size_t iterations, std::size_t every, Watch& watch) {
        Walk walk(game_, now_, kept_, gain_, reach_);
        for (std::size_t i = 0; i < iterations && watch.keep_going(0.0, 0.0); ++i) {
            if (every < iterations && i % every == 0 && !kept_.three.run(now_, kept_.bunching, watch)) return;
            time_ += 1.0;
            for (std::size_t seat = 0; seat < tree_.seats; ++seat) {
                walk.run(seat);
                for (std::size_t number = 0; number < tree_.decisions.size(); ++number) {
                    if (tree_.decisions[number].seat == seat) update(number);
                }
            }
        }
    }

private:
    void read(const Profile& profile, Played& played) const {
        for (std::size_t i = 0; i < profile.size(); ++i) {
            played.strategy(i / kHands / kChoices, i / kHands % kChoices).value[i % kHands] =
                static_cast<float>(profile[i]);
        }
    }

    std::size_t cell(std::size_t number, std::size_t action, std::size_t h) const {
        return (number * kActions + action) * kHands + h;
    }

    void update(std::size_t number) {
        const double weight = std::pow(time_, kWeightPower);
        const Row own = now_.own_reach(number);
        for (std::size_t h = 0; h < kHands && !locked_[number]; ++h) update(number, h);
        now_.find_factors(number);
        for (std::size_t h = 0; h < kHands; ++h) {
            double folds = 1.0;
            for (std::size_t choice = 0; choice < kChoices; ++choice) {
                const double often = static_cast<double>(now_.strategy(number, choice).value[h]);
                sum_[cell(number, choice + 1, h)] += weight * static_cast<double>(own.value[h]) * often;
                folds -= often;
            }
            sum_[cell(number, kFold, h)] += weight * static_cast<double>(own.value[h]) * std::max(0.0, folds);
        }
    }

    // Regret matching.
    void update(std::size_t number, std::size_t h) {
        std::array<double, kActions> gain{};
        double expected = 0.0, total = 0.0;
        for (std::size_t choice = 0; choice < kChoices; ++choice) {
            gain[choice + 1] = static_cast<double>(gain_[number * kChoices + choice].value[h]);
            expected += gain[choice + 1] * static_cast<double>(now_.strategy(number, choice).value[h]);
        }
        for (std::size_t action = 0; action < kActions; ++action) {
            if (!tree_.decisions[number].has(action)) continue;
            double& regret = regret_[cell(number, action, h)];
            total += regret = std::max(0.0, regret + gain[action] - expected);
        }
        if (total <= 0.0) return;
        for (std::size_t choice = 0; choice < kChoices; ++choice) {
            now_.strategy(number, choice).value[h] = static_cast<float>(regret_[cell(number, choice + 1, h)] / total);
        }
    }

    // The average so far, without rare actions.
    Profile average() const {
        Profile mean = start_;
        for (std::size_t number = 0; number < tree_.decisions.size() && time_ > 0.0; ++number) {
            for (std::size_t h = 0; h < kHands && !locked_[number]; ++h) {
                std::array<double, kActions> often{};
                double total = 0.0, kept = 0.0;
                for (std::size_t action = 0; action < kActions; ++action) {
                    often[action] = sum_[cell(number, action, h)];
                    total += often[action];
                }
                if (total <= 0.0) {  // the player never gets there with this hand
                    for (std::size_t choice = 0; choice < kChoices; ++choice) {
                        mean[(number * kChoices + choice) * kHands + h] =
                            static_cast<double>(now_.strategy(number, choice).value[h]);
                    }
                    continue;
                }
                for (double& one : often) kept += one = one < kRounded * total ? 0.0 : one;
                for (std::size_t choice = 0; choice < kChoices; ++choice) {
                    mean[(number * kChoices + choice) * kHands + h] = often[choice + 1] / kept;
                }
            }
        }
        return mean;
    }

    // Gains of best responses: `more` is what the best play of later decisions adds to the choice that leads to them.
    void respond_best(Measured& found) const {
        found.exploitability.assign(tree_.seats, 0.0);
        std::vector<double> more(found.gain.size());
        const std::vector<std::size_t> own = tree_.own_choices();
        for (std::size_t number = tree_.decisions.size(); number-- > 0;) {
            for (std::size_t h = 0; h < kHands; ++h) {
                double played = 0.0, follows = 0.0, best = 0.0;
                for (std::size_t choice = 0; choice < kChoices; ++choice) {
                    const std::size_t at = (number * kChoices + choice) * kHands + h;
                    if (!tree_.decisions[number].has(choice + 1)) continue;
                    played += found.profile[at] * found.gain[at];
                    follows += found.profile[at] * more[at];
                    best = std::max(best, found.gain[at] + more[at]);
                }
                const double gained = locked_[number] ? follows : std::max(0.0, best - played);
                if (own[number] == kNoPlace) {
                    found.exploitability[tree_.decisions[number].seat] += gained;
                } else {
                    more[own[number] * kHands + h] += gained;
                }
            }
        }
    }

    const TreeGame& game_;
    const Tree& tree_;
    std::span<const bool> locked_;
    TwoHands two_;
    Kept kept_;
    const Profile& start_;
    Played now_, mean_, shown_;
    NodeRows gain_, reach_;
    std::vector<double> regret_, sum_;  // decision by action by class
    double time_ = 0.0;
};

}  // namespace

Solved solve_tree(const TreeGame& game, const Profile& start, std::span<const bool> locked, const SolveOptions& options,
                  Watch& asked) {
    NoWatch patient;
    ProgressWatch watch(asked, 0.0);
    TreeSolver solver(game, start, locked, options.threads);
    Solved solved;
    double mark = 0.0;
    std::size_t marked = 0, every = kIterations;
    for (std::size_t i = 0; i < options.most_sweeps && !solved.reached; ++i) {
        Measured found;
        // The first measure is always finished: there must be an answer.
        if (!solver.measure(found, i == 0 ? static_cast<Watch&>(patient) : watch)) break;
        solved.add(std::move(found), options.tolerance);
        solved.reached = ends_search(options, solved);
        const double part = solved.done(options.tolerance), least = solved.least();
        watch.set(part, least);
        if (solved.reached || !watch.keep_going(part, least)) break;
        if (i == 0 || least < kFallen * mark) {
            mark = least;
            marked = i;
        } else if (i - marked >= kPatience && every > 1) {
            every = every == kIterations ? kIterations / 4 : 1;
            mark = least;
            marked = i;
        }
        solver.learn(kIterations, every, watch);
    }
    return solved;
}

}  // namespace finaltable
