"""The game tree: the paper's figures, and agreement with the engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.values.trees.tree import Bust, TreeNode

few_stacks = st.lists(st.integers(1, 12), min_size=2, max_size=5)


def test_figure_1_ends_or_repeats_itself_after_two_hands() -> None:
    tree = ft.tree([1000, 500], depth=5)
    start, won, turned, again, lost = tree.root.walk()
    assert (start.kind, start.probability) == ("hand", Fraction(1))
    assert (won.kind, won.stacks, won.probability) == ("won", (1500, 0), Fraction(1, 2))
    assert (turned.kind, turned.stacks, turned.probability) == ("hand", (500, 1000), Fraction(1, 2))
    assert (again.kind, again.repeats, again.stacks) == ("repeats", start.number, (1000, 500))
    assert (lost.kind, lost.stacks, lost.busts) == ("won", (0, 1500), (Bust(0, 2, 2),))
    # The paper: p = 1/2 + p/4, so p = 2/3.
    p = tree.win_probabilities()[0] / (1 - tree.open_probability())
    assert p == Fraction(2, 3)


def test_in_figure_3_the_winner_gets_at_most_their_stack_from_each_player() -> None:
    first = ft.tree([1000, 500, 100], depth=1).root.children
    assert [child.stacks for child in first] == [(1600, 0, 0), (500, 1100, 0), (900, 400, 300)]
    assert first[0].busts == (Bust(1, 2, 2), Bust(2, 3, 3))


def test_equal_stacks_that_bust_together_share_places() -> None:
    first = ft.tree([9, 4, 4, 4], depth=1).root.children
    assert first[0].busts == (Bust(1, 2, 4), Bust(2, 2, 4), Bust(3, 2, 4))
    assert first[1].busts == (Bust(2, 3, 4), Bust(3, 3, 4))


def test_decimals_tie_exactly() -> None:
    tree = ft.tree([12.3, 8.7, 3.6], depth=2)
    third_wins = tree.root.children[2]
    assert third_wins.stacks == (8.7, 5.1, 10.8)


@given(few_stacks, st.integers(1, 5))
def test_every_hand_conserves_chips_and_probability(stacks: list[int], depth: int) -> None:
    tree = ft.tree(stacks, depth)
    ends = [node for node in tree.root.walk() if not node.children]
    assert sum(node.probability for node in ends) == 1
    assert sum(tree.win_probabilities()) + tree.open_probability() == 1
    for node in tree.root.walk():
        assert sum(node.stacks) == sum(stacks)
        if node.children:
            assert sum(child.probability for child in node.children) == node.probability
            assert len(node.children) == sum(1 for stack in node.stacks if stack)


@pytest.mark.slow
@given(few_stacks, st.integers(1, 5))
def test_repeated_stacks_refer_to_a_node_with_the_same_chips(stacks: list[int], depth: int) -> None:
    nodes = {node.number: node for node in ft.tree(stacks, depth).root.walk()}
    for node in nodes.values():
        if node.kind == "repeats":
            assert node.repeats is not None
            assert nodes[node.repeats].stacks == node.stacks
            assert nodes[node.repeats].kind in ("hand", "more")
            assert nodes[node.repeats].depth <= node.depth


@given(few_stacks, st.integers(1, 5), st.data())
def test_a_players_paths_bound_the_exact_probabilities_of_places(
    stacks: list[int], depth: int, data: st.DataObject
) -> None:
    player = data.draw(st.integers(0, len(stacks) - 1))
    tree = ft.tree(stacks, depth, player=player)
    finish = ft.dcm(stacks, [1], method="exact").finish[player]
    found = tree.places(player)
    assert sum(found.values()) + tree.open_probability() == 1
    for place, chance in enumerate(finish, start=1):
        low = found.get(place, Fraction(0))
        assert low <= chance <= low + tree.open_probability()


def test_the_partial_tree_ends_where_the_player_leaves_or_wins() -> None:
    tree = ft.tree([1000, 500, 100], depth=4, player="Cy", names=["Ana", "Bo", "Cy"])
    assert tree.player == 2
    for node in tree.root.walk():
        assert bool(node.stacks[2]) == (node.kind != "out")
    assert [node.kind for node in tree.root.children] == ["out", "out", "hand"]


def test_a_tree_for_json_is_the_same_tree() -> None:
    tree = ft.tree([1000, 500, 100], depth=3)

    def count(node: TreeNode) -> int:
        return 1 + sum(count(child) for child in node.children)

    def count_dict(node: dict[str, Any]) -> int:
        return 1 + sum(count_dict(child) for child in node["children"])

    data = tree.to_dict()
    assert count_dict(data["root"]) == count(tree.root) == sum(1 for _ in tree.root.walk())
    assert data["open_probability"] == str(tree.open_probability())


@pytest.mark.parametrize(
    ("stacks", "options", "words"),
    [
        (
            [6, 5, 4, 3, 2, 1],
            {},
            "stacks must leave 2 to 5 players with chips for a tree that can be read, got 6 with chips",
        ),
        ([6, 0], {}, "got 1 with chips"),
        ([2, 1], {"depth": 0}, "depth must be a whole number from 1 to 12, got 0"),
        ([1009, 997, 983, 971, 967], {"depth": 12}, "depth must be small enough for 2,000 nodes"),
        ([2, 1], {"player": 2}, "player must be a whole number from 0 to 1, got 2"),
        ([2, 1], {"player": "Zoe"}, "player must be one of Player 1, Player 2, got 'Zoe'"),
        ([2, 1, 0], {"player": 2}, "player must have chips, got 'Player 3'"),
    ],
)
def test_impossible_trees_raise(stacks: list[int], options: dict[str, object], words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        ft.tree(stacks, **options)  # type: ignore[arg-type]
    assert words in str(caught.value)
