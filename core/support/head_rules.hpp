// Rules for paying bounties.
#pragma once

namespace finaltable {

struct HeadRules {
    double share;  // of a bounty, paid at once; the rest is added to the bounty on the player who took it
    bool own;      // whether the last player is paid their own bounty
};

}  // namespace finaltable
