// How far to search for an error that is asked for: thresholds by the number of players with chips.
#pragma once

#include <cstddef>
#include <vector>

#include "dcm/budget.hpp"

namespace finaltable {

// Made once for many tables; reading it needs no lock.
class ThresholdTable {
public:
    // For tables of up to `players` players with chips.
    explicit ThresholdTable(int players);

    // The largest threshold that leaves at most `unresolved`, or the smallest there is.
    double threshold(int players, double unresolved) const;

private:
    std::vector<std::vector<double>> unresolved_;  // by players, then by threshold; falling
};

}  // namespace finaltable
