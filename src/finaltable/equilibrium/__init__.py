"""Push or fold: an equilibrium of all players' strategies, and its exploitability."""
