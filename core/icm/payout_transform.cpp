#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "icm/spectrum.hpp"

namespace finaltable {
namespace {

constexpr std::size_t kSynchronize = 64;  // rotations before rounding is thrown away

}  // namespace

// The transform of the payouts around the centre of the window; returns what they are in all.
double Spectrum::transform_payouts(const Window& window) {
    return window.block > 0 ? transform_blocks(window) : transform_places(window);
}

double Spectrum::transform_places(const Window& window) {
    const std::span<const double> payouts = payouts_.payouts();
    const auto last = std::min(window.last, static_cast<std::ptrdiff_t>(payouts.size()) - 1);
    const auto payout = [&](std::ptrdiff_t place) {
        return place >= window.first && place <= last ? payouts[static_cast<std::size_t>(place)] : 0.0;
    };
    const std::size_t size = scale_.size();
    double *re = turn_re_.data(), *im = turn_im_.data(), *paid_re = paid_re_.data(), *paid_im = paid_im_.data();
    const double *versine = versine_.data(), *sine = sine_.data();
    const auto farthest = static_cast<std::size_t>(std::max(window.centre - window.first, window.last - window.centre));
    double paid = 0.0;
    for (std::size_t d = 0; d <= farthest; ++d) {
        if (d % kSynchronize == 0) {
            for (std::size_t q = 0; q < window.frequencies; ++q) {
                const double angle = window.turn * static_cast<double>(q) * static_cast<double>(d);
                re[q] = std::cos(angle);
                im[q] = std::sin(angle);
            }
        }
        const auto away = static_cast<std::ptrdiff_t>(d);
        const double after = payout(window.centre + away), before = d > 0 ? payout(window.centre - away) : 0.0;
        const double even = after + before, odd = after - before;
        paid += even;
        for (std::size_t q = 0; q < size; ++q) {
            paid_re[q] += even * re[q];
            paid_im[q] -= odd * im[q];
            const double cosine = 1.0 - versine[q], next = re[q] * cosine - im[q] * sine[q];
            im[q] = re[q] * sine[q] + im[q] * cosine;
            re[q] = next;
        }
    }
    return paid;
}

// cosines[q] + i sines[q] = exp(i q angle)
void Spectrum::rotate(double angle, double* cosines, double* sines) const {
    const double cosine = std::cos(angle), sine = std::sin(angle);
    cosines[0] = 1.0;
    sines[0] = 0.0;
    for (std::size_t q = 1; q < scale_.size(); ++q) {
        cosines[q] = cosines[q - 1] * cosine - sines[q - 1] * sine;
        sines[q] = cosines[q - 1] * sine + sines[q - 1] * cosine;
    }
}

double Spectrum::transform_blocks(const Window& window) {
    constexpr std::size_t half_the_nodes = PayoutBlocks::kNodes / 2;  // the others lie on the other side of the centre
    const std::size_t size = scale_.size();
    const double half = 0.5 * static_cast<double>(window.block - 1);
    node_re_.resize(half_the_nodes * size);
    node_im_.resize(half_the_nodes * size);
    for (std::size_t j = 0; j < half_the_nodes; ++j) {
        rotate(window.turn * half * payouts_.position(j), &node_re_[j * size], &node_im_[j * size]);
    }
    const auto last = std::min(window.last, static_cast<std::ptrdiff_t>(payouts_.payouts().size()) - 1);
    double paid = 0.0;
    for (std::ptrdiff_t block = window.first / window.block; block <= last / window.block; ++block) {
        const std::span<const double> nodes = payouts_.block(window.level, static_cast<std::size_t>(block));
        double *re = block_re_.data(), *im = block_im_.data();
        std::fill_n(re, size, 0.0);
        std::fill_n(im, size, 0.0);
        for (std::size_t j = 0; j < half_the_nodes; ++j) {
            const double other = nodes[PayoutBlocks::kNodes - 1 - j];
            const double even = nodes[j] + other, odd = nodes[j] - other;
            const double *cosine = &node_re_[j * size], *sine = &node_im_[j * size];
            paid += even;
            for (std::size_t q = 0; q < size; ++q) {
                re[q] += even * cosine[q];
                im[q] -= odd * sine[q];
            }
        }
        rotate(window.turn * (static_cast<double>(block * window.block - window.centre) + half), turn_re_.data(),
               turn_im_.data());
        for (std::size_t q = 0; q < size; ++q) {
            paid_re_[q] += re[q] * turn_re_[q] + im[q] * turn_im_[q];
            paid_im_[q] += im[q] * turn_re_[q] - re[q] * turn_im_[q];
        }
    }
    return paid;
}

}  // namespace finaltable
