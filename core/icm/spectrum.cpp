#include "icm/spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

namespace finaltable {
namespace {

using Complex = std::complex<double>;

constexpr double kUnit = 1.2e-16;           // a rounding, relative
constexpr double kNegligibleTerm = 1e-18;   // terms of a series below this are left out
constexpr double kSurelyFinished = 2.2;     // s t beyond which all of a bin count as finished: a whole number
constexpr double kEven = 0.25;              // chances above this go without a series, if frequencies reach far
constexpr double kEvenAlone = 0.12;         // of a single player, who costs no logarithm
constexpr double kWideSine = 0.5;           // of half the highest frequency
constexpr double kLeastEllipse = 8.0;       // bins go stack by stack below this, if frequencies reach far
constexpr double kMostStackByStack = 4000;  // players of a bin
constexpr double kChebyshev = 40.0;         // the error of p nodes is at most this, times ellipse^-p; 31 was needed
constexpr double kBesideZeros = 9.0;        // the ellipse where no zero is near, for a bin of ratio two

}  // namespace

void Spectrum::Series::clear() {
    chances.clear();
    weights.clear();
    gains.clear();
    sums.clear();
}

void Spectrum::Series::add(double chance, double node_weight, double node_gain, double* sum) {
    chances.push_back(chance);
    weights.push_back(node_weight);
    gains.push_back(node_gain);
    sums.push_back(sum);
}

void Spectrum::Series::fill_lanes() {
    const std::size_t size = (chances.size() + kLanes - 1) / kLanes * kLanes;
    chances.resize(size, 0.0);
    weights.resize(size, 0.0);
    values.resize(size);
}

double Spectrum::Series::largest() const { return chances.empty() ? 0.0 : *std::ranges::max_element(chances); }

// sums[r - 1] = sum of weight * chance^r
void Spectrum::Series::power_sums(std::size_t terms, double* results) const {
    std::array<std::array<double, kLanes>, kMostTerms> sum{};
    for (std::size_t q = 0; q < chances.size(); q += kLanes) {
        std::array<double, kLanes> power;
        for (std::size_t l = 0; l < kLanes; ++l) power[l] = weights[q + l];
        for (std::size_t r = 0; r < terms; ++r) {
            for (std::size_t l = 0; l < kLanes; ++l) {
                power[l] *= chances[q + l];
                sum[r][l] += power[l];
            }
        }
    }
    for (std::size_t r = 0; r < terms; ++r) results[r] = std::accumulate(sum[r].begin(), sum[r].end(), 0.0);
}

void Spectrum::Series::read_out(std::size_t terms, const double* coefficients) {
    for (std::size_t q = 0; q < chances.size(); q += kLanes) {
        std::array<double, kLanes> value;
        value.fill(coefficients[terms - 1]);
        for (std::size_t r = terms - 1; r-- > 0;) {
            for (std::size_t l = 0; l < kLanes; ++l) value[l] = value[l] * chances[q + l] + coefficients[r];
        }
        std::ranges::copy(value, values.begin() + static_cast<std::ptrdiff_t>(q));
    }
    for (std::size_t q = 0; q < sums.size(); ++q) *sums[q] += gains[q] * values[q];
}

Spectrum::Spectrum(const StackNodes& field, const PayoutBlocks& payouts, double tail)
    : field_(field), payouts_(payouts), tail_(tail), coins_(field.nodes().size()), no_sums_(field) {
    const auto first = std::ranges::find_if(payouts.payouts(), [](double payout) { return payout != 0.0; });
    first_paid_ = static_cast<std::size_t>(first - payouts.payouts().begin());
}

void Spectrum::add(double time, double weight, FieldSums& sums) {
    const Window window = window_of(toss(time));
    if (window.first > static_cast<std::ptrdiff_t>(payouts_.payouts().size()) ||
        window.last < static_cast<std::ptrdiff_t>(first_paid_)) {
        return;  // no place within the window pays
    }
    sort_nodes(time, weight, window, sums);
    set_frequencies(window);
    const double paid = transform_payouts(window);
    find_logarithms();
    find_spectrum(window, paid);
    read_out();
}

Spectrum::Moments Spectrum::toss(double time) {
    Moments all;
    const WeightedStacks& nodes = field_.nodes();
    for (const StackBin& bin : field_.bins()) {
        double variance = 0.0;
        for (std::size_t q = bin.first_node; q < bin.last_node; ++q) {
            coins_[q] = coin_at(nodes.stack[q] * time);
            all.mean += nodes.weight[q] * coins_[q].finished;
            variance += nodes.weight[q] * coins_[q].unfinished * coins_[q].finished;
        }
        all.variance += std::max(0.0, variance);
    }
    return all;
}

Spectrum::Window Spectrum::window_of(const Moments& moments) const {
    // Bernstein: the number of the finished is further from its mean with a probability of at most exp(-tail).
    const double reach = tail_ / 3.0 + std::sqrt(tail_ * tail_ / 9.0 + 2.0 * tail_ * moments.variance);
    Window window{};
    window.first = static_cast<std::ptrdiff_t>(std::max(0.0, std::floor(moments.mean - reach) - 1.0));
    window.last = static_cast<std::ptrdiff_t>(std::min(field_.players(), std::ceil(moments.mean + reach) + 1.0));
    window.centre = std::lround(moments.mean);
    // |phi| <= exp(-2 variance sin^2(angle / 2))
    const double sine_squared = tail_ / (2.0 * moments.variance);
    if (sine_squared < 0.5) {
        const double apart = 4.0 * kPi / static_cast<double>(window.last - window.first);
        const double highest = 2.0 * std::asin(std::sqrt(sine_squared)) + apart;
        for (std::size_t level = 0; level < payouts_.levels(); ++level) {
            const std::size_t places = PayoutBlocks::places(level);
            if (static_cast<double>(places) * highest > PayoutBlocks::kMostTurn) break;
            window.level = level;
            window.block = static_cast<std::ptrdiff_t>(places);
        }
    }
    if (window.block > 0) {
        window.first = window.first / window.block * window.block;
        window.last = (window.last / window.block + 1) * window.block - 1;
    }
    const std::ptrdiff_t length = (window.last - window.first + 2) | 1;
    window.length = static_cast<double>(length);
    window.turn = 2.0 * kPi / window.length;
    window.frequencies = static_cast<std::size_t>(length / 2 + 1);
    if (sine_squared < 1.0) {
        const double most = 2.0 * std::asin(std::sqrt(sine_squared)) / window.turn;
        window.frequencies = std::min(window.frequencies, static_cast<std::size_t>(most) + 2);
    }
    window.wide = std::sin(0.5 * window.highest()) > kWideSine;
    return window;
}

// How fast Chebyshev nodes of a bin converge: the ellipse through the nearest zero of 1 + b (z - 1), for frequencies up
// to this one. The zeros are at log(s t) = log(log(2 sin(frequency / 2)) + i (pi - frequency) / 2).
double Spectrum::ellipse(const StackBin& bin, double time, double frequency) const {
    const Complex zero = std::log(Complex(std::log(2.0 * std::sin(0.5 * frequency)), 0.5 * (kPi - frequency)));
    const Complex u = (zero - std::log(bin.centre * time)) / std::max(bin.half_width, 1e-3);
    const Complex root = std::sqrt(u * u - 1.0);
    const double half_of_two = 0.5 * std::log(2.0);
    return std::min(kBesideZeros * half_of_two / std::max(bin.half_width, 0.05),
                    std::max(std::abs(u + root), std::abs(u - root)));
}

void Spectrum::sort_nodes(double time, double weight, const Window& window, FieldSums& sums) {
    unfinished_.clear();
    finished_.clear();
    even_.clear();
    surely_finished_ = -static_cast<double>(window.centre);
    bin_error_ = node_error_ = 0.0;
    const WeightedStacks &distinct = field_.distinct(), &nodes = field_.nodes();
    const double per_bin = static_cast<double>(field_.per_bin());
    for (std::size_t number = 0; number < field_.bins().size(); ++number) {
        const StackBin& bin = field_.bins()[number];
        const double low = distinct.stack[bin.first] * time, high = distinct.stack[bin.last - 1] * time;
        bool stack_by_stack = false;
        if (bin.compressed) {
            const double rho = ellipse(bin, time, std::max(window.highest(), 1e-9));
            stack_by_stack = window.wide && rho < kLeastEllipse && bin.players < kMostStackByStack;
            if (!stack_by_stack) {
                const double error = kChebyshev * std::pow(rho, -per_bin) / (1.0 - 1.0 / rho);
                const double late = low > 10.0 ? std::exp(-0.25 * (low - 10.0)) : 1.0;
                node_error_ = std::max(node_error_, error);
                bin_error_ += bin.players * std::min(1.0, high) * late * error / per_bin;
            }
        }
        const bool counted = low > kSurelyFinished;
        if (counted) surely_finished_ += bin.players;
        if (stack_by_stack) {
            std::vector<double>& own = sums.at_stacks[number];
            if (own.empty()) own.assign(bin.last - bin.first, 0.0);
            for (std::size_t i = bin.first; i < bin.last; ++i) {
                const double stack = distinct.stack[i];
                add_node(stack, coin_at(stack * time), distinct.weight[i], weight, counted, window.wide,
                         &own[i - bin.first]);
            }
        } else {
            for (std::size_t q = bin.first_node; q < bin.last_node; ++q) {
                add_node(nodes.stack[q], coins_[q], nodes.weight[q], weight, counted, window.wide, &sums.at_nodes[q]);
            }
        }
    }
    unfinished_.fill_lanes();
    finished_.fill_lanes();
    const double largest = std::max(unfinished_.largest(), finished_.largest());
    const double ratio = largest * 2.0 * std::sin(0.5 * window.highest());
    terms_ = 2;
    for (double term = ratio * ratio; term > kNegligibleTerm && terms_ < kMostTerms; ++terms_) term *= ratio;
}

void Spectrum::add_node(double stack, Coin coin, double node_weight, double weight, bool counted, bool wide,
                        double* sum) {
    const double gain = weight * stack * coin.unfinished;
    const double rarer = std::min(coin.unfinished, coin.finished);
    if (wide && rarer > (node_weight == 1.0 ? kEvenAlone : kEven)) {
        even_.push_back({coin, node_weight, gain, sum});
    } else if (coin.finished <= 0.5) {
        unfinished_.add(coin.finished, node_weight, gain, sum);
    } else {
        finished_.add(coin.unfinished, node_weight, gain, sum);
        if (!counted) surely_finished_ += node_weight;
    }
}

void Spectrum::set_frequencies(const Window& window) {
    const std::size_t size = (window.frequencies + kLanes - 1) / kLanes * kLanes;
    for (auto* of_frequency : {&scale_, &versine_, &sine_, &cosine_half_, &log_re_, &log_im_, &product_re_,
                               &product_im_, &power_re_, &power_im_, &paid_re_, &paid_im_, &spectrum_re_, &spectrum_im_,
                               &turn_re_, &turn_im_, &block_re_, &block_im_}) {
        of_frequency->assign(size, 0.0);
    }
    for (std::size_t q = 0; q < size; ++q) {
        const double half = q < window.frequencies ? 0.5 * window.turn * static_cast<double>(q) : 0.0;
        const double sine_half = std::sin(half);
        cosine_half_[q] = std::cos(half);
        versine_[q] = 2.0 * sine_half * sine_half;
        sine_[q] = 2.0 * sine_half * cosine_half_[q];
        scale_[q] = q >= window.frequencies ? 0.0 : (q == 0 ? 1.0 : 2.0) / window.length;
        log_im_[q] = 2.0 * half * surely_finished_;
    }
}

// log phi = i angle * (surely finished) - sum over r of (S_r (1 - z)^r + F_r (1 - 1/z)^r) / r, with the power sums of the
// chances to have finished, and of those not to have; even nodes are multiplied one by one.
void Spectrum::find_logarithms() {
    std::array<double, kMostTerms> of_unfinished, of_finished;
    unfinished_.power_sums(terms_, of_unfinished.data());
    finished_.power_sums(terms_, of_finished.data());
    absolute_ = of_unfinished[0] + of_finished[0];
    const std::size_t size = scale_.size();
    const double *versine = versine_.data(), *sine = sine_.data();
    double *log_re = log_re_.data(), *log_im = log_im_.data(), *re = power_re_.data(), *im = power_im_.data();
    std::fill_n(re, size, 1.0);
    for (std::size_t r = 0; r < terms_; ++r) {
        const double both = (of_unfinished[r] + of_finished[r]) / static_cast<double>(r + 1);
        const double difference = (of_unfinished[r] - of_finished[r]) / static_cast<double>(r + 1);
        for (std::size_t q = 0; q < size; ++q) {
            const double next = re[q] * versine[q] + im[q] * sine[q];
            im[q] = im[q] * versine[q] - re[q] * sine[q];
            re[q] = next;
            log_re[q] -= both * re[q];
            log_im[q] -= difference * im[q];
        }
    }
    std::ranges::fill(product_re_, 1.0);
    re = product_re_.data();
    im = product_im_.data();
    for (const Even& node : even_) {
        const double a = node.coin.unfinished, b = node.coin.finished;
        absolute_ += std::abs(node.weight);
        if (node.weight == 1.0) {
            for (std::size_t q = 0; q < size; ++q) {
                const double factor_re = 1.0 - b * versine[q], factor_im = b * sine[q];
                const double next = re[q] * factor_re - im[q] * factor_im;
                im[q] = re[q] * factor_im + im[q] * factor_re;
                re[q] = next;
            }
        } else {
            for (std::size_t q = 0; q < size; ++q) {
                log_re[q] += node.weight * 0.5 * std::log1p(-2.0 * a * b * versine[q]);
                log_im[q] += node.weight * std::atan2(b * sine[q], 1.0 - b * versine[q]);
            }
        }
    }
}

// The characteristic function times the transform of the payouts.
void Spectrum::find_spectrum(const Window& window, double paid) {
    double compression = 0.0, rounding = 0.0, total = 0.0;
    for (std::size_t q = 0; q < window.frequencies; ++q) {
        const double angle = window.turn * static_cast<double>(q);
        const double size = std::exp(log_re_[q]) * scale_[q];
        const double cosine = std::cos(log_im_[q]), sine = std::sin(log_im_[q]);
        const double re = size * (cosine * product_re_[q] - sine * product_im_[q]);
        const double im = size * (cosine * product_im_[q] + sine * product_re_[q]);
        spectrum_re_[q] = re * paid_re_[q] - im * paid_im_[q];
        spectrum_im_[q] = re * paid_im_[q] + im * paid_re_[q];
        // Taking a player out divides by at least cos(angle / 2).
        const double readout = std::hypot(spectrum_re_[q], spectrum_im_[q]) / cosine_half_[q];
        total += readout;
        compression += readout * std::min(1.0, angle) * bin_error_;
        rounding += readout * 16.0 * kUnit * (2.0 + angle * absolute_) + 64.0 * kUnit * size * paid;
    }
    compression_ = std::max(compression_, compression + 3.0 * node_error_ * total);
    rounding_ = std::max(rounding_, rounding);
}

// The mean payout with one player taken out: the sum of spectrum / (1 + b (z - 1)) over the frequencies.
void Spectrum::read_out() {
    const std::size_t size = scale_.size();
    const double *versine = versine_.data(), *sine = sine_.data();
    // Of the unfinished it is a series in b with powers of 1 - z, of the finished one in a with powers of 1 - 1/z.
    double *re = power_re_.data(), *im = power_im_.data(), *back_re = turn_re_.data(), *back_im = turn_im_.data();
    for (std::size_t q = 0; q < size; ++q) {
        const double cosine = 1.0 - versine[q];
        re[q] = spectrum_re_[q];
        im[q] = spectrum_im_[q];
        back_re[q] = re[q] * cosine + im[q] * sine[q];
        back_im[q] = im[q] * cosine - re[q] * sine[q];
    }
    std::array<double, kMostTerms> of_unfinished, of_finished;
    for (std::size_t r = 0; r < terms_; ++r) {
        std::array<double, kLanes> sum{}, back{};
        for (std::size_t q = 0; q < size; q += kLanes) {
            for (std::size_t l = 0; l < kLanes; ++l) {
                const std::size_t k = q + l;
                sum[l] += re[k];
                back[l] += back_re[k];
                const double next = re[k] * versine[k] + im[k] * sine[k];
                im[k] = im[k] * versine[k] - re[k] * sine[k];
                re[k] = next;
                const double next_back = back_re[k] * versine[k] - back_im[k] * sine[k];
                back_im[k] = back_im[k] * versine[k] + back_re[k] * sine[k];
                back_re[k] = next_back;
            }
        }
        of_unfinished[r] = std::accumulate(sum.begin(), sum.end(), 0.0);
        of_finished[r] = std::accumulate(back.begin(), back.end(), 0.0);
    }
    unfinished_.read_out(terms_, of_unfinished.data());
    finished_.read_out(terms_, of_finished.data());
    for (const Even& node : even_) {
        const double b = node.coin.finished, both = 2.0 * node.coin.unfinished * b;
        std::array<double, kLanes> sum{};
        for (std::size_t q = 0; q < size; q += kLanes) {
            for (std::size_t l = 0; l < kLanes; ++l) {
                const std::size_t k = q + l;
                sum[l] += (spectrum_re_[k] * (1.0 - b * versine[k]) + spectrum_im_[k] * b * sine[k]) /
                          (1.0 - both * versine[k]);
            }
        }
        *node.sum += node.gain * std::accumulate(sum.begin(), sum.end(), 0.0);
    }
}

}  // namespace finaltable
