"""Text in pictures."""

from __future__ import annotations

from xml.etree import ElementTree


def svg_words(picture: str) -> list[str]:
    """Return the texts of an SVG, in order."""
    return ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("}text")]
