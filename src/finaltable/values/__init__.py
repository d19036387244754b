"""What can be asked of stacks and prizes: values, sweeps, cliffs, close stacks, the tree."""
