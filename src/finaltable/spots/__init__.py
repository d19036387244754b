"""A hand before somebody decides: who acts, what is posted, what the stacks after it are worth."""
