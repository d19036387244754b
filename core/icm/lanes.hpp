// The inner loops of ICM's quadrature: multiply polynomials, and divide them for several players in parallel.
#pragma once

#include <array>
#include <cstddef>

namespace finaltable {

inline constexpr std::size_t kLanes = 16;  // players divided out in parallel

using Lanes = std::array<double, kLanes>;

// Divide the polynomial by (lead + follow x), with different factors in every lane, and multiply every coefficient of
// the quotients by a payout, or add it to its place.
struct DivisionLoops {
    void (*and_pay)(const double* value, std::ptrdiff_t count, const Lanes& lead, const Lanes& follow,
                    const double* payouts, Lanes& paid);
    void (*and_place)(const double* value, std::ptrdiff_t count, const Lanes& lead, const Lanes& follow,
                      const Lanes& weight, double* places, std::ptrdiff_t stride);
};

// With lead >= follow errors never grow; a factor with lead < follow is divided out from the other end, with the two
// swapped.
struct LaneLoops {
    // next = value * (a0 + b0 x)(a1 + b1 x) for coefficients begin <= m < end of the product.
    void (*multiply_pair)(const double* value, double* next, std::ptrdiff_t begin, std::ptrdiff_t end, double a0,
                          double b0, double a1, double b1);
    DivisionLoops divide_forwards, divide_backwards;
};

// The loops for 256-bit registers if the processor has them. The choice never changes a bit of the answer.
const LaneLoops& lane_loops();

}  // namespace finaltable
