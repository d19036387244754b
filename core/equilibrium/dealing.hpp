// Three classes of hands: the number of ways to deal them, and how often each showdown order occurs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equilibrium/boards.hpp"
#include "equilibrium/rows.hpp"

namespace finaltable {

// Who holds what when three players change seats: order o of (first, second, third), with the player in place[i] coming
// i-th, is order reseated(...)[o].
Seating reseated(const std::array<std::size_t, 3>& place);

// All deals of three hands, stored by pairs of classes: sweeps go through all pairs. Without a table, only one and two
// players can be dealt, from a full deck. It takes about 40 MB, and is meant to be made once.
class Dealing {
public:
    Dealing(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders, Boards boards = {});

    // The number of deals in which a player holds a class, and in which two players hold two classes.
    double all() const { return all_; }
    double with(std::size_t hand) const { return with_[hand]; }
    double with(std::size_t x, std::size_t y) const { return pairs_[x * kHands + y]; }

    // The same for one class, by the other.
    const Row& row_with(std::size_t hand) const { return pair_rows_[hand]; }

    // The number of ways to deal two classes with every third class.
    void deals_with(std::size_t x, std::size_t y, Row& row) const;

    // The same for x <= y, divided into the orders of the players with x, with y and with the third class.
    void orders_with(std::size_t x, std::size_t y, OrderRows& rows) const;

    // How boards depend on folded cards.
    const Boards& boards() const { return boards_; }

    // The covariances of every class against a range of hands.
    CovarianceRows against(const Row& range) const;

    // The covariances of a class against any hand, with the ranks of that hand and of the board.
    const Covariances& against_any(std::size_t hand) const { return against_any_[hand]; }

    // Change the probabilities of the results of a class against one or two players with any hands.
    void shift_against_any(std::size_t hand, const ByRank& density, std::span<double> shares) const;

    // Number of deals of two classes and any third hand: order by class by class.
    std::vector<double> orders_with_any_third() const;

private:
    void count_full_deck();
    void find_against_any();
    void store_by_pairs(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders);

    static std::size_t pair_at(std::size_t x, std::size_t y) { return x + y * (y + 1) / 2; }

    double all_ = 0.0;
    std::array<double, kHands> with_{};
    std::vector<double> pairs_;
    std::vector<Row> pair_rows_;
    std::vector<std::uint16_t> deals_;  // pair by third class
    std::vector<std::uint8_t> orders_;  // pair by order by third class, in 255ths
    Boards boards_;
    std::vector<Covariances> against_any_;  // class
};

}  // namespace finaltable
