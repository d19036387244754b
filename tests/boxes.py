"""Boxes of the text on a page: finds text that overlaps, or leaves its card or the window."""

from __future__ import annotations

from typing import cast

from playwright.sync_api import Page

# Text may be cut with an ellipsis, after a number of lines, or where it can be scrolled. Elements that float above the
# page are left out.
FAULTS = """() => {
  const floats = '.top, .tabs, .stay, .toasts, .unseen, .skip, .unsaid, .sheet, dialog:not([open]), .dbtn';
  const cuts = (one) => { const style = getComputedStyle(one); return style.overflowX !== 'visible'; };
  const scrolls = (one) => one && one.id !== 'app'
    && (['auto', 'scroll'].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const { parentElement: owner, textContent: text } = walker.currentNode;
    if (!text.trim() || owner.closest(floats) || owner.closest('option, .grid, .cd')) continue;
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    let cutter = owner;
    while (cutter && cutter.id !== 'app' && !cuts(cutter)) cutter = cutter.parentElement;
    const within = cutter && cutter.id !== 'app' ? cutter.getBoundingClientRect() : null;
    const lines = within && getComputedStyle(cutter).webkitLineClamp !== 'none' ? within.bottom : Infinity;
    for (const box of range.getClientRects()) {
      if (box.top >= lines - 1) continue;
      const left = Math.max(box.left, within ? within.left : -Infinity);
      const right = Math.min(box.right, within ? within.right : Infinity);
      const cut = box.right - right > 1;
      const { top, bottom } = box;
      const word = { text: text.trim(), owner, left, right, top, bottom, cut, cutter };
      if (right - left > 1 && box.height) words.push(word);
    }
  }
  const faults = [];
  for (const one of words) {
    const card = one.owner.closest('.card, .verdict, .note, .btn, .seat');
    const style = one.cutter && one.cutter.id !== 'app' ? getComputedStyle(one.cutter) : null;
    const may = style && (style.textOverflow === 'ellipsis' || ['auto', 'scroll'].includes(style.overflowX));
    if (one.cut && !may) faults.push(`cut: ${one.text}`);
    if (one.cut) continue;
    if (one.right > innerWidth + 1 && !scrolls(one.owner)) faults.push(`out of the window: ${one.text}`);
    if (card && one.right > card.getBoundingClientRect().right + 1) faults.push(`out of its card: ${one.text}`);
  }
  for (let i = 0; i < words.length; i++) for (let j = 0; j < i; j++) {
    const [a, b] = [words[i], words[j]];
    if (a.owner === b.owner) continue;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 4) faults.push(`overlap: ${a.text} | ${b.text}`);
  }
  return [...new Set(faults)];
}"""


def faults_of(page: Page) -> list[str]:
    """Return the faults of the text boxes that are shown."""
    return cast("list[str]", page.evaluate(FAULTS))
