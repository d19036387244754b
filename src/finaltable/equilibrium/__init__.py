"""Push or fold: strategies that fit together, and how far they are from equilibrium."""
