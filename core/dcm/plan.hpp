// How far to search for an error that is asked for, of probabilities or of money, decided before the search.
#pragma once

#include <cstddef>
#include <vector>

#include "dcm/answers.hpp"

namespace finaltable {

// Thresholds for an error of probabilities. Made once for many tables; reading it needs no lock.
class ThresholdTable {
public:
    // For tables of up to `players` players with chips.
    explicit ThresholdTable(int players);

    // The largest threshold that leaves at most `unresolved`, or the smallest there is.
    double threshold(int players, double unresolved) const;

private:
    std::vector<std::vector<double>> unresolved_;  // by players, then by threshold; falling
};

// Thresholds for an error of money.
struct SearchPlan {
    double threshold;  // expand nodes at least this probable
    double nodes;      // about as many
};

// Which threshold leaves how much unresolved, by how many players are left there. Without ties that depends on the number
// of players alone. Made once for each, when it is first asked for; threads may share it.
class SearchTable {
public:
    // The table for so many players with chips, three or more.
    static const SearchTable& of(int players);

    // The plan for an error of an equity, where the leader holds such a share of the chips. It is a guess at what this
    // table needs, mostly on the safe side; the search itself says what was reached.
    SearchPlan plan(const OpenPrizes& open, double leader, double error) const;

private:
    explicit SearchTable(int players);
    double part_of_one_player(double leader, double relative_error) const;
    double expected_error(const OpenPrizes& open, double part, std::size_t entry) const;

    int players_;
    std::vector<double> nodes_;                    // by threshold
    std::vector<std::vector<double>> unresolved_;  // by players left, less three, then by threshold
};

}  // namespace finaltable
