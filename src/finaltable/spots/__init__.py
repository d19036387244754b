"""A hand before a decision: order of acting, blinds and antes, pots, the value of the stacks after it."""
