"""Close stacks: what a recount or one pot would change."""
