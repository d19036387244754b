"""Results drawn for people: text now, terminal and pictures beside it."""
