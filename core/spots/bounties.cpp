#include "spots/bounties.hpp"

#include <algorithm>
#include <cmath>

namespace finaltable {
namespace {

constexpr double kCents = 100.0;

double cents_in(double money) { return std::round(kCents * money); }

// Whether bounties are paid in cents: all are whole cents, and none is between 0 and 1.
bool in_cents(const std::vector<double>& heads) {
    return std::ranges::all_of(
        heads, [](double head) { return cents_in(head) / kCents == head && (head == 0.0 || head >= 1.0); });
}

// Amounts are cents, or money of any kind.
class Purse {
public:
    explicit Purse(const Bounties& bounties) : bounties_(bounties), whole_(in_cents(bounties.heads)) {
        for (const double head : bounties.heads) before_.push_back(whole_ ? cents_in(head) : head);
        heads_ = before_;
        cash_.resize(before_.size());
    }

    void take(std::size_t busted, const std::vector<std::size_t>& takers) {
        const auto count = static_cast<double>(takers.size());
        const double added = whole_ ? whole_part(before_[busted], takers.size())
                                    : (1.0 - bounties_.rules().share) * before_[busted] / count;
        const double paid = before_[busted] - added * count;
        const double each = whole_ ? std::floor(paid / count) : paid / count;
        double odd = whole_ ? paid - each * count : 0.0;
        heads_[busted] = 0.0;
        for (const std::size_t taker : takers) {
            heads_[taker] += added;
            cash_[taker] += each + (odd > 0.0 ? 1.0 : 0.0);
            odd -= 1.0;
        }
    }

    PaidBounties done() const { return {in_money(heads_), in_money(cash_)}; }

private:
    double whole_part(double cents, std::size_t count) const {
        const std::int64_t left = (bounties_.of - bounties_.paid) * static_cast<std::int64_t>(cents);
        return static_cast<double>(left / bounties_.of / static_cast<std::int64_t>(count));
    }

    std::vector<double> in_money(std::vector<double> amounts) const {
        for (double& amount : amounts) amount = whole_ ? amount / kCents : amount;
        return amounts;
    }

    const Bounties& bounties_;
    bool whole_;
    std::vector<double> before_, heads_, cash_;
};

}  // namespace

PaidBounties take_bounties(const Bounties& bounties, const Taken& taken) {
    Purse purse(bounties);
    for (std::size_t i = 0; i < taken.size();) {
        const std::size_t busted = taken[i].first;
        std::vector<std::size_t> takers;
        for (; i < taken.size() && taken[i].first == busted; ++i) takers.push_back(taken[i].second);
        purse.take(busted, takers);
    }
    return purse.done();
}

}  // namespace finaltable
