"""Close stacks: the money that a recount or one pot would move."""
