"""Training: decisions to practise, scored by the money they lose, and explained."""
