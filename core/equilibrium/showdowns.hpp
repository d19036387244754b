// Orders of the hands at a showdown, and their weights: the channels of the solver.
//
// A channel is the order of up to three hands: those of the players who pushed, then those of players all-in by posting,
// who hold any two cards. The solver averages over the other players at the showdown, with weights from sampled deals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equilibrium/dealing.hpp"
#include "equilibrium/game.hpp"

namespace finaltable {

using Ranks = std::vector<int>;  // of the players at a showdown: 0 is the best, equal for a tie

inline constexpr std::size_t kMostCards = 3;  // hands in a channel

// The orders of one, two or three hands.
const std::vector<Ranks>& channels_of(std::size_t hands);

// All orders of players who pushed and of players all-in by posting, with their frequencies, averaged over hands.
struct Showdowns {
    std::size_t pushed, posted;
    std::vector<Ranks> orders;
    std::vector<double> weights;

    std::size_t hands() const { return pushed + posted < kMostCards ? pushed + posted : kMostCards; }
    const std::vector<Ranks>& channels() const { return channels_of(hands()); }
};

// Orders that are not met in the sampled deals are rare, but listed if there are few players. Players who push have one
// of the `best` classes in these deals.
Showdowns find_showdowns(std::size_t pushed, std::size_t posted, std::span<const std::size_t> best);

// Averages over orders of a showdown, for each order of its first `hands` hands.
class OrderAverages {
public:
    OrderAverages(const Showdowns& showdowns, std::size_t hands);

    std::size_t channel_of(std::size_t order) const { return channel_[order]; }
    double weight(std::size_t order) const { return weight_[order]; }

private:
    std::vector<std::size_t> channel_;
    std::vector<double> weight_;
};

// Ranks without gaps.
Ranks dense(const Ranks& ranks);

// Wins and ties of classes against classes, over all deals: class by class.
struct ClassTable {
    std::span<const double> wins, ties;
};

// The classes from best to worst, by equity against any hand.
std::vector<std::size_t> ranking(const ClassTable& table);

// Hands of a class, and of all.
constexpr double size_of(std::size_t hand) { return hand % 14 == 0 ? 6.0 : hand / 13 > hand % 13 ? 4.0 : 12.0; }
inline constexpr double kAllHands = 1326.0;

// The best classes, until they are a share of all hands.
Row best_hands(std::span<const std::size_t> ranking, double share);

// Probabilities of the channels after one push, channel by class; and after two, channel by class by class.
std::vector<double> one_shares(std::size_t posted, const ClassTable& table, const Dealing& dealing);
std::vector<double> two_shares(std::size_t posted, const ClassTable& table, const Dealing& dealing);

}  // namespace finaltable
