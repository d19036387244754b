"""What answers look like as JSON: `X.to_dict()` returns an `XDict`, declared here.

mypy holds every ``to_dict`` to the keys, the HTTP API describes its answers with them, and a test compares them with
real answers. A text beside a type describes the key.
"""

from __future__ import annotations
