"""Scripts of the make targets."""
