"""Hand histories: files of poker rooms, parsed to checked hands."""
