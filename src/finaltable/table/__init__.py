"""What people give, checked once: numbers, amounts, money, tables, options, files."""
