"""Make sure that there is a browser for the tests: an installed one, Debian's, or Playwright's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browsing import find_browser


def ways() -> list[list[str]]:
    """Return the commands that may install a browser, in the order to try them."""
    own = [[sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]]
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return own
    install = ["apt-get", "install", "-y", "-q"]
    shell = [*install, "chromium-headless-shell"]  # older Debian versions have only the full browser
    return [shell, ["apt-get", "update", "-q"], shell, [*install, "chromium"], *own]


def main() -> None:
    """Install a browser if there is none; if that fails, the browser tests are skipped with a message."""
    for command in ways():
        if find_browser():
            return
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)
    if not find_browser():
        sys.stderr.write("No browser could be installed: the page will not be tested in one.\n")


if __name__ == "__main__":
    main()
