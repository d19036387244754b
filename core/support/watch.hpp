// How a long computation stays polite: it asks its Watch now and then whether to go on.
#pragma once

namespace finaltable {

class Watch {
public:
    Watch() = default;
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    virtual ~Watch() = default;

    // `fraction` of the work done so far and the `error` it has reached; false means: stop now.
    virtual bool keep_going(double fraction, double error) = 0;
};

// The watch of a computation that nobody waits to interrupt.
class NoWatch final : public Watch {
public:
    bool keep_going(double, double) override { return true; }
};

}  // namespace finaltable
