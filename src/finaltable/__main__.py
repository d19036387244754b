"""The command line as a module: ``python -m finaltable``."""

from finaltable.cli import main

if __name__ == "__main__":
    main()
