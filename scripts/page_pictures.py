"""Take screenshots of the page on a phone for the documentation: ``make figures``."""

from __future__ import annotations

import io
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page

from tests.browsing import open_browser
from tests.serving import serving

FIGURES = Path(__file__).parent.parent / "docs" / "figures"
STACKS = {"Ana": 4125000, "Bo": 3380000, "Cy": 2910000, "Di": 2400000, "Eve": 1985000}
SMALLER = {"Fil": 1470000, "Gus": 1455000, "Hana": 910000, "Ivo": 615000}
PRIZES = "€152000 €101400 €72500 €54000 €40600 €30300 €22800 €17200 €13200"
NINE = "&".join(f"name={name}&stack={chips}" for name, chips in (STACKS | SMALLER).items())
TABLE = f"{NINE}&payouts={quote(PRIZES)}&blinds=60000/120000&big_blind_ante=120000&button=Cy&me=Gus"
SPOT = "name=CO&stack=2000&name=BTN&stack=3000&name=SB&stack=1000&name=BB&stack=1000&payouts=50+30+20&blinds=100/200"
SCREENS = {"value": TABLE, "deal": TABLE, "nash": f"{SPOT}&button=BTN&models=icm,sem"}
PHONE = {"width": 390, "height": 780}
COLOURS = 160  # enough for flat areas and text, at half of the size


def picture(page: Page, address: str) -> Image.Image:
    """Return a screenshot of the page with its answer."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(4_000)  # until a chart is solved and animations are over
    return Image.open(io.BytesIO(page.screenshot()))


def beside(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side, with space between them."""
    gap = 24
    whole = Image.new("RGB", (sum(one.width + gap for one in pictures) - gap, pictures[0].height), "white")
    for number, one in enumerate(pictures):
        whole.paste(one, (number * (one.width + gap), 0))
    return whole


def main() -> None:
    """Take all screenshots and save them as one file."""
    with serving() as served, open_browser() as browser:
        context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()
        taken = [picture(page, f"{served.address}/{screen}?{query}") for screen, query in SCREENS.items()]
    beside(taken).quantize(COLOURS).save(FIGURES / "page.png", optimize=True)


if __name__ == "__main__":
    main()
