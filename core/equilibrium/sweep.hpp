// Evaluates a profile: the gain of going in over folding, at every node with every class.
//
// Cards of three players are dealt exactly. Folders weight the hands of two all-in players by the probability of
// folding given both (bunching); those of three players, by the product of the probabilities given each. What several
// folders change together, and how their cards change the board, is approximate: see folders.hpp and boards.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "equilibrium/bunching.hpp"
#include "equilibrium/dealing.hpp"
#include "equilibrium/game.hpp"
#include "equilibrium/scratch.hpp"
#include "support/watch.hpp"

namespace finaltable {

// Kept between sweeps while strategies change a little: matrices for pairs of seats, and for every node the
// contribution of pairs and triples of other seats.
struct Frozen {
    std::span<Row> opener;       // pair by class of the caller: gain of the opener from a call, by the opener's class
    std::span<Row> caller;       // pair by class of the opener: gain of the caller from a call, by the caller's class
    std::span<Row> bystander;    // pair by class of the later seat, who opens: deals, by the class of the earlier one
    NodeRows strategy;           // the profile that was swept
    NodeRows rest;               // contribution of pairs of others and of triples
    NodeRows reach;              // probability that a node is reached with each class
    std::vector<double> folds;   // probability that a node folds
    std::vector<Row> triple;     // triple by role: its part of the rest of that role's node
    std::vector<double> unseen;  // triple by seat: its part of the rest of a folder's node
    std::vector<std::size_t> slopes_of;  // triple: its place among the slopes, or kNoSlopes
};

inline constexpr std::size_t kNoSlopes = static_cast<std::size_t>(-1);

// Roles in a triple, in the order of acting.
enum Role : std::size_t { kOpener, kCaller, kLast };
inline constexpr std::size_t kRoles = 3;

// The derivatives of what a triple adds to the gain of one role by the strategy of another, summed over the hands of the
// third: rows over the classes of the later of the two, one for each class of the earlier.
struct Slopes {
    std::array<std::size_t, kRoles> seats;
    std::array<std::array<std::vector<Row>, kRoles>, kRoles> by;  // role that gains, role that changes
};

// Triples of seats, a bit for each.
using TripleSet = std::array<std::uint64_t, triples_of(kMaxSeats) / 64 + 1>;

// Probability of each channel.
struct Masses {
    std::vector<double> one, two, three;
};

class Sweep {
public:
    Sweep(const Game& game, unsigned threads);

    // False if the watch stopped it.
    bool run(const Profile& profile, Watch& watch);

    // Find the slopes of the triples that come up with at least this chance, given the first two.
    bool find_slopes(double least, Watch& watch);

    const Frozen& frozen() const { return frozen_; }
    const std::vector<Slopes>& slopes() const { return slopes_; }
    const Masses& masses() const { return masses_; }
    const Game& game() const { return game_; }
    const Dealing& dealing() const { return dealing_; }

    // Gain of `player` from a single all-in of `opener`, by the opener's class.
    std::span<const float> one_gain(std::size_t opener, std::size_t player) const {
        return one_gain_[opener * game_.players + player].value;
    }

private:
    struct Part;
    class TwoIn;

    // Three players who are in, without their chance: orders by the class of the last; what the second and the first
    // gain, by their class.
    struct Met {
        OrderRows orders;
        std::array<Row, 2> thirds;
    };

    void share_two_hands();
    void prepare(const Profile& profile);
    void visit_pairs(std::size_t first, std::size_t step, Part& part, Watch& watch);
    void weigh_triples();
    void find_one_gains();
    void visit_triples(std::size_t first, std::span<Met> met, Watch& watch) const;
    void meet(std::size_t x, std::size_t y, std::size_t triple, const OrderRows& orders, Met& met) const;
    void collect(const std::vector<Part>& parts, std::vector<Met>& met);
    void add_opening();
    using WorthOfRoles = std::array<std::array<OrderWorth, kRoles>, 4>;

    WorthOfRoles worth_of_roles(std::size_t triple, const std::array<std::size_t, kRoles>& seats) const;
    void find_slopes_of(std::span<const std::size_t> triples, std::span<Slopes> found, Watch& watch) const;
    void add_slopes(std::size_t x, std::size_t y, const Row* weight, const WorthOfRoles& worth, Slopes& slopes,
                    OrderRows& orders, bool& known) const;
    void weigh_slopes(std::size_t triple, Slopes& slopes) const;
    void find_ranges();
    void shift_triple(std::size_t p, std::size_t q, std::size_t k, OrderRows& orders) const;
    void add_triple(std::size_t p, std::size_t q, std::size_t k, Met& met, std::vector<double>& unseen);
    void add_unseen(const std::vector<double>& unseen);
    double folders_chance(std::size_t p, std::size_t q, std::size_t k, std::size_t except) const;

    const Game& game_;
    unsigned threads_;
    const Dealing& dealing_;
    std::vector<double> one_shares_;  // seat by channel by class, with the cards that folders leave
    std::vector<Row> one_gain_;
    Scratch scratch_;
    Frozen frozen_;
    Masses masses_;
    std::vector<Slopes> slopes_;
    NodeRows fold_;                    // probability that a node folds, given one other class
    std::vector<std::size_t> active_;  // nodes first in and facing one that ever go in
    std::vector<Row> weight_;          // triple by seat: strategy times the folders' weight
    std::vector<TripleSet> holders_;   // class by seat: triples in which that seat goes in with the class
    Bunching bunching_;
    std::vector<std::array<OrderWorth, 6>> seated_gain_;  // triple by seating: what the third gains
    std::array<Seating, 6> seating_;
    std::vector<std::unique_ptr<CovarianceRows>> against_;  // node: of every class against those who go in there
    std::vector<Row> two_shares_, turned_shares_;           // channel by class of the earlier seat, of the later seat
    std::vector<Row> results_;                              // class of the earlier seat by result: it wins, ties, loses
};

}  // namespace finaltable
