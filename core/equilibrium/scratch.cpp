#include "equilibrium/scratch.hpp"

#include <array>
#include <atomic>
#include <new>
#include <utility>

namespace finaltable {

struct Scratch::Block {
    explicit Block(std::size_t count)
        : size(count), rows(static_cast<Row*>(::operator new(count * sizeof(Row), std::align_val_t{alignof(Row)}))) {}
    ~Block() { ::operator delete(rows, std::align_val_t{alignof(Row)}); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    std::size_t size;
    Row* rows;
};

namespace {

// Never waits: if another thread looks at the blocks, or did in a process that was forked, there are none to keep.
template <class Block>
class KeptBlocks {
public:
    std::unique_ptr<Block> take(std::size_t rows) {
        std::unique_ptr<Block> found;
        if (busy_.test_and_set(std::memory_order_acquire)) return found;
        for (auto& block : blocks_) {
            if (block && block->size >= rows && !found) found = std::move(block);
        }
        busy_.clear(std::memory_order_release);
        return found;
    }

    // Keep a block instead of the smallest; what is not kept is freed.
    void give(std::unique_ptr<Block> given) {
        if (busy_.test_and_set(std::memory_order_acquire)) return;
        for (auto& block : blocks_) {
            if (given && (!block || block->size < given->size)) std::swap(block, given);
        }
        busy_.clear(std::memory_order_release);
    }

private:
    static constexpr std::size_t kMost = 2;
    std::array<std::unique_ptr<Block>, kMost> blocks_;
    std::atomic_flag busy_;
};

// Never destroyed: a thread may still give a block back at exit.
template <class Block>
KeptBlocks<Block>& kept() {
    static KeptBlocks<Block>& blocks = *new KeptBlocks<Block>;
    return blocks;
}

}  // namespace

Scratch::Scratch(std::size_t rows) : block_(kept<Block>().take(rows)) {
    if (!block_) block_ = std::make_unique<Block>(rows);
}

Scratch::~Scratch() { kept<Block>().give(std::move(block_)); }

std::span<Row> Scratch::take(std::size_t rows) {
    Row* const first = block_->rows + used_;
    used_ += rows;
    return {first, rows};
}

}  // namespace finaltable
