"""Hand histories: what rooms write down, read as hands."""
