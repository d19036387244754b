// Plans how far to search for an error of equities.
#pragma once

#include <cstddef>
#include <vector>

#include "dcm/bounds.hpp"
#include "dcm/budget.hpp"

namespace finaltable {

struct SearchPlan {
    double threshold;  // expand nodes at least this probable
    double nodes;      // estimated number, without merging
    double error;      // estimated, too
};

// The probability that a threshold leaves unresolved, by the number of players left. Without ties it depends only on
// the number of players. Each table is made on first use and shared by threads.
class SearchTable {
public:
    // The table for three or more players with chips.
    static const SearchTable& of(int players);

    // The plan for an error of equities, given the first place that counts and the leader's share of the chips. It is an
    // estimate, mostly on the safe side; the search states the error that it reached.
    SearchPlan plan(const CellBounds& bounds, int open, double leader, double error) const;

private:
    explicit SearchTable(int players);
    double part_of_one_player(int open, double leader, double relative_error) const;

    int players_;
    std::vector<TreeCounts> counts_;  // by players left, less three
};

}  // namespace finaltable
