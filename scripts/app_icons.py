"""Draw the app's icons from icon.svg in all sizes: make icons.

A phone crops a maskable icon to any shape, so its background is full and the drawing stays in the middle.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browsing import open_browser

STATIC = Path(__file__).parents[1] / "src" / "finaltable" / "web" / "static"
GROUND = "#0b5cad"
SIZES = {
    "icon-192": (192, 1.0, "transparent"),
    "icon-512": (512, 1.0, "transparent"),
    "maskable-512": (512, 0.78, GROUND),
}
SIZES["touch-180"] = (180, 0.82, GROUND)  # iOS rounds the corners


def main() -> None:
    """Draw every icon."""
    drawing = (STATIC / "icon.svg").read_text()
    with open_browser() as browser:
        for name, (size, scale, ground) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
            sized = drawing.replace("<svg", f'<svg width="{size * scale}" height="{size * scale}"')
            page.set_content(f'<body style="{style}">{sized}</body>')
            page.screenshot(path=STATIC / "install" / f"{name}.png", omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
