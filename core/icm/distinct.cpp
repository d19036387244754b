#include "icm/distinct.hpp"

#include <algorithm>

namespace finaltable {
namespace {

constexpr double kMostChipsPerPlayer = 4.0;  // of the largest stack: a longer table of counts is slower than sorting

}  // namespace

DistinctStacks::DistinctStacks(std::span<const double> stacks) : stacks_(stacks) {
    if (stacks.size() < kRadixPays || !count()) sort();
}

// Return false if a stack is not a small whole number.
bool DistinctStacks::count() {
    const double most = kMostChipsPerPlayer * static_cast<double>(stacks_.size());
    std::uint32_t largest = 0;
    for (const double stack : stacks_) {
        if (!(stack <= most) || static_cast<double>(static_cast<std::uint32_t>(stack)) != stack) return false;
        largest = std::max(largest, static_cast<std::uint32_t>(stack));
    }
    number_.assign(std::size_t{largest} + 1, 0);
    for (const double stack : stacks_) ++number_[static_cast<std::uint32_t>(stack)];
    live_ = stacks_.size() - number_[0];
    for (std::size_t i = 0; out_.size() + live_ < stacks_.size(); ++i) {
        if (stacks_[i] == 0.0) out_.push_back(i);
    }
    for (std::size_t chips = 1; chips < number_.size(); ++chips) {
        if (number_[chips] == 0) continue;
        rising_.add(static_cast<double>(chips), number_[chips]);
        number_[chips] = static_cast<std::uint32_t>(rising_.size() - 1);
    }
    return true;
}

void DistinctStacks::sort() {
    Seating<double> seating(stacks_);
    live_ = seating.seat.size();
    out_ = std::move(seating.out);
    seat_ = std::move(seating.seat);
    const std::vector<double>& falling = seating.sorted;
    for (std::size_t first = live_, last = first; first > 0; first = last) {
        while (last > 0 && falling[last - 1] == falling[first - 1]) --last;
        rising_.add(falling[last], static_cast<double>(first - last));
    }
}

void DistinctStacks::write(std::span<const double> values, std::span<double> of_players) const {
    if (!number_.empty()) {
        for (std::size_t i = 0; i < stacks_.size(); ++i) {
            if (stacks_[i] > 0.0) of_players[i] = values[number_[static_cast<std::uint32_t>(stacks_[i])]];
        }
        return;
    }
    auto seat = seat_.rbegin();
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (double player = 0.0; player < rising_.weight[i]; ++player) of_players[*seat++] = values[i];
    }
}

}  // namespace finaltable
