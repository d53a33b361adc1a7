"""What is this kingdom worth? Its properties, bonuses and total, and what is wrong with it, as one answer."""

from __future__ import annotations

from typing import TypedDict

from kingdice.games.kingdomino.legality import CheckedKingdom
from kingdice.games.kingdomino.variants import Variants

__all__ = ["Scored", "ScoredProperty", "harmony_told", "middle_told", "score_kingdom"]

OPTION = "--variants {}"  # how a rule is chosen at the command line


class ScoredProperty(TypedDict):
    """A property; cells are its squares as [row, column] of the file."""

    terrain: str
    squares: int
    crowns: int
    points: int
    cells: list[list[int]]


class Scored(TypedDict):
    """All that can be said of a kingdom.

    `dominoes_missing` of those that are played in a round; `harmony` if it is full and can exist; `order` has the
    numbers of its dominoes in an order in which they can be laid, if it can exist; `wrong` a line for every problem.
    """

    variants: str
    size: int
    properties: list[ScoredProperty]
    property_points: int
    middle: bool
    middle_of_box: bool
    middle_points: int
    dominoes: int
    dominoes_missing: int
    harmony: bool
    harmony_points: int
    points: int
    largest_property: int
    crowns: int
    order: list[int]
    wrong: list[str]


def score_kingdom(checked: CheckedKingdom, rules: Variants) -> Scored:
    """Score a kingdom as it stands; properties with most points first.

    Examples
    --------
    >>> from kingdice.games.kingdomino.kingdom_file import parse_kingdom
    >>> from kingdice.games.kingdomino.legality import check_kingdom
    >>> from kingdice.games.kingdomino.variants import variants_named
    >>> score_kingdom(check_kingdom(parse_kingdom("** m1 / .. w0")), variants_named("middle"))["points"]
    11
    """
    kingdom = checked.kingdom
    middle, of_box = (checked.castles == 1 and kingdom.is_middle(of_box=box) for box in (False, True))
    in_play, laid = (rules.size * rules.size - 1) // 2, len(kingdom.squares) // 2
    harmony = kingdom.is_full and not checked.problems
    middle_points = rules.middle_points if (of_box if rules.middle_of_box else middle) else 0
    harmony_points = rules.harmony_points if harmony else 0
    return {
        "variants": rules.name,
        "size": rules.size,
        "properties": [
            {
                "terrain": one.terrain,
                "squares": len(one.places),
                "crowns": one.crowns,
                "points": one.points,
                "cells": [list(place) for place in checked.in_file(one.places)],
            }
            for one in sorted(kingdom.properties, key=lambda one: -one.points)
        ],
        "property_points": kingdom.points,
        "middle": middle,
        "middle_of_box": of_box,
        "middle_points": middle_points,
        "dominoes": laid,
        "dominoes_missing": max(in_play - laid, 0),
        "harmony": harmony,
        "harmony_points": harmony_points,
        "points": kingdom.points + middle_points + harmony_points,
        "largest_property": kingdom.largest_property,
        "crowns": kingdom.crowns,
        "order": [number for number, _ in checked.order],
        "wrong": list(checked.problems),
    }


def middle_told(scored: Scored, option: str = OPTION) -> str:
    """Whether it is a Middle Kingdom, by either reading, and what for; option says how a rule would be chosen."""
    says = {True: "yes", False: "no"}
    if scored["middle"] == scored["middle_of_box"]:
        told = says[scored["middle"]]
    else:
        reach = scored["size"] // 2
        told = (
            f"{says[scored['middle']]} by distance (no square farther than {reach} from the castle), "
            f"{says[scored['middle_of_box']]} by the box around the kingdom (middle-of-box)"
        )
    is_played = "middle" in scored["variants"]
    return told + _worth(scored["middle_points"], scored["middle"], is_played, option.format("middle"))


def harmony_told(scored: Scored, option: str = OPTION) -> str:
    """Whether it is harmonious, and what for; option says how the rule would be chosen."""
    if scored["harmony"]:
        told = "yes, the kingdom is full"
    elif scored["dominoes_missing"]:
        in_play = scored["dominoes"] + scored["dominoes_missing"]
        told = f"no, {scored['dominoes_missing']} of {in_play} dominoes missing"
    else:
        told = "no"
    is_played = "harmony" in scored["variants"]
    return told + _worth(scored["harmony_points"], scored["harmony"], is_played, option.format("harmony"))


def _worth(points: int, is_so: bool, is_played: bool, option: str) -> str:
    if points:
        return f", {points} points"
    return f"; not counted ({option})" if is_so and not is_played else ""
