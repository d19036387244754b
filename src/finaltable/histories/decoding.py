"""Decode text files of any age: UTF-8, UTF-16 or an old Windows code page, with any line endings."""

from __future__ import annotations

SAMPLE = 2_000  # bytes that are inspected
MOSTLY = 0.4  # fraction of zero bytes from which a file counts as UTF-16


def decoded(data: bytes) -> str | None:
    r"""Return the text with "\n" line endings; None if the file is not text.

    >>> decoded("Zoë\r\n".encode("cp1252")), decoded(b"\x89PNG\r\n\x1a\n\x00\x00")
    ('Zoë\n', None)
    """
    text = plain(data)
    sample = text[:SAMPLE]
    strange = sum(letter < " " and letter not in "\t\r\n\f" for letter in sample)
    if "\0" in sample or strange > len(sample) / 50:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def plain(data: bytes) -> str:
    """Return the characters; Latin-1, the last resort, decodes any byte."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    sample = data[:SAMPLE]
    for zeros, encoding in ((sample[1::2], "utf-16-le"), (sample[::2], "utf-16-be")):
        if len(sample) > 3 and zeros.count(0) > MOSTLY * len(sample):
            return data.decode(encoding, "replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")
