"""A changed value for every field of every question of the API, with the rest of the request."""

from __future__ import annotations

from typing import Any

from finaltable.reviews.question import EXAMPLE
from finaltable.web.api import QUESTIONS
from tests.known_spots import SECTION_6
from tests.short_histories import STARS, STARS_NEXT

# Additions to the usual request that a field needs, and the changed value of the field.
Change = tuple[dict[str, Any], object]

STACKS, PAYOUTS = [1000, 990, 500], [90, 60, 30]
MANY = {"stacks": list(range(101, 141)), "tolerance": 0.01}  # enough players that DCM is sampled
PLAYERS: dict[str, Change] = {"stacks": ({}, [1000, 990, 400]), "names": ({}, ["Ana", "Bo", "Cy"])}
TABLE: dict[str, Change] = {
    **PLAYERS,
    "payouts": ({}, [90, 60, 40]),
    "extra_payouts": ({"payouts": [90, 60, 30, 0, 10]}, "drop"),
}
HEADS: dict[str, Change] = {
    "bounties": ({}, 15),
    "bounty_share": ({"bounties": 10}, 0.75),
    "own_bounty": ({"bounties": 10}, False),
    "mystery": ({"bounties": None}, "1x100,4x10"),
    "mystery_begins": ({"bounties": None, "mystery": "1x100,4x10"}, 4),
}
REFUSING = ("finish", "sweep", "sensitivity", "tournament")  # raise an error for bounties
SMOOTHED = {"model": "smoothed", "chip_noise": 5}
DRAWN = {"all_in": ["Villain", "CO"], "hand": "AA", "ranges": ["KK", "QQ"], "equity": None, "samples": 2000}

USUAL: dict[str, dict[str, Any]] = {name: {"stacks": STACKS, "payouts": PAYOUTS} for name in QUESTIONS}
USUAL["finish"] = {"stacks": STACKS}
USUAL["bounties"] = {"stacks": STACKS, "bounties": [20, 30, 10]}
USUAL["sweep"] |= {"points": 5}
USUAL["range"] = {"hands": ["TT+"]}
USUAL["decide"] = {**SECTION_6, "equity": 0.4}
USUAL["push"] = {
    **{name: value for name, value in SECTION_6.items() if name != "all_in"},
    **{"hero": "BTN", "hand": "K9s", "ranges": ["20%"]},
}
RAISED = {"hero": "Villain", "bets": {"BTN": 450}, "bet_with": ["40%"], "bettor_calls": ["12%"]}
USUAL["review"] = {
    "files": [{"name": "game.txt", "text": EXAMPLE}],
    "payouts": [50, 30, 20],
    "ranges": ["40%"],
}
USUAL["nash"] = {"stacks": [900, 1200], "payouts": [60, 40], "small_blind": 50, "big_blind": 100, "tolerance": 1e-4}
USUAL["tournament"] = {
    **{"stacks": [900, 600, 300], "payouts": [60, 40], "small_blind": 50, "big_blind": 100},
    **{"step": 300, "tolerance": 0.05},
}
USUAL["history"] = {"files": [{"name": "one.txt", "text": STARS}]}
USUAL["train"] = {"seed": 7, "spots": 1}
TWO = {"players": [2, 2], "stacks": [6, 9]}
FIELDS: dict[str, dict[str, Change]] = {
    "train": {
        "seed": ({}, 8),
        "spots": ({}, 2),
        "first": ({}, 1),
        "source": ({}, [SECTION_6]),
        "players": (TWO, [3, 3]),
        "payouts": (TWO, "winner"),
        "stacks": (TWO, [10, 12]),
        "position": ({**TWO, "position": "SB"}, "BB"),
        "bounties": (TWO, "flat"),
        "model": ({"players": [3, 3], "stacks": [6, 9]}, "dcm"),
        "raise_to": ({**TWO, "stacks": [10, 12]}, 2.2),
    },
    "range": {"hands": ({}, ["TT+, AKs"]), "form": ({}, "classes")},
    "history": {"files": ({}, [{"name": "two.txt", "text": STARS + STARS_NEXT}])},
    "bounties": {
        "mixture": ({}, 0.4),
        **PLAYERS,
        **HEADS,
        "models": ({}, ["dcm"]),
        "matrix": ({}, True),
        "method": ({"models": ["dcm"]}, "exact"),
        "tolerance": ({}, 1e-3),
        "seed": ({}, 7),
        "max_seconds": ({}, 3),
    },
    "equity": {
        "mixture": ({}, 0.4),
        **TABLE,
        **HEADS,
        "model": ({}, "icm"),
        "method": ({}, "exact"),
        "tolerance": ({}, 1e-3),
        "seed": (MANY, 7),
        "max_seconds": ({}, 3),
        "chip_noise": (SMOOTHED, 50),
    },
    "compare": {
        "mixture": ({}, 0.4),
        **TABLE,
        **HEADS,
        "models": ({}, ["dcm", "chip_chop"]),
        "method": ({}, "exact"),
        "tolerance": ({}, 1e-3),
        "seed": (MANY, 7),
        "max_seconds": ({}, 3),
        "chip_noise": ({"models": ["icm", "smoothed"], "chip_noise": 5}, 50),
    },
    "finish": {
        "mixture": ({}, 0.4),
        **PLAYERS,
        "models": ({}, ["dcm"]),
        "method": ({"models": ["dcm"]}, "exact"),
        "tolerance": ({}, 1e-2),
        "seed": (MANY, 7),
        "max_seconds": ({}, 3),
        "knockouts": ({}, True),
        "only": ({}, [1, 3]),
        "players": ({}, [2, 0]),
    },
    "sweep": {
        "mixture": ({}, 0.4),
        **TABLE,
        "player": ({}, 1),
        "start": ({}, 300),
        "stop": ({}, 3000),
        "points": ({}, 6),
        "models": ({}, ["icm"]),
        "threshold": ({}, 20),
        "tolerance": ({}, 1e-3),
    },
    "sensitivity": {
        **TABLE,
        "recount": ({}, 3),
        "big_blind": ({}, 100),
        "pot": ({}, 30),
        "threshold": ({}, 5),
    },
    "deal": {
        **TABLE,
        **HEADS,
        "bounty_terms": ({"bounties": 10}, "share"),
        "proposals": ({}, ["icm", "between"]),
        "choose": ({}, "dcm"),
        "between": ({}, 0.5),
        "leave": ({}, [10, 5]),
        "withhold": ({}, 9),
        "fixed": ({}, {"Player 1": 70}),
        "trophy": ({}, 10),
        "trophy_to": ({"trophy": 10}, 1),
        "last_longer": ({}, 5),
        "last_longer_players": ({"last_longer": 5}, [0, "Player 2"]),
        "round": ({}, 5),
        "guarantee": ({}, False),
        "cap": ({}, False),
        "odd_to_staff": ({"withhold": 3, "round": 5}, True),
        "chip_noise": ({"chip_noise": 5}, 50),
        "big_blind": ({}, 100),
        "pot": ({}, 600),
        "close_stacks": ({}, False),
        "seed": ({"chip_noise": 50}, 7),
        "samples": ({"chip_noise": 50}, 2000),
        "max_seconds": ({}, 3),
    },
    "pressure": {**TABLE, **HEADS, "mixture": ({}, 0.4), "models": ({}, ["icm"]), "tolerance": ({}, 1e-2)},
    "decide": {
        "mixture": ({}, 0.4),
        "stacks": ({}, [1000, 1000, 2000, 4000]),
        "names": ({"hero": 1, "all_in": [0], "button": 3}, ["Ana", "Bo", "Cy", "Di"]),
        "payouts": ({}, [50, 30, 25]),
        "extra_payouts": ({"payouts": [50, 30, 20, 0, 10]}, "drop"),
        **HEADS,
        "hero": ({}, "CO"),
        "all_in": ({}, ["CO"]),
        "folded": ({}, ["BTN"]),
        "button": ({}, "CO"),
        "blinds": ({"small_blind": 0, "big_blind": 0}, "100/200"),
        "small_blind": ({"all_in": ["CO"]}, 150),
        "big_blind": ({}, 300),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 50),
        "bets": ({}, {"CO": 300}),
        "elsewhere": ({"ante": 10}, ["CO"]),
        "equity": ({}, 0.5),
        "hand": ({"equity": None, "hand": "AA", "ranges": ["QQ"]}, "KK"),
        "ranges": ({"equity": None, "hand": "AA", "ranges": ["QQ"]}, ["72o"]),
        "folded_from": ({"equity": None, "hand": "66", "ranges": ["18%"], "samples": 2000}, ["40%"]),
        "models": ({}, ["icm", "chip_ev"]),
        "tolerance": ({}, 1e-2),
        "samples": (DRAWN, 3000),
        "seed": (DRAWN, 7),
        "look_ahead": ({"models": ["icm"], "tolerance": 1e-2}, 1),
        "levels": ({"models": ["icm"], "tolerance": 1e-2, "look_ahead": 1}, [[1, 300, 600]]),
        "max_seconds": ({}, 3),
    },
    "nash": {
        **HEADS,
        "bounty_share": ({"bounties": 10, "stacks": [900, 1200, 1000], "tolerance": 1e-2}, 0.75),
        "stacks": ({}, [900, 1300]),
        "names": ({}, ["Ana", "Bo"]),
        "payouts": ({}, [60, 30]),
        "extra_payouts": ({"payouts": [60, 40, 0, 10]}, "drop"),
        "button": ({}, 1),
        "blinds": ({"small_blind": 0, "big_blind": 0, "blinds": "60/120"}, "50/100"),
        "small_blind": ({}, 40),
        "big_blind": ({}, 120),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 100),
        "model": ({}, "dcm"),
        "compare": ({}, "chip_ev"),
        "raise_to": ({}, "2.5bb"),
        "lock": ({}, {"BB v SB": "20%"}),
        "folded": ({"stacks": [900, 1200, 1000], "tolerance": 1e-2}, [2]),
        "elsewhere": ({"stacks": [900, 1200, 1000], "tolerance": 1e-2, "button": 0}, [2]),
        "look_ahead": ({"tolerance": 1e-2}, 1),
        "levels": ({"tolerance": 1e-2, "look_ahead": 1}, [[1, 100, 200]]),
        "raise_only": ({"raise_to": "2.5bb"}, ["SB"]),
        "others": ({"hero": 0, "others": "icm"}, "chip_ev"),
        "hero": ({"hero": 0, "others": "chip_ev"}, 1),
        "tolerance": ({}, 1e-3),
        "max_seconds": ({}, 3),
    },
    "tournament": {
        "stacks": ({}, [600, 900, 300]),
        "names": ({}, ["Ana", "Bo", "Cy"]),
        "payouts": ({}, [60, 30]),
        "extra_payouts": ({"payouts": [60, 40, 0, 10]}, "drop"),
        "button": ({}, 1),
        "blinds": ({"small_blind": 0, "big_blind": 0, "blinds": "60/120"}, "50/100"),
        "small_blind": ({}, 40),
        "big_blind": ({}, 120),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 100),
        "step": ({}, 225),
        "compare": ({}, ["icm", "dcm"]),
        "tolerance": ({}, 1e-3),
        "max_seconds": ({}, 4),
    },
    "push": {
        **TABLE,
        "stacks": ({}, [1000, 1000, 2000, 3100]),
        "names": ({"hero": 3, "button": 3}, ["a", "b", "c", "d"]),
        "payouts": ({}, [50, 30, 10]),
        "extra_payouts": ({"payouts": [50, 30, 20, 0, 10]}, "drop"),
        **HEADS,
        "hero": ({}, "CO"),
        "button": ({}, "CO"),
        "blinds": ({"small_blind": 0, "big_blind": 0, "blinds": "50/200"}, "100/200"),
        "small_blind": ({}, 150),
        "big_blind": ({}, 300),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 50),
        "elsewhere": ({"ante": 10}, ["CO"]),
        "hand": ({}, "A2s"),
        "ranges": ({}, ["30%"]),
        "folded_from": ({}, ["40%"]),
        "bets": (RAISED, {"BTN": "2.5bb"}),
        "bet_with": (RAISED, ["45%"]),
        "bettor_calls": (RAISED, ["15%"]),
        "bettor_overcalls": (RAISED, ["5%"]),
        "pushes_with": ({**RAISED, "bettor_calls": ["best"], "pushes_with": "20%"}, "60%"),
        "models": ({}, ["icm"]),
        "tolerance": ({}, 1e-2),
        "samples": ({}, 2000),
        "seed": ({}, 1),
        "look_ahead": ({"models": ["icm"], "tolerance": 1e-2}, 1),
        "levels": ({"models": ["icm"], "tolerance": 1e-2, "look_ahead": 1}, [[1, 300, 600]]),
        "max_seconds": ({}, 3),
    },
    "review": {
        "files": ({}, [{"name": "game.txt", "text": EXAMPLE.replace("Ah Js", "Ah Ts")}]),
        "payouts": ({}, [50, 30, 10]),
        "pool": ({"payouts": "sit_and_go", "pool": 90}, 100),
        "hero": ({}, "Bo"),
        "models": ({}, ["icm"]),
        "push_range": ({}, "30%"),
        "call_range": ({"files": [{"name": "game.txt", "text": EXAMPLE.replace("Dealt to Cy", "Dealt to Bo")}]}, "20%"),
        "ranges": ({}, {"Bo": "30%"}),
        "elsewhere": ({}, [2000, 500]),
        "left": ({}, 9),
        "bounty_share": ({}, 1),
        "most_blinds": ({}, 5),
        "smallest": ({}, 0.2),
        "open_range": ({}, "20%"),
        "rejam_range": ({}, "20%"),
        "look_ahead": ({}, 1),
        "tolerance": ({}, 1e-2),
    },
}

# Players still to act are assumed to fold, and a phase that has begun changes nothing: the numbers are the same.
CHECKED_ONLY = {"folded", "max_seconds", "mystery_begins"}
# The example of the review has neither bounties nor raises.
CHECKED_ONLY_IN = {("bounties", "seed"), *(("review", name) for name in ("bounty_share", "open_range", "rejam_range"))}
