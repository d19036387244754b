// Money in lanes: the same computation for several sets of bounties at once.
#pragma once

#include <array>
#include <cstddef>

namespace finaltable {

template <int L>
struct Money {
    std::array<double, L> lane{};

    [[gnu::always_inline]] Money& operator+=(const Money& other) {
        for (std::size_t l = 0; l < L; ++l) lane[l] += other.lane[l];
        return *this;
    }
    [[gnu::always_inline]] friend Money operator+(Money a, const Money& b) { return a += b; }
    [[gnu::always_inline]] friend Money operator-(Money a, const Money& b) {
        for (std::size_t l = 0; l < L; ++l) a.lane[l] -= b.lane[l];
        return a;
    }
    [[gnu::always_inline]] friend Money operator*(double factor, Money a) {
        for (std::size_t l = 0; l < L; ++l) a.lane[l] *= factor;
        return a;
    }
};

}  // namespace finaltable
