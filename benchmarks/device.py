"""The page without a server: the core as WebAssembly beside the native one, and answers of the device, in a browser."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import numpy as np

from benchmarks.deals import PAYOUTS, STACKS
from benchmarks.measure import Report, seconds
from benchmarks.page import browsing
from finaltable import _core
from finaltable.web.site import write_site

TIMES = 1.5  # of native
NAMES = [f"P{seat}" for seat in range(len(STACKS))]
TABLE = {"stacks": list(STACKS), "payouts": list(PAYOUTS), "names": NAMES}
MODELS = {"models": ["icm", "sem", "dcm"]}
SPOT = {"hero": "P3", "all_in": ["P5"], "button": "P8", "small_blind": 60000, "big_blind": 120000}
QUESTIONS = {
    "compare": {**TABLE, **MODELS, "tolerance": 1e-9},
    "finish": {"stacks": list(STACKS), **MODELS, "knockouts": True},
    "deal": {**TABLE, "choose": "between", "between": 0.4},
    "decide": {**TABLE, **MODELS, **SPOT, "hand": "T8s", "ranges": ["40%"]},
}
# The best of many runs, as in Python.
CORE = """async ([stacks, payouts, tolerance]) => {
    const { Core } = await import(new URL('device/core.js', document.querySelector('script[src]').src));
    const file = new URL('device/core.wasm', document.querySelector('script[src]').src);
    const core = await Core.load(await (await fetch(file)).arrayBuffer());
    const n = stacks.length;
    const inputs = [n, BigInt64Array.from(stacks, BigInt), Float64Array.from(payouts), tolerance];
    let best = Infinity;
    for (let run = 0; run < 200; run += 1) {
        const begun = performance.now();
        core.solve('dcm_equities', inputs, [n, n * n]);
        best = Math.min(best, performance.now() - begun);
    }
    return best / 1000;
}"""
ASK = """async ([question, request]) => {
    const { DeviceEngine } = await import(new URL('anywhere.js', document.querySelector('script[src]').src));
    globalThis.engine ??= new DeviceEngine();
    await engine.ask(question, request);
    const waits = [];
    for (let run = 0; run < 15; run += 1) {
        const begun = performance.now();
        await engine.ask(question, request);
        waits.push(performance.now() - begun);
    }
    return waits.sort((a, b) => a - b)[7] / 1000;
}"""

# Answers are kept, so every run asks for another tolerance.
SOLVE = """async ([request]) => {
    const { DeviceEngine } = await import(new URL('anywhere.js', document.querySelector('script[src]').src));
    globalThis.engine ??= new DeviceEngine();
    let best = Infinity;
    for (let run = 0; run < 4; run += 1) {
        const begun = performance.now();
        const { reached } = await engine.ask('nash', { ...request, tolerance: 1e-5 * (1 - run / 1e6) });
        if (!reached) return Infinity;
        if (run > 0) best = Math.min(best, performance.now() - begun);  // the first one loads the cards
    }
    return best / 1000;
}"""
SOLVED_IN = {3: 0.5, 6: 1.5, 9: 4.0}


class Quiet(SimpleHTTPRequestHandler):
    """A static server without a log."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def native(tolerance: float) -> float:
    """Return the time of the same search by the Python extension, on one thread."""
    words = np.zeros(len(STACKS), dtype=np.uint64), np.array(STACKS, dtype=np.uint64)
    prizes = np.array(PAYOUTS, dtype=float)
    return seconds(lambda: _core.tree_of_one(*words, prizes, tolerance, 1, None, None))


def push_or_fold(players: int) -> dict[str, object]:
    """Return a hand of push or fold with stacks of 10 to 30 big blinds, for three prizes."""
    stacks = [2000, 1500, 3000, 2500, 1000, 4000, 2200, 3300, 1800][:players]
    prizes = [50, 30, 20]
    return {"stacks": stacks, "payouts": prizes, "names": NAMES[:players], "small_blind": 50, "big_blind": 100}


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("The page without a server")
    with TemporaryDirectory() as folder, browsing() as browser:
        if browser is None:
            report.row("no browser: `make browser` brings one", "", "")
            return report.missed
        write_site(Path(folder))
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.wait_for_selector("html[data-app=on]")
            for tolerance in (1e-6, 1e-9):
                here, there = page.evaluate(CORE, [list(STACKS), list(PAYOUTS), tolerance]), native(tolerance)
                report.time(f"DCM in the browser, nine players, {tolerance:g}", TIMES * there, here)
            for question, request in QUESTIONS.items():
                report.time(f"{question} on the device, nine players", 0.050, page.evaluate(ASK, [question, request]))
            for players, bar in SOLVED_IN.items():
                hand = push_or_fold(players)
                for heads, given in (("", hand), (" with bounties", {**hand, "bounties": 20})):
                    found = page.evaluate(SOLVE, [given])
                    report.time(f"nash on the device, {players} players{heads}, to 1e-05", bar, found)
            server.shutdown()
    return report.missed


if __name__ == "__main__":
    run()
