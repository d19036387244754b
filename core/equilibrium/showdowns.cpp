#include "equilibrium/showdowns.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "equilibrium/judge.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kDeals = 60'000;  // to sample
constexpr double kRare = 1e-9;
constexpr std::size_t kMostListed = 5;     // players; up to this many, all orders are listed
constexpr std::size_t kMostExchanged = 3;  // players all-in by posting, whose ranks are exchanged in all ways

std::vector<Ranks> orders_of_three() {
    std::vector<Ranks> found;
    for (const std::array<int, 3>& ranks : kOrderRanks) {
        found.emplace_back(ranks.begin(), ranks.end());
    }
    return found;
}

// Orders in the order of their first appearance.
class Counted {
public:
    void add(const Ranks& order, double times) {
        const auto [place, added] = known_.try_emplace(order, orders_.size());
        if (added) {
            orders_.push_back(order);
            weights_.push_back(0.0);
        }
        weights_[place->second] += times;
    }

    void add_if_missing(const Ranks& order) {
        if (!known_.contains(order)) add(order, kRare);
    }

    Showdowns showdowns(std::size_t pushed, std::size_t posted) const { return {pushed, posted, orders_, weights_}; }

private:
    std::map<Ranks, std::size_t> known_;
    std::vector<Ranks> orders_;
    std::vector<double> weights_;
};

// Players with any two cards are interchangeable: share the deals of an order among all exchanges.
void add_exchanged(Counted& counted, const Ranks& order, std::size_t pushed, double times) {
    const std::size_t posted = order.size() - pushed;
    if (posted > kMostExchanged) return counted.add(order, times);
    std::vector<std::size_t> seats(posted);
    std::iota(seats.begin(), seats.end(), 0);
    double ways = 1.0;
    for (std::size_t i = 2; i <= posted; ++i) ways *= static_cast<double>(i);
    do {
        Ranks exchanged(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(pushed));
        for (const std::size_t seat : seats) exchanged.push_back(order[pushed + seat]);
        counted.add(exchanged, times / ways);
    } while (std::ranges::next_permutation(seats).found);
}

// Every channel needs an order, however rare.
void list_all(Counted& counted, std::size_t players) {
    Ranks ranks(players, 0);
    for (;;) {
        if (dense(ranks) == ranks) counted.add_if_missing(ranks);
        std::size_t place = players;
        while (place > 0 && ranks[place - 1] + 1 == static_cast<int>(players)) ranks[--place] = 0;
        if (place == 0) return;
        ++ranks[place - 1];
    }
}

void list_channels(Counted& counted, std::size_t players) {
    for (const Ranks& channel : channels_of(kMostCards)) {
        Ranks order = channel;
        order.resize(players, *std::ranges::max_element(channel) + 1);
        counted.add_if_missing(order);
    }
}

std::vector<double> divided_by_channels(std::vector<double> counted, std::size_t cells) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
        double sum = 0.0;
        for (std::size_t i = cell; i < counted.size(); i += cells) sum += counted[i];
        for (std::size_t i = cell; i < counted.size(); i += cells) counted[i] /= sum;
    }
    return counted;
}

// Wins, ties and losses: result by class by class.
std::vector<double> results(const ClassTable& table) {
    constexpr std::size_t kPairs = kHands * kHands;
    std::vector<double> found(3 * kPairs);
    std::ranges::copy(table.wins, found.begin());
    std::ranges::copy(table.ties, found.begin() + kPairs);
    for (std::size_t x = 0; x < kHands; ++x) {
        for (std::size_t y = 0; y < kHands; ++y) found[2 * kPairs + x * kHands + y] = table.wins[y * kHands + x];
    }
    return found;
}

}  // namespace

const std::vector<Ranks>& channels_of(std::size_t hands) {
    static const std::array<std::vector<Ranks>, kMostCards + 1> kChannels{
        {{}, {{0}}, {{0, 1}, {0, 0}, {1, 0}}, orders_of_three()}};
    return kChannels[hands];
}

Ranks dense(const Ranks& ranks) {
    Ranks levels = ranks;
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    Ranks found;
    for (const int rank : ranks) {
        found.push_back(static_cast<int>(std::ranges::find(levels, rank) - levels.begin()));
    }
    return found;
}

Showdowns find_showdowns(std::size_t pushed, std::size_t posted, std::span<const std::size_t> best) {
    const std::size_t players = pushed + posted;
    if (posted == 0 && pushed <= kMostCards) {
        const std::vector<Ranks>& known = channels_of(pushed);
        return {pushed, posted, known, std::vector<double>(known.size(), 1.0)};
    }
    const std::vector<std::uint8_t> drawn = dealt_ranks(best, pushed, posted, kDeals, 0);
    std::map<Ranks, double> times;  // sorted
    for (std::size_t deal = 0; deal < kDeals; ++deal) {
        const auto first = drawn.begin() + static_cast<std::ptrdiff_t>(deal * players);
        times[Ranks(first, first + static_cast<std::ptrdiff_t>(players))] += 1.0;
    }
    Counted counted;
    for (const auto& [order, count] : times) add_exchanged(counted, order, pushed, count);
    players <= kMostListed ? list_all(counted, players) : list_channels(counted, players);
    return counted.showdowns(pushed, posted);
}

OrderAverages::OrderAverages(const Showdowns& showdowns, std::size_t hands) : weight_(showdowns.weights) {
    const std::vector<Ranks>& among = channels_of(hands);
    std::vector<double> total(among.size());
    for (std::size_t i = 0; i < showdowns.orders.size(); ++i) {
        const Ranks& order = showdowns.orders[i];
        const Ranks first = dense(Ranks(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(hands)));
        channel_.push_back(static_cast<std::size_t>(std::ranges::find(among, first) - among.begin()));
        total[channel_.back()] += weight_[i];
    }
    for (std::size_t i = 0; i < weight_.size(); ++i) weight_[i] /= std::max(total[channel_[i]], kRare / 2);
}

std::vector<std::size_t> ranking(const ClassTable& table) {
    std::array<double, kHands> equity{};
    for (std::size_t x = 0; x < kHands; ++x) {
        double won = 0.0, all = 0.0;
        for (std::size_t y = 0; y < kHands; ++y) {
            const double wins = table.wins[x * kHands + y], ties = table.ties[x * kHands + y];
            won += wins + ties / 2.0;
            all += wins + ties + table.wins[y * kHands + x];
        }
        equity[x] = won / all;
    }
    std::vector<std::size_t> found(kHands);
    std::iota(found.begin(), found.end(), 0);
    std::ranges::stable_sort(found, std::ranges::greater{}, [&](std::size_t hand) { return equity[hand]; });
    return found;
}

Row best_hands(std::span<const std::size_t> ranking, double share) {
    Row found;
    double held = 0.0;
    for (const std::size_t hand : ranking) {
        if (held >= share * kAllHands) break;
        found.value[hand] = 1.0F;
        held += size_of(hand);
    }
    return found;
}

std::vector<double> one_shares(std::size_t posted, const ClassTable& table, const Dealing& dealing) {
    if (posted == 0) return std::vector<double>(kHands, 1.0);
    const std::vector<double> pairs = posted == 1 ? results(table) : dealing.orders_with_any_third();
    std::vector<double> sums(pairs.size() / kHands);
    for (std::size_t i = 0; i < pairs.size(); ++i) sums[i / kHands] += pairs[i];
    return divided_by_channels(std::move(sums), kHands);
}

std::vector<double> two_shares(std::size_t posted, const ClassTable& table, const Dealing& dealing) {
    return divided_by_channels(posted == 0 ? results(table) : dealing.orders_with_any_third(), kHands * kHands);
}

}  // namespace finaltable
