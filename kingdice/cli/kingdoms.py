"""The kingdoms at the end of a game of Kingdomino, side by side: as text and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from kingdice.cli.options import Format
from kingdice.cli.output import render
from kingdice.games.kingdomino.dominoes import TERRAINS
from kingdice.games.kingdomino.drawing import kingdom_text, kingdoms_svg
from kingdice.games.kingdomino.rules import Round, State, bonus, decided_by, score, winners

__all__ = ["kingdoms_drawn", "kingdoms_told"]

_BETWEEN = "    "


def kingdoms_told(end: State, title: str, strategies: Sequence[str], *, seat: int | None = None) -> str:
    """The kingdoms of every round, a table of their points, and who won.

    Parameters
    ----------
    end : State
        Of a game that is over.
    title : str
    strategies : sequence of str
        One a seat.
    seat : int, optional
        Only this one, from 1. Everything but the squares is then a remark (#), as a file of a kingdom has them.
    """
    seats = range(end.players) if seat is None else [seat - 1]
    head = [title, *(f"  seat {one + 1}: {strategies[one]}" for one in seats)]
    lines = []
    for number, built in enumerate(end.rounds, start=1):
        told = [f"Round {number}"] if len(end.rounds) > 1 else []
        table = render([_points(end, built, one) for one in seats], Format.table, narrow=True).strip("\n").splitlines()
        table += [f"discarded: {text}" for text in [_discarded(built, seats)] if text]
        if seat is None:
            lines += ["", *told, *_side_by_side(built), "", *table]
        else:
            lines += ["", *_remarks(told), *kingdom_text(built.kingdoms[seat - 1]).splitlines(), "", *_remarks(table)]
    lines += ["", *(_ending(end) if seat is None else _remarks(_ending(end)))]
    return "\n".join([*(head if seat is None else _remarks(head)), *lines]) + "\n"


def kingdoms_drawn(end: State, title: str, strategies: Sequence[str], *, seat: int | None = None) -> str:
    """The same as an SVG picture, a row of kingdoms a round."""
    seats = range(end.players) if seat is None else [seat - 1]
    kingdoms, titles = [], []
    for built in end.rounds:
        for one in seats:
            kingdoms.append(built.kingdoms[one])
            titles.append(f"{one + 1}: {strategies[one]}, {_points(end, built, one)['points']}")
    return kingdoms_svg(kingdoms, titles, title, in_a_row=len(seats))


def _remarks(lines: Sequence[str]) -> list[str]:
    return [f"# {line}" for line in lines]


def _side_by_side(built: Round) -> Iterator[str]:
    drawn = [
        [f"seat {seat}", *kingdom_text(kingdom).splitlines()] for seat, kingdom in enumerate(built.kingdoms, start=1)
    ]
    widths = [max(map(len, lines)) for lines in drawn]
    for row in zip_longest(*drawn, fillvalue=""):
        yield _BETWEEN.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()


def _points(end: State, built: Round, seat: int) -> dict[str, int]:
    """Points of a kingdom by terrain and bonus."""
    kingdom, discards = built.kingdoms[seat], built.discards[seat]
    middle = bonus(end.variants, kingdom, is_harmonic=False)
    harmony = bonus(end.variants, kingdom, is_harmonic=not discards) - middle
    by_terrain = {
        terrain: sum(one.points for one in kingdom.properties if one.terrain == terrain) for terrain in TERRAINS
    }
    bonuses = {"middle": middle} if end.variants.middle_points else {}
    bonuses |= {"harmony": harmony} if end.variants.harmony_points else {}
    return {
        "seat": seat + 1,
        **by_terrain,
        **bonuses,
        "points": kingdom.points + middle + harmony,
    }


def _discarded(built: Round, seats: Sequence[int]) -> str:
    """The dominoes that fitted nowhere, by number."""
    return ", ".join(
        f"seat {seat + 1} {' and '.join(map(str, built.discards[seat]))}" for seat in seats if built.discards[seat]
    )


def _ending(end: State) -> list[str]:
    won = [seat + 1 for seat in winners(end)]
    points = ", ".join(f"seat {seat + 1} {score(end, seat)}" for seat in range(end.players))
    who = f"seat {won[0]} wins" if len(won) == 1 else f"seats {' and '.join(map(str, won))} share the win"
    how = decided_by(end)
    return [f"points: {points}", f"{who}{'' if how in ('points', 'shared') else f' by {how}'}"]
