"""One game, told so that a person can follow it with the tiles on the table.

Places are (row, column) from the start tile, rows downwards. A tile is its letter and how many quarters it is turned
clockwise from how the list of tiles has it: D1. Segments have the names of `segment_names`, as the tile then lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from kingdice.games.carcassonne.board import Feature, Laid, Place, completed_cities
from kingdice.games.carcassonne.cards import Card, card_points
from kingdice.games.carcassonne.rules import (
    FIELD_POINTS,
    Move,
    State,
    completed_at,
    majority,
    points,
    standing,
    winners,
    worth,
)
from kingdice.games.carcassonne.segment_names import segment_words
from kingdice.games.carcassonne.tiles import CITY, FIELD, KINDS, MONASTERY, ROAD, tile

if TYPE_CHECKING:
    from kingdice.games.carcassonne.play import Game

__all__ = ["MANY", "counted", "feature_words", "seats_words", "transcript"]

MANY = {CITY: "cities", ROAD: "roads", MONASTERY: "monasteries", FIELD: "fields"}
CARDS = (("king", "King", CITY), ("robber", "Robber Baron", ROAD))


def transcript(played: Game, strategies: Sequence[str], *, seed: int, game: int) -> str:
    """The whole game as text, a line for every turn and for what it brings, and the count at the end."""
    end = played.states[-1]
    lines = [f"Carcassonne, {end.variants.name}, seed {seed}, game {game}"]
    lines += [f"  seat {seat}: {name}" for seat, name in enumerate(strategies, start=1)]
    lines += ["", f"The start tile is D0 at (0, 0); {len(end.variants.bag)} tiles are in the bag."]
    for (state, after), move in zip(pairwise(played.states), played.moves, strict=True):
        lines.append(f"{after.turn:3}. seat {state.seat + 1} {_laid(state, move)}")
        lines += [
            f"     {line}" for line in (*_completed(state, after, move), *_cards(state, after), *_gone(state, after))
        ]
    lines += ["", *_count(end), ""]
    scores = [sum(one.values()) for one in points(end)]
    won = winners(end)
    lines.append(f"points: {', '.join(f'seat {seat} {score}' for seat, score in enumerate(scores, start=1))}")
    lines.append(f"{seats_words(won)} {'wins' if len(won) == 1 else 'share the win'}")
    return "\n".join(lines) + "\n"


def seats_words(seats: Sequence[int]) -> str:
    """Seats, counted from 0, as people name them.

    Examples
    --------
    >>> seats_words([1]), seats_words([0, 1, 2])
    ('seat 2', 'seats 1, 2 and 3')
    """
    names = [str(seat + 1) for seat in seats]
    return f"seat {names[0]}" if len(names) == 1 else f"seats {', '.join(names[:-1])} and {names[-1]}"


def feature_words(feature: Feature) -> str:
    """What a feature is: "city of 3 tiles with 1 pennant".

    Examples
    --------
    >>> feature_words(Feature("city", frozenset([((0, 0), 0), ((0, 1), 0)]), ends=1, pennants=2))
    'city of 2 tiles with 2 pennants'
    """
    if feature.kind == MONASTERY:
        return feature.kind
    with_them = f" with {counted(feature.pennants, 'pennant')}" if feature.pennants else ""
    return f"{feature.kind} of {counted(feature.size, 'tile')}{with_them}"


def counted(number: int, word: str) -> str:
    """So many of something.

    Examples
    --------
    >>> counted(1, "tile"), counted(0, "point")
    ('1 tile', '0 points')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def _laid(state: State, move: Move) -> str:
    where = f"lays {state.held}{move.rotation} at {move.place}"
    if move.meeple is None:
        return where
    return f"{where}, a meeple on {segment_words(Laid(tile(state.held), move.rotation), move.meeple)}"


def _completed(state: State, after: State, move: Move) -> Iterator[str]:
    """What a turn completed, and for whom."""
    meeples = dict(state.meeples)
    if move.meeple is not None:
        meeples[move.place, move.meeple] = state.seat
    for feature in sorted(
        completed_at(after.board, move.place), key=lambda one: (KINDS.index(one.kind), min(one.spots))
    ):
        most, what = majority(feature.spots, meeples), feature_words(feature)
        each = " each" if len(most) > 1 else ""
        gain = f"{seats_words(most)} +{worth(state.variants, feature)}{each}" if most else "nobody stands in it"
        yield f"completes a {what}: {gain}"


def _cards(state: State, after: State) -> Iterator[str]:
    """What became of the King and the Robber Baron, and what they paid at once."""
    for key, name, kind in CARDS:
        before, then = getattr(state, key), getattr(after, key)
        if then.size > before.size:
            if then.holder == before.holder:
                taken = f"keeps the {name}"
            else:
                taken = f"takes the {name}" + ("" if before.holder is None else f" from seat {before.holder + 1}")
            yield f"{taken} with a {kind} of {then.size}"
    if state.variants.cards.startswith("continuous"):
        was, now = (card_points(state.variants.cards, one.king, one.robber) for one in (state, after))
        for place, (_, name, _) in enumerate(CARDS):
            for seat in range(state.players):
                if now[seat][place] > was[seat][place]:
                    yield f"the {name} brings seat {seat + 1} +{now[seat][place] - was[seat][place]}"


def _gone(state: State, after: State) -> Iterator[str]:
    for name in after.gone[len(state.gone) :]:
        yield f"then {name} is drawn, fits nowhere and leaves the game"


def _count(end: State) -> Iterator[str]:
    """The points of every seat, one by one."""
    yield "The count:"
    for seat, one in enumerate(points(end)):
        scored = end.scored[seat]
        in_play = ", ".join(f"{MANY[kind]} {scored[kind]}" for kind in KINDS if scored[kind]) or "nothing"
        yield f"  seat {seat + 1}: scored in play {in_play}"
        yield from (f"    {line}" for line in _incomplete(end, seat))
        yield from (f"    {line}" for line in _fields(end, seat, one[FIELD]))
        for key, name, kind in CARDS:
            if one[key] or getattr(end, key).holder == seat:
                yield f"    {name}{_why(end, getattr(end, key), seat, MANY[kind])}: +{one[key]}"
        yield f"    = {sum(one.values())}"


def _incomplete(end: State, seat: int) -> Iterator[str]:
    for feature, place in _of_seat(end, seat):
        if feature.kind != FIELD and seat in majority(feature.spots, end.meeples):
            size = f" with {8 - feature.ends} tiles around it" if feature.kind == MONASTERY else ""
            yield f"incomplete {feature_words(feature)}{size}, at {place}: +{worth(end.variants, feature)}"


def _fields(end: State, seat: int, total: int) -> Iterator[str]:
    """Field by field where each counts on its own."""
    if end.variants.fields != "each":
        yield from [f"fields, counted {end.variants.fields.replace('-', ' ')}: +{total}"] * bool(total)
        return
    for feature, place in _of_seat(end, seat):
        cities = len(completed_cities(end.board, feature.cities))
        if feature.kind == FIELD and cities and seat in majority(feature.spots, end.meeples):
            many = "1 completed city" if cities == 1 else f"{cities} completed cities"
            yield f"field at {place} with {many}: +{FIELD_POINTS * cities}"


def _of_seat(end: State, seat: int) -> Iterator[tuple[Feature, Place]]:
    """The features in which a seat stands, with the first place where it does."""
    for feature in standing(end):
        places = sorted(place for place, number in feature.spots if end.meeples.get((place, number)) == seat)
        if places:
            yield feature, places[0]


def _why(end: State, card: Card, seat: int, many: str) -> str:
    """For what a card brings points."""
    rule = end.variants.cards
    if rule == "official":
        return f", for {card.completed} completed {many}"
    if rule.startswith("continuous"):
        return f", for {many} completed while it was held"
    both = end.king.holder == end.robber.holder == seat
    return ", half of what both bring" if rule == "flat-15-40" and both else ""
