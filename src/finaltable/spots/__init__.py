"""A hand before a decision: who acts, what is posted, what the stacks after it are worth."""
