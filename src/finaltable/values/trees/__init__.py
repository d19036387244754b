"""The game tree of DCM, as the paper draws it."""
