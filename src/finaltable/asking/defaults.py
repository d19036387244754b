"""The model that answers where none is asked for: one rule for all questions."""

from __future__ import annotations

USUAL = {"values": "dcm", "deals and advice": "icm"}
"""Values are the paper's subject, which is DCM. ICM predicted real results better: what is paid or done goes by it."""
