// How bounties are paid.
#pragma once

namespace finaltable {

struct HeadRules {
    double share;  // of a head, paid at once; the rest goes onto the head of the player who took it
    bool own;      // whether the last player is paid the head they have
};

}  // namespace finaltable
