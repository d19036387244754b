// Showdowns of three players: what they are worth, with the hands that three players go in with.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "equilibrium/tree_bunching.hpp"
#include "support/watch.hpp"

namespace finaltable {

class ThreeHands {
public:
    ThreeHands(const TreeGame& game, unsigned threads);

    // Weigh the showdowns by a profile. False if the watch stopped it.
    bool run(const Played& played, const TreeBunching& bunching, Watch& watch);

    // The value of a showdown for the player in a place, by class.
    const Row& value(std::size_t end, std::size_t place) const { return values_[of_[end] * kMostIn + place]; }
    // The value for a player who folded, with any hand.
    double value_for(std::size_t end, std::size_t player) const {
        return seen_[of_[end] * game_.tree.players + player];
    }

private:
    // One showdown: the orders by the class of the last player; and for the second and the first, by their class, what
    // the hands of the other two are worth.
    struct Met {
        OrderRows orders;
        std::array<Row, 2> money, deals;
    };
    using Orders = std::array<double, kOrders>;  // chances
    using Tilts = std::array<Tilt, kMostIn>;     // against each of three players

    void gather(const Played& played, std::int32_t next, const Pot& pot);
    void visit(std::size_t first, std::span<Met> met, Watch& watch) const;
    void meet(std::size_t x, std::size_t y, std::size_t end, const OrderRows& orders, const Row& deals, Met& met) const;
    void collect(std::vector<Met>& met, const TwoHands& two, const TreeBunching& bunching);
    void shift(std::size_t i, const TwoHands& two, const Tilts& tilts, OrderRows& orders) const;
    void shift_value(std::size_t i, std::size_t place, const TwoHands& two, const Tilts& tilts, const Orders& before,
                     const Orders& after);
    Orders chances(std::size_t i, const OrderRows& orders) const;

    const TreeGame& game_;
    unsigned threads_;
    std::vector<std::size_t> ends_, of_;  // showdowns of three, and the place of each end among them
    std::vector<Row> weights_;            // showdown by place
    std::vector<Row> values_;             // showdown by place
    std::vector<double> seen_;            // showdown by player
    std::array<Seating, 6> seating_;
    std::vector<std::array<OrderWorth, 6>> worth_;  // showdown by seating: what the third player gets
};

}  // namespace finaltable
