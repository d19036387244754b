// Memory for large tables of rows. A sweep of nine seats needs 26 MB, and asking the system for it takes as long as
// filling it: a block that is no longer used is kept for the next sweep.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "equilibrium/rows.hpp"

namespace finaltable {

class Scratch {
public:
    explicit Scratch(std::size_t rows);
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // The next rows, with anything in them. All together must be at most those asked for at first.
    std::span<Row> take(std::size_t rows);

private:
    struct Block;
    std::unique_ptr<Block> block_;
    std::size_t used_ = 0;
};

}  // namespace finaltable
