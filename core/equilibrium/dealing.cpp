#include "equilibrium/dealing.hpp"

#include <algorithm>

namespace finaltable {
namespace {

// One hand of a class; the others differ only in their suits.
CardSet example(std::size_t hand) {
    const std::size_t first = hand / 13, second = hand % 13;
    const std::size_t suit = first > second ? 0 : 1;
    return card_bit(static_cast<int>(4 * first)) | card_bit(static_cast<int>(4 * second + suit));
}

}  // namespace

std::array<std::size_t, kOrders> reseated(const std::array<std::size_t, 3>& place) {
    std::array<std::size_t, kOrders> found{};
    for (std::size_t order = 0; order < kOrders; ++order) {
        std::array<int, 3> ranks{};
        for (std::size_t i = 0; i < 3; ++i) ranks[i] = kOrderRanks[order][place[i]];
        found[order] = static_cast<std::size_t>(std::ranges::find(kOrderRanks, ranks) - kOrderRanks.begin());
    }
    return found;
}

Dealing::Dealing(std::span<const std::uint16_t> deals, std::span<const std::uint8_t> orders)
    : deals_(deals), orders_(orders), pairs_(kHands * kHands),
      seating_{reseated({0, 1, 2}), reseated({0, 2, 1}), reseated({1, 2, 0})} {
    deals.empty() ? count_full_deck() : count_table();
    for (std::size_t x = 0; x < kHands; ++x) {
        for (std::size_t y = 0; y < kHands; ++y) with_[x] += with(x, y);
        all_ += with_[x];
    }
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

void Dealing::count_table() {
    Row row;
    for (std::size_t y = 0; y < kHands; ++y) {
        for (std::size_t x = 0; x <= y; ++x) {
            deals_with(x, y, row);
            float sum = 0.0F;  // of integers that a float represents exactly
            for (std::size_t z = 0; z < kHands; ++z) sum += row.value[z];
            pairs_[x * kHands + y] = pairs_[y * kHands + x] = static_cast<double>(sum);
        }
    }
}

template <class Use>
void Dealing::for_each_third(std::size_t x, std::size_t y, Use use) const {
    for (std::size_t z = 0; z < x; ++z) use(z, triple_index(z, x, y), std::size_t{2});
    for (std::size_t z = x; z < y; ++z) use(z, triple_index(x, z, y), std::size_t{1});
    for (std::size_t z = y; z < kHands; ++z) use(z, triple_index(x, y, z), std::size_t{0});
}

void Dealing::deals_with(std::size_t x, std::size_t y, Row& row) const {
    for_each_third(x, y, [&](std::size_t z, std::size_t triple, std::size_t) { row.value[z] = deals_[triple]; });
}

void Dealing::orders_with(std::size_t x, std::size_t y, OrderRows& rows) const {
    for_each_third(x, y, [&](std::size_t z, std::size_t triple, std::size_t seating) {
        const std::array<std::size_t, kOrders>& seat = seating_[seating];
        const float share = static_cast<float>(deals_[triple]) * (1.0F / 255.0F);
        const std::uint8_t* const bytes = &orders_[triple * kOrders];
        for (std::size_t order = 0; order < kOrders; ++order) {
            rows[seat[order]].value[z] = share * static_cast<float>(bytes[order]);
        }
    });
}

std::vector<double> Dealing::orders_with_any_third() const {
    std::vector<double> found(kOrders * kHands * kHands);
    const std::array<std::size_t, kOrders> exchanged = reseated({1, 0, 2});
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
