#include "equilibrium/dealing.hpp"

#include <algorithm>
#include <utility>

namespace finaltable {
namespace {

// One hand of a class; the others differ only in their suits.
CardSet example(std::size_t hand) {
    const std::size_t first = hand / 13, second = hand % 13;
    const std::size_t suit = first > second ? 0 : 1;
    return card_bit(static_cast<int>(4 * first)) | card_bit(static_cast<int>(4 * second + suit));
}

}  // namespace

Seating reseated(const std::array<std::size_t, 3>& place) {
    Seating found{};
    for (std::size_t order = 0; order < kOrders; ++order) {
        std::array<int, 3> ranks{};
        for (std::size_t i = 0; i < 3; ++i) ranks[i] = kOrderRanks[order][place[i]];
        found[order] = static_cast<std::size_t>(std::ranges::find(kOrderRanks, ranks) - kOrderRanks.begin());
    }
    return found;
}

Dealing::Dealing(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders, Boards boards)
    : pairs_(kHands * kHands), pair_rows_(kHands), boards_(std::move(boards)) {
    deals.empty() ? count_full_deck() : store_by_pairs(deals, orders);
    for (std::size_t x = 0; x < kHands; ++x) {
        for (std::size_t y = 0; y < kHands; ++y) {
            with_[x] += with(x, y);
            pair_rows_[x].value[y] = static_cast<float>(with(x, y));
        }
        all_ += with_[x];
    }
    if (boards_.known() && !deals_.empty()) find_against_any();
}

void Dealing::count_full_deck() {
    constexpr double kThird = 1128.0;  // hands from a deck without four cards
    std::array<unsigned, kHands> live{};
    for (std::size_t x = 0; x < kHands; ++x) {
        const double size = x / 13 == x % 13 ? 6.0 : x / 13 > x % 13 ? 4.0 : 12.0;
        count_live_hands(example(x), live);
        for (std::size_t y = 0; y < kHands; ++y) pairs_[x * kHands + y] = size * live[y] * kThird;
    }
}

void Dealing::store_by_pairs(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders) {
    // The third class is the highest of the three, in between, or the lowest.
    const std::array seatings{reseated({0, 1, 2}), reseated({0, 2, 1}), reseated({1, 2, 0})};
    deals_.resize(pair_at(0, kHands) * kWidth);
    orders_.resize(deals_.size() * kOrders);
    for (std::size_t y = 0; y < kHands; ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            const std::size_t pair = pair_at(x, y);
            const auto store = [&](std::size_t z, std::size_t triple, std::size_t third) {
                deals_[pair * kWidth + z] = deals[triple];
                for (std::size_t order = 0; order < kOrders; ++order) {
                    orders_[(pair * kOrders + seatings[third][order]) * kWidth + z] = orders[triple * kOrders + order];
                }
                pairs_[x * kHands + y] += deals[triple];
            };
            for (std::size_t z = 0; z < x; ++z) store(z, triple_index(z, x, y), 2);
            for (std::size_t z = x; z < y; ++z) store(z, triple_index(x, z, y), 1);
            for (std::size_t z = y; z < kHands; ++z) store(z, triple_index(x, y, z), 0);
            pairs_[y * kHands + x] = pairs_[x * kHands + y];
        }
    }
}

void Dealing::find_against_any() {
    Row any;
    std::fill_n(any.value.begin(), kHands, 1.0F);
    against_any_.resize(kHands);
    const CovarianceRows all = against(any);
    for (std::size_t x = 0; x < kHands; ++x) {
        for (std::size_t r = 0; r < kRanks; ++r) {
            against_any_[x].win.value[r] = all.win[r].value[x];
            against_any_[x].tie.value[r] = all.tie[r].value[x];
        }
    }
    const std::vector<double> orders = orders_with_any_third();
    constexpr std::size_t kPairs = kHands * kHands;
    for (std::size_t x = 0; x < kHands; ++x) {
        std::array<std::array<double, kRanks>, 2> sums{};  // of the cards of hands that lose to x, and that tie
        std::array<double, kRanks> cards{};
        std::array<double, 2> often{};
        for (std::size_t y = 0; y < kHands; ++y) {
            const std::size_t pair = x * kHands + y;
            for (const std::size_t rank : {y / kRanks, y % kRanks}) cards[rank] += with(x, y) / with_[x];
            for (std::size_t order = 0; order < 8; ++order) {  // the first is ahead, then tied
                const double deals = orders[order * kPairs + pair] / with_[x];
                often[order < 5 ? 0 : 1] += deals;
                for (const std::size_t rank : {y / kRanks, y % kRanks}) sums[order < 5 ? 0 : 1][rank] += deals;
            }
        }
        for (std::size_t r = 0; r < kRanks; ++r) {
            against_any_[x].win.value[r] += static_cast<float>(sums[0][r] - often[0] * cards[r]);
            against_any_[x].tie.value[r] += static_cast<float>(sums[1][r] - often[1] * cards[r]);
        }
    }
}

void Dealing::deals_with(std::size_t x, std::size_t y, Row& row) const {
    row_loops().read_counts(row, &deals_[pair_at(std::min(x, y), std::max(x, y)) * kWidth]);
}

void Dealing::orders_with(std::size_t x, std::size_t y, OrderRows& rows) const {
    Row share;
    deals_with(x, y, share);
    for (float& deals : share.value) deals *= 1.0F / 255.0F;
    row_loops().read_orders(rows, share, &orders_[pair_at(x, y) * kOrders * kWidth]);
}

CovarianceRows Dealing::against(const Row& range) const {
    CovarianceRows found;
    Row total;
    for (std::size_t x = 0; x < kHands; ++x) {
        if (range.value[x] == 0.0F) continue;
        Row weight = pair_rows_[x];
        for (float& one : weight.value) one *= range.value[x];
        add(total, 1.0, weight);
        for (std::size_t r = 0; r < kRanks; ++r) {
            row_loops().add_product(found.win[r], weight, boards_.wins(x)[r]);
            row_loops().add_product(found.tie[r], weight, boards_.ties(x)[r]);
        }
    }
    for (float& one : total.value) one = one > 0.0F ? 1.0F / one : 0.0F;
    for (std::size_t r = 0; r < kRanks; ++r) {  // the other player wins where the one of the range loses
        add(found.win[r], 1.0, found.tie[r]);
        multiply(found.win[r], -1.0F, total);
        multiply(found.tie[r], 1.0F, total);
    }
    return found;
}

void Dealing::shift_against_any(std::size_t hand, const ByRank& density, std::span<double> shares) const {
    const Shift shift = against_any_[hand].shift(density);
    if (shares.size() != kOrders) return shift_results(shares.first<3>(), shift);
    // The order of the other two does not change.
    shift_orders(shares.first<kOrders>(), {shift, shift, {}});
}

std::vector<double> Dealing::orders_with_any_third() const {
    std::vector<double> found(kOrders * kHands * kHands);
    const Seating exchanged = reseated({1, 0, 2});
    OrderRows rows;
    for (std::size_t y = 0; y < kHands; ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            orders_with(x, y, rows);
            for (std::size_t order = 0; order < kOrders; ++order) {
                double sum = 0.0;
                for (std::size_t z = 0; z < kHands; ++z) sum += static_cast<double>(rows[order].value[z]);
                found[(order * kHands + x) * kHands + y] = sum;
                found[(exchanged[order] * kHands + y) * kHands + x] = sum;
            }
        }
    }
    return found;
}

}  // namespace finaltable
