// A watch over a long computation, which asks it from time to time whether to continue.
#pragma once

namespace finaltable {

class Watch {
public:
    Watch() = default;
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    virtual ~Watch() = default;

    // Takes the `fraction` of work done and the `error` reached; returns false to stop.
    virtual bool keep_going(double fraction, double error) = 0;
};

// The watch of a computation that is never stopped.
class NoWatch final : public Watch {
public:
    bool keep_going(double, double) override { return true; }
};

// Reports the progress of a computation over several passes.
class ProgressWatch final : public Watch {
public:
    explicit ProgressWatch(Watch& host, double error = 1.0) : host_(host), error_(error) {}
    void set(double fraction, double error) {
        fraction_ = fraction;
        error_ = error;
    }
    bool keep_going(double, double) override { return host_.keep_going(fraction_, error_); }

private:
    Watch& host_;
    double fraction_ = 0.0;
    double error_;
};

}  // namespace finaltable
