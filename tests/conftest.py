"""Shared by all tests: random tables, hypothesis profiles, fixtures, and the order of tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    from tests.serving import Served
    from tests.visiting import Visitor

settings.register_profile("finaltable", deadline=None, derandomize=True, max_examples=150)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=40)  # make check
settings.load_profile("finaltable")

# Few distinct values, so that ties are frequent.
tied_stacks = st.lists(st.integers(1, 8), min_size=1, max_size=6)
spread_stacks = st.lists(st.integers(1, 25), min_size=2, max_size=4)
whole_stacks = st.one_of(tied_stacks, spread_stacks)


def payouts_for(players: int) -> st.SearchStrategy[list[int]]:
    """Return a strategy of payouts in any order, as the paper's Table 4 needs them."""
    return st.lists(st.integers(0, 100), min_size=1, max_size=players).filter(any)


tables = whole_stacks.flatmap(lambda stacks: st.tuples(st.just(stacks), payouts_for(len(stacks))))


# Slow files. They start first, so that all processes end at about the same time. make check leaves them out.
LONG = (
    *(
        "test_core",
        "test_distribution",
        "test_site",
        "test_app",
        "test_app_table",
        "test_app_address",
        "test_app_deal",
        "test_app_train",
        "test_app_start",
        "test_app_looks",
        "test_app_review",
        "test_app_steady",
        "test_cluster",
        "test_notebook",
        "test_documents",
        "test_golden",
    ),
    *(
        "test_hostile_text",
        "test_sample",
        "test_sample_extremes",
        "test_serve",
        "test_sources",
        "test_acting",
        "test_plots",
        "test_cliffs",
    ),
    *(
        "test_pocket",
        "test_device",
        "test_device_nash",
        "test_device_refusals",
        "test_sensitivity",
        "test_smoothed",
        "test_protocol",
    ),
    *("test_options", "test_api_fields", "test_equilibrium", "test_nash_spots", "test_three_way"),
    *("test_guard", "test_evidence", "test_rooms"),
)
HERE = Path(__file__).parent
NOT_SLOW = "not slow"  # make check
PATIENCE = 900  # timeout in seconds for a slow test on a busy machine
# The tests of each of these files share an expensive fixture, so one process runs them all.
APP = (
    *("test_app", "test_app_table", "test_app_address", "test_app_deal", "test_app_train", "test_app_looks"),
    *("test_app_review", "test_app_steady", "test_app_start"),
)
TOGETHER = (
    *("test_pocket", "test_distribution", "test_site", "test_cluster", "test_notebook", *APP),
    *("test_refusals", "test_architecture"),
)


class Schedule(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Give each test to the next free process, but all tests of some files to one process."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return file if Path(file).stem in TOGETHER else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start a process per processor, and one more with slow tests, because many of them wait."""
    return (os.cpu_count() or 1) + int(config.option.markexpr != NOT_SLOW)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Schedule:
    """Return the schedule for tests in several processes."""
    config.option.loadscopereorder = False  # the order is the one below
    return Schedule(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load files without tests to run: slow ones in ``make check``, and shared modules without a doctest."""
    left_out = config.option.markexpr == NOT_SLOW and collection_path.stem in LONG
    return True if left_out or is_bare(collection_path) else None


def is_bare(path: Path) -> bool:
    """Return whether a file is a shared module in this folder without a doctest."""
    shared = path.parent == HERE and path.suffix == ".py" and not path.name.startswith("test_")
    return shared and ">>> " not in path.read_text("utf-8")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark slow tests and give them a longer timeout."""
    if item.path.stem in LONG:
        item.add_marker(pytest.mark.slow)
        item.add_marker(pytest.mark.timeout(PATIENCE))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow tests first."""
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude collected tests from garbage collection, because they live until the end."""
    gc.disable()
    collected = yield
    gc.enable()
    gc.freeze()
    return collected


def pytest_unconfigure() -> None:
    """Let Python free what tests held: otherwise caches of modules outlive the core, which reports them as leaked."""
    gc.unfreeze()


@pytest.fixture
def by_rank() -> Iterator[str]:
    """A model that pays players in the order of their stacks: it jumps at ties, but not those of DCM's tree."""
    import finaltable as ft
    from finaltable import models

    ft.model_names()  # registers all other models

    @models.model("as_ranked", title="by rank", jumps=True)
    def solve(table: ft.Table) -> ft.Equity:
        order = (-table.stack_array.astype(float)).argsort(kind="stable")
        equities = table.payout_array.copy()
        equities[order] = table.payout_array
        return ft.Equity(table, equities, 1e-12, True, "as_ranked", "rank", table.players, 0.0)

    yield "as_ranked"
    del models._registry["as_ranked"]


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """Start a server that the tests of this process share."""
    from tests.serving import serving

    with serving("--quiet") as served:
        yield served


@pytest.fixture(scope="module")
def visitor(served: Served) -> Iterator[Visitor]:
    """Start a browser."""
    from tests.visiting import visiting

    with visiting(served) as visitor:
        yield visitor


@pytest.fixture
def visit(visitor: Visitor) -> Iterator[Visitor]:
    """Open pages; an error in a script, on the console or in the network fails the test."""
    yield visitor
    assert visitor.leave() == []


QUICK = 1.0  # seconds of processor time above which a test should be marked slow
COST = "seconds of work"


def worked() -> float:
    """Return the processor time of this process and of its finished children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Record the processor time of a test, which does not depend on how busy the machine is."""
    before = worked()
    yield
    item.user_properties.append((COST, worked() - before))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that make ``make check`` slow."""
    quick = [report for report in terminalreporter.getreports("passed") if "slow" not in report.keywords]
    costs = {report.nodeid: dict(report.user_properties).get(COST, 0.0) for report in quick}
    slow = sorted(((cost, name) for name, cost in costs.items() if cost > QUICK), reverse=True)
    if slow:
        terminalreporter.section("tests for make check that take more than a second: speed them up, or mark them slow")
    for cost, name in slow:
        terminalreporter.line(f"{cost:5.1f} s  {name}")
