"""Reviews: hero's decisions in hands that were played, valued in hindsight."""
