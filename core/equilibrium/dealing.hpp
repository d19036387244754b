// Three classes at once: in how many ways they can be dealt, and how often each order comes up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/triples.hpp"

namespace finaltable {

inline constexpr std::size_t kHands = kHandClasses;
inline constexpr std::size_t kWidth = 176;  // classes in a row, a multiple of every register

struct alignas(64) Row {
    std::array<float, kWidth> value{};
};

using OrderRows = std::array<Row, kOrders>;

// Who holds what when three players change seats: order o of (first, second, third), with the player in place[i] coming
// i-th, is order reseated(...)[o].
std::array<std::size_t, kOrders> reseated(const std::array<std::size_t, 3>& place);

// All deals of three hands. Without a table, those of a full deck are known for one and two players.
class Dealing {
public:
    Dealing(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders);

    // In how many of them a player holds a class, and two players hold two.
    double all() const { return all_; }
    double with(std::size_t hand) const { return with_[hand]; }
    double with(std::size_t x, std::size_t y) const { return pairs_[x * kHands + y]; }

    // In how many ways classes x <= y can be dealt with every third class.
    void deals_with(std::size_t x, std::size_t y, Row& row) const;

    // The same, divided into the orders of the players with x, with y and with the third class.
    void orders_with(std::size_t x, std::size_t y, OrderRows& rows) const;

    // Orders of two classes and any third hand, in deals: order by class by class.
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
