"""Benchmarks that need something which is not installed: a stand-in takes its place."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from benchmarks import icm
from benchmarks.measure import LINES, Report

# The interface of the library, with another model: everyone has their share of the chips.
STAND_IN = """
static int ready = 0;
void icm_init(const char* wisdom) { ready = wisdom == 0; }
void icm_equity(int n, const double* stacks, int points, const double* payouts, int paid, double* equities) {
    double chips = 0, pool = 0;
    for (int i = 0; i < n; ++i) chips += stacks[i];
    for (int k = 0; k < paid; ++k) pool += payouts[k];
    for (int i = 0; i < n; ++i) equities[i] = ready && points == 256 ? pool * stacks[i] / chips : 0;
}
"""


@pytest.mark.slow
def test_a_library_in_c_is_measured_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, library = tmp_path / "stand_in.c", tmp_path / "stand_in.so"
    source.write_text(STAND_IN)
    compiler = os.environ.get("CC", "gcc")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", source, "-o", library], check=True)
    before = len(LINES)
    report = Report("A stand-in")
    icm.against_library(report, str(library), [(9, 1), (30, 9)])
    del LINES[before:]
    one_prize, several = capsys.readouterr().out.splitlines()[-2:]
    # With one prize both models agree.
    assert "9 players, 1 paid, subsets" in one_prize
    assert float(one_prize.split("; ")[1].split()[0]) < 1e-12
    assert "30 players, 9 paid, quadrature" in several
    assert float(several.split("; ")[1].split()[0]) > 1e-3
