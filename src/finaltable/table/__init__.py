"""Input, parsed and checked once: numbers, amounts, money, tables, options, files."""
