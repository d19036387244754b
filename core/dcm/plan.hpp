// Plans how far to search for an error of equities.
#pragma once

#include <cstddef>
#include <vector>

#include "dcm/answers.hpp"

namespace finaltable {

struct SearchPlan {
    double threshold;  // expand nodes at least this probable
    double nodes;      // estimated number
};

// The probability that a threshold leaves unresolved, by the number of players left. Without ties it depends only on
// the number of players. Each table is made on first use and shared by threads.
class SearchTable {
public:
    // The table for three or more players with chips.
    static const SearchTable& of(int players);

    // The plan for an error of equities, given the leader's share of the chips. It is an estimate, mostly on the safe
    // side; the search states the error that it reached.
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
