// Chips are whole numbers, so that ties are exact: 64 bits for nearly every table, 128 for the rest.
#pragma once

namespace finaltable {

__extension__ typedef __int128 WideChips;

}  // namespace finaltable
