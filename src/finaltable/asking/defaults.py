"""Default models of all questions."""

from __future__ import annotations

USUAL = {"values": "dcm", "deals and advice": "icm"}
"""DCM is the subject of the paper. ICM predicted real results better, so deals and advice use it."""
