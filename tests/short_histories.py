"""Short hand histories of invented players, for tests to modify."""

from __future__ import annotations

STARS = """\
PokerStars Hand #5001: Tournament #77, $10.00+$1.00 USD Hold'em No Limit - Level IV (50/100) - 2019/05/04 20:01:02 ET
Table '77 3' 9-max Seat #1 is the button
Seat 1: Ana (2000 in chips)
Seat 4: Bo (1500 in chips)
Seat 6: Cy (900 in chips)
Ana: posts the ante 10
Bo: posts the ante 10
Cy: posts the ante 10
Bo: posts small blind 50
Cy: posts big blind 100
*** HOLE CARDS ***
Dealt to Ana [Ah Kd]
Ana: raises 100 to 200
Bo: folds
Cy: raises 690 to 890 and is all-in
Ana: calls 690
*** FLOP *** [2c 7d Jh]
*** TURN *** [2c 7d Jh] [Js]
*** RIVER *** [2c 7d Jh Js] [3d]
*** SHOW DOWN ***
Cy: shows [Qs Qc] (two pair, Queens and Jacks)
Ana: shows [Ah Kd] (a pair of Jacks)
Cy collected 1860 from pot
*** SUMMARY ***
Total pot 1860 | Rake 0
Board [2c 7d Jh Js 3d]
Seat 1: Ana (button) showed [Ah Kd] and lost with a pair of Jacks
Seat 4: Bo (small blind) folded before Flop
Seat 6: Cy (big blind) showed [Qs Qc] and won (1860) with two pair, Queens and Jacks
"""
STARS_NEXT = """\
PokerStars Hand #5002: Tournament #77, $10.00+$1.00 USD Hold'em No Limit - Level IV (50/100) - 2019/05/04 20:02:00 ET
Table '77 3' 9-max Seat #4 is the button
Seat 1: Ana (1100 in chips)
Seat 4: Bo (1440 in chips)
Seat 6: Cy (1860 in chips)
Cy: posts small blind 50
Ana: posts big blind 100
*** HOLE CARDS ***
Dealt to Ana [2h 7c]
Bo: folds
Cy: raises 200 to 300
Ana: folds
Uncalled bet (200) returned to Cy
Cy collected 200 from pot
Cy: doesn't show hand
*** SUMMARY ***
Total pot 200 | Rake 0
Seat 1: Ana (big blind) folded before Flop
Seat 4: Bo (button) folded before Flop (didn't bet)
Seat 6: Cy (small blind) collected (200)
"""
GG = """\
Poker Hand #TM9001: Tournament #88, W-12: $5.40 Daily Hyper Hold'em No Limit - Level7(1,000/2,000) - 2023/02/03 10:11:12
Table '12' 8-max Seat #2 is the button
Seat 2: Hero (41,500 in chips)
Seat 5: a1b2c3d4 (38,000 in chips)
Seat 7: 99fe01aa (12,345 in chips)
Hero: posts the ante 250
a1b2c3d4: posts the ante 250
99fe01aa: posts the ante 250
a1b2c3d4: posts small blind 1,000
99fe01aa: posts big blind 2,000
*** HOLE CARDS ***
Dealt to Hero [9s 9d]
Dealt to a1b2c3d4
Dealt to 99fe01aa
Hero: raises 2,000 to 4,000
a1b2c3d4: folds
99fe01aa: folds
Uncalled bet (2,000) returned to Hero
*** SHOWDOWN ***
Hero collected 5,750 from pot
*** SUMMARY ***
Total pot 5,750 | Rake 0 | Jackpot 0 | Bingo 0
Seat 2: Hero (button) won (5,750)
Seat 5: a1b2c3d4 (small blind) folded before Flop
Seat 7: 99fe01aa (big blind) folded before Flop
"""
WINAMAX = """\
Winamax Poker - Tournament "SUNDAY" buyIn: 9€ + 9€ + 2€ level: 5 - HandId: #123-7-165 - Holdem no limit (15/60/120) - \
2022/01/09 20:00:00 UTC
Table: 'SUNDAY(4242)#007' 6-max (real money) Seat #2 is the button
Seat 2: Ana (2000, 13.50€ bounty)
Seat 3: Bo (1500.50, 9€ bounty)
*** ANTE/BLINDS ***
Ana posts ante 15
Bo posts ante 15
Ana posts small blind 60
Bo posts big blind 120
Dealt to Bo [8h 8c]
*** PRE-FLOP ***
Ana raises 240 to 360
Bo raises 1125.50 to 1485.50 and is all-in
Ana folds
Bo collected 1875.50 from pot
*** SUMMARY ***
Total pot 1.87k | No rake
Seat 3: Bo (big blind) won 1875.50
"""
SHORT = {"PokerStars": STARS, "GGPoker": GG, "Winamax": WINAMAX}


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with all replacements made; each must match."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text
