// How far to search for an error of money, decided before the search.
#pragma once

#include <cstddef>
#include <vector>

#include "dcm/answers.hpp"

namespace finaltable {

struct SearchPlan {
    double threshold;  // expand nodes at least this probable
    double nodes;      // about as many
};

// Tells how much a threshold leaves unresolved, by the number of players left there. Without ties that depends on the
// number of players alone. Made once for each, when it is first asked for; threads share it.
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
