// Sequential elimination: how often two stacks play each other.
//
// With symmetric weights w(i, j), player i busts next with a probability proportional to the sum of w(i, j) over all
// others, divided by the stack of i; the chips of i go to the others in proportion to w(i, j). Of the last two, each
// wins with their share of the chips. Any symmetric w leaves the expected stack of each player unchanged.
#pragma once

namespace finaltable {

enum class SemKernel { knockout, roberts, weitzman };

// resist(x, y, out): 1 / w. The last players are solved without dividing by it, in several lanes at once.
struct Knockout {
    template <class Value>
    [[gnu::always_inline]] static void resist(const Value& x, const Value& y, Value& out) {
        out = (x + y) * (x + y);
    }
};

struct Roberts {
    template <class Value>
    [[gnu::always_inline]] static void resist(const Value& x, const Value& y, Value& out) {
        out = x * y;
    }
};

struct Weitzman {
    template <class Value>
    [[gnu::always_inline]] static void resist(const Value& x, const Value&, Value& out) {
        out = x - x + 1.0;
    }
};

// Call use(Kernel{}) with the kernel as a type.
template <class Use>
auto with_kernel(SemKernel kernel, Use use) {
    switch (kernel) {
        case SemKernel::roberts: return use(Roberts{});
        case SemKernel::weitzman: return use(Weitzman{});
        default: return use(Knockout{});
    }
}

}  // namespace finaltable
