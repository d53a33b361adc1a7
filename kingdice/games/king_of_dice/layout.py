"""How a game of King of Dice lies in memory for the kernels.

A game and its rules are one record each: kernels hand records on as pointers, where numba would count references for
every array at every call (4 to 6 times what the game itself takes). Fields are as long as
the largest edition needs, so that one compiled kernel serves all editions and numbers of players.
"""

from __future__ import annotations

import numpy as np

__all__ = ["EFFECTS", "GAME", "MOST_PENALTIES", "RULES", "SIGHT", "SOLVES", "STRATEGY_CODES", "TURN"]

MOST_CITIZENS, MOST_PLACES, MOST_SEATS, MOST_PENALTIES, MOST_VALUES = 64, 12, 9, 256, 20
MOST_KINDS = 8  # of dice

# Codes of the kernels, each said once: effects of citizens, strategies, phases of a turn, ends of a game.
NO_EFFECT, ELF, AGAIN, FAIRY, NEIGHBOUR, DRAGON = range(6)
EFFECTS = {
    None: NO_EFFECT,
    "fourth roll": ELF,
    "extra turn": AGAIN,
    "fairy": FAIRY,
    "neighbour": NEIGHBOUR,
    "given away": DRAGON,
}
RANDOM, FIRST_MET, HIGHEST, EASIEST, BEST_BET, TURN_OPTIMAL, LEAD_OPTIMAL, FAR_SIGHTED = range(8)
STRATEGY_CODES = {
    "random": RANDOM,
    "first-met": FIRST_MET,
    "highest": HIGHEST,
    "easiest": EASIEST,
    "best-bet": BEST_BET,
    "turn-optimal": TURN_OPTIMAL,
    "lead-optimal": LEAD_OPTIMAL,
    "far-sighted": FAR_SIGHTED,
}
SOLVES, LEADS = TURN_OPTIMAL, LEAD_OPTIMAL  # from here on strategies solve their turns; from there they count the lead
PHASE_ROLL, PHASE_KEEP, PHASE_TAKE, PHASE_NEIGHBOUR, PHASE_GIVE, PHASE_DISCARD = range(6)  # as in `rules.Phase`
BY_DRAW_PILE, BY_PENALTIES, BY_VILLAGES = 1, 2, 3
# What a far-sighted player weighs beside the points of the turn; see `sight`.
SIGHT = ("fourth_roll", "extra_turn", "fairies", "left_to_others", "left_to_self", "end", "dragon")
SEES_FOURTH_ROLL, SEES_EXTRA_TURN, SEES_FAIRIES = range(3)
SEES_LEFT_TO_OTHERS, SEES_LEFT_TO_SELF, SEES_END, SEES_DRAGON = range(3, 7)

RULES = np.dtype(
    [
        ("citizens", "i8"),
        ("places", "i8"),
        ("penalties", "i8"),
        ("seats", "i8"),
        ("rolls", "i8"),
        ("fairies_each", "i8"),  # whether n fairies count n each
        ("may_decline", "i8"),
        ("discard_any", "i8"),
        ("tie_by_points", "i8"),
        ("points", "i8", (MOST_CITIZENS,)),  # 0 for a fairy
        ("village", "i8", (MOST_CITIZENS,)),  # the place under the citizen's village, or -1
        ("effect", "i8", (MOST_CITIZENS,)),  # see EFFECTS
        ("chance", "f8", (MOST_CITIZENS,)),  # of meeting the citizen in a turn
        ("village_values", "i8", (MOST_PLACES, MOST_VALUES)),
        ("village_counts", "i8", (MOST_PLACES,)),
        ("penalty_points", "i2", (MOST_PENALTIES,)),  # not shuffled
        ("extra_rolls", "i8", (MOST_SEATS,)),
        ("head_start", "i8", (MOST_SEATS,)),  # points
        ("code", "i8", (MOST_SEATS,)),  # the strategy at each seat
        ("without", "u8", (MOST_SEATS,)),  # citizens that it never takes, a bit each
        ("most_rolls", "i8", (MOST_SEATS,)),  # in a turn
        ("sight", "f8", (len(SIGHT),)),
    ],
    align=True,
)

REALM = np.dtype(
    [
        ("points", "i8"),  # without fairies
        ("fairies", "i8"),
        ("minus_points", "i8"),
        ("minus_cards", "i8"),
        ("elf", "i8"),  # whether one lies on top
        ("turns", "i8"),
        ("coins", "i8"),  # decisions drawn so far
        ("failures", "i8"),
        ("turns_led", "i8"),  # after how many turns of the game the seat alone had most points
        ("citizens", "u8"),  # a bit each
        ("luck", "f8"),  # points gained by rolls against what was to be expected of them
    ],
    align=True,
)

GAME = np.dtype(
    [
        ("key", "u8"),
        ("move_hash", "u8"),
        ("seat", "i8"),
        ("drawn", "i8"),
        ("lost", "i8"),  # penalty cards taken
        ("ended", "i8"),  # 0 not yet, else BY_DRAW_PILE, BY_PENALTIES or BY_VILLAGES
        ("turns", "i8"),
        ("leader", "i8"),  # the last one who led alone, or -1
        ("lead_changes", "i8"),
        ("rolls", "i8"),  # of the turn under way
        ("failing", "f8"),  # what failing is worth
        ("worths", "f8", (MOST_PLACES,)),
        ("order", "i8", (MOST_PLACES + 1,)),  # in which citizens are taken, dearest first; -1: none from here on
        ("entry", "i8", (MOST_PLACES,)),  # of each citizen for the roll that lies there, see `chase`
        ("value", "f8", (MOST_PLACES,)),  # the chance of each from there
        ("second", "i8", (MOST_PLACES,)),  # the place whose citizen would be taken with the one at a place, or -1
        ("sight", "f8", (MOST_PLACES + 1, len(SIGHT))),  # of taking each citizen; at the end, of failing
        ("shown", "i8", (MOST_KINDS,)),  # the roll of each group of dice
        ("display", "i8", (MOST_PLACES,)),
        ("villages", "i8", (MOST_PLACES,)),  # taken so far
        ("realms", REALM, (MOST_SEATS,)),
        ("deck", "u1", (MOST_CITIZENS,)),
        ("penalties", "i2", (MOST_PENALTIES,)),
    ],
    align=True,
)

# What is noted of a turn when a log is kept.
TURN = np.dtype(
    [
        ("seat", "i8"),
        ("rolls", "i8"),  # that the turn had
        ("used", "i8"),
        ("taken", "i8"),  # the citizen, or -1
        ("neighbour", "i8"),  # the citizen taken with the hypnotist, or -1
        ("lost", "i8"),  # penalty cards taken before this turn
        ("fairies", "i8"),  # of the seat, before
        ("fairies_to_come", "i8"),  # in the draw pile, before
        ("display", "i8", (MOST_PLACES,)),  # before
        ("villages", "i8", (MOST_PLACES,)),  # taken, before
        ("scores", "i8", (MOST_SEATS,)),  # after
        ("sight", "f8", (len(SIGHT),)),  # of what came out, where the player is far-sighted
    ],
    align=True,
)
