// Three classes of hands: the number of ways to deal them, and how often each showdown order occurs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/triples.hpp"

namespace finaltable {

inline constexpr std::size_t kHands = kHandClasses;
inline constexpr std::size_t kWidth = 176;  // classes in a row, padded to a multiple of every register width

struct alignas(64) Row {
    std::array<float, kWidth> value{};
};

using OrderRows = std::array<Row, kOrders>;

// Orders after three players change seats: order o of (first, second, third), with the player in place[i] as the i-th,
// is order reseated(...)[o].
std::array<std::size_t, kOrders> reseated(const std::array<std::size_t, 3>& place);

// All deals of three hands. Without a table, only those of one and two players from a full deck.
class Dealing {
public:
    Dealing(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders);

    // The number of deals in which a player holds a class, and in which two players hold two classes.
    double all() const { return all_; }
    double with(std::size_t hand) const { return with_[hand]; }
    double with(std::size_t x, std::size_t y) const { return pairs_[x * kHands + y]; }

    // The number of ways to deal classes x <= y with every third class.
    void deals_with(std::size_t x, std::size_t y, Row& row) const;

    // The same, divided into the orders of the players with x, with y and with the third class.
    void orders_with(std::size_t x, std::size_t y, OrderRows& rows) const;

    // Number of deals of two classes and any third hand: order by class by class.
    std::vector<double> orders_with_any_third() const;

private:
    void count_full_deck();
    void count_table();
    template <class Use>
    void for_each_third(std::size_t x, std::size_t y, Use use) const;

    std::span<const std::uint16_t> deals_;
    std::span<const std::uint8_t> orders_;
    double all_ = 0.0;
    std::array<double, kHands> with_{};
    std::vector<double> pairs_;
    std::array<std::array<std::size_t, kOrders>, 3> seating_;  // the third class is the highest, in between, the lowest
};

}  // namespace finaltable
