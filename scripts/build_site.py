"""Write the page and the documentation as static files: make site."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from finaltable.web.site import write_site

ROOT = Path(__file__).parents[1]
DOCUMENTATION = ROOT / "site"


def main(folder: Path) -> None:
    """Write everything into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    write_site(folder)
    if DOCUMENTATION.is_dir():
        shutil.copytree(DOCUMENTATION, folder / "docs")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site")
