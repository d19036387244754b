// Cards: strengths, showdowns on drawn boards, and a push with a known hand.
#include "cards/callers.hpp"
#include "cards/evaluator.hpp"
#include "cards/showdown.hpp"
#include "fuzz/input.hpp"

using namespace finaltable;
using namespace finaltable::fuzz;

namespace {

// Different cards of a deck, drawn by the input.
class Deck {
public:
    explicit Deck(Input& input) : input_(input) {
        for (int card = 0; card < kCards; ++card) cards_.push_back(card);
    }
    int draw() {
        const auto place = cards_.begin() + static_cast<std::ptrdiff_t>(input_.byte() % cards_.size());
        const int card = *place;
        cards_.erase(place);
        return card;
    }

private:
    Input& input_;
    std::vector<int> cards_;
};

void check_strength(Input& input) {
    Deck deck(input);
    std::array<int, 7> cards;
    for (int& card : cards) card = deck.draw();
    CardSet all = 0, turned = 0;
    for (const int card : cards) {
        all |= card_bit(card);
        turned |= card_bit((card & ~3) | ((card + 1) & 3));  // every suit becomes the next
    }
    std::uint32_t best = 0;
    for (const int a : cards) {
        for (const int b : cards) {
            if (a != b) best = std::max(best, hand_strength(all & ~card_bit(a) & ~card_bit(b)));
        }
    }
    HOLDS(hand_strength(all) == best);
    HOLDS(hand_strength(turned) == best);
}

void check_drawn(Input& input) {
    std::vector<std::vector<Combo>> ranges(input.from(2, kMaxShowdown));
    Deck own(input);  // every player has at least one hand that no other can hold
    for (std::vector<Combo>& range : ranges) range.push_back({own.draw(), own.draw(), 1.0 + input.fraction()});
    for (std::vector<Combo>& range : ranges) {
        for (std::size_t more = input.from(0, 5); more > 0; --more) {
            Deck any(input);
            range.push_back({any.draw(), any.draw(), input.fraction()});
        }
    }
    NoWatch watch;
    const std::uint64_t samples = 200, seed = input.bytes(8);
    const Orders orders = drawn_boards(ranges, samples, seed, watch);
    std::uint64_t counted = 0;
    for (std::size_t order = 0; order < orders.counts.size(); ++order) {
        counted += orders.counts[order];
        bool won = orders.counts[order] == 0;
        for (std::size_t i = 0; i < ranges.size(); ++i) won = won || (order >> (3 * i) & 7) == 0;
        HOLDS(won);
    }
    HOLDS(counted == orders.boards && (orders.boards == samples || orders.boards == 0));
    HOLDS(orders.finished == (orders.boards == samples));
    HOLDS(drawn_boards(ranges, samples, seed, watch).counts == orders.counts);
}

void check_push(Input& input) {
    Deck deck(input);
    const std::array<int, 2> hand{deck.draw(), deck.draw()};
    const std::size_t earlier = input.from(0, 3), players = earlier + input.from(1, 4);
    std::vector<double> ranges, averages;
    for (std::size_t player = 0; player < players; ++player) {
        const auto least = static_cast<int>(input.from(0, kCards));
        const double often = input.byte() % 2 == 0 ? 1.0 : input.fraction();
        for (int high = 1; high < kCards; ++high) {
            for (int low = 0; low < high; ++low) ranges.push_back(high >= least ? often : 0.0);
        }
    }
    for (std::size_t i = 0; i < players * kCombos; ++i) ranges.push_back(1.0 - ranges[i]);  // what each folds
    for (std::size_t combo = 0; combo < kCombos; ++combo) averages.insert(averages.end(), {0.5, 0.1, 0.4});
    const std::vector<std::uint8_t> whole(2 * players, 0);
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < earlier; ++i) others.push_back(players + i);
    std::vector<Line> lines{{others, {}, false}};
    for (std::size_t i = earlier; i < players; ++i) {
        lines.push_back({others, {i}, true});
        others.push_back(players + i);
    }
    if (players > earlier + 1) {  // two opponents; the others may do anything
        lines.push_back({std::vector(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(earlier)),
                         {earlier, earlier + 1},
                         true});
    }
    const Push push{hand, ranges, whole, averages, lines};
    PushWork work{0, 2, 16, std::vector<std::size_t>(lines.size(), 32), input.bytes(8), 1};
    NoWatch watch;
    const std::vector<double> means = push_blocks(push, work, watch);
    const std::size_t first_in = 1 + (players - earlier) * kResults;
    const std::size_t width = first_in + (players > earlier + 1 ? width_of(lines.back()) : 0);
    HOLDS(means.size() == 2 * 2 * width);
    for (std::size_t block = 0; block < 2; ++block) {
        std::vector<double> own(width);
        for (std::size_t i = 0; i < 2 * width; ++i) own[i % width] += means[2 * block * width + i];
        HOLDS(own[0] >= 0.0 && own[0] <= 1.0 + 1e-12);
        HOLDS(sum(std::span(own).subspan(1, first_in - 1)) <= own[0] + 1e-12);
        for (const double chance : std::span(own).subspan(first_in)) HOLDS(chance >= 0.0 && chance <= 1.0 + 1e-12);
    }
    work.threads = 2;
    HOLDS(push_blocks(push, work, watch) == means);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    switch (input.byte() % 4) {
        case 0: check_drawn(input); break;
        case 1: check_push(input); break;
        default: check_strength(input);
    }
    return 0;
}
