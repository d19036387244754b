"""Training: decisions that are asked, scored by the money they lose, and explained."""
