"""One game, told so that a person can follow it with the dominoes on the table.

Squares are named (row, column) from the castle, rows downwards and columns to the right. A domino is its number and
both terrains with their crowns. "+3" is what the properties gain; bonuses are counted when a kingdom is finished.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kingdice.games.kingdomino.dominoes import Half, domino
from kingdice.games.kingdomino.drawing import kingdom_text
from kingdice.games.kingdomino.kingdom import Property
from kingdice.games.kingdomino.play import Game
from kingdice.games.kingdomino.rules import Move, State, bonus, decided_by, score, winners

__all__ = ["transcript"]


def transcript(played: Game, strategies: Sequence[str], *, seed: int, game: int) -> str:
    """The whole game as text, a line for every move, and the kingdoms at the end of every round."""
    end = played.states[-1]
    lines = [f"Kingdomino, {end.variants.name}, seed {seed}, game {game}"]
    lines += [f"  seat {seat}: {name}" for seat, name in enumerate(strategies, start=1)]
    for (state, after), move in zip(pairwise(played.states), played.moves, strict=True):
        if state.acted == 0:
            lines += ["", *_opening(state)]
        lines += [f"  {line}" for line in _told(state, move)]
        if after.is_over or len(after.rounds) > len(state.rounds):
            lines += ["", *_kingdoms(after, len(state.rounds) - 1)]
    lines += ["", *_ending(end)]
    return "\n".join(lines) + "\n"


def _opening(state: State) -> Iterator[str]:
    """The line that is picked from, and what the kingdoms count so far."""
    number, lines = state.line_number, state.variants.lines(state.players)
    which = f"Round {len(state.rounds)}, line" if state.variants.rounds > 1 else "Line"
    counted = ", ".join(str(kingdom.points) for kingdom in state.kingdoms)
    if number == lines:
        yield f"{which} {number} is placed; properties {counted}"
    else:
        yield f"{which} {number + 1} of {lines}; properties {counted}"
        yield f"  on offer: {', '.join(_domino(claim.domino) for claim in state.next_line if claim.domino)}"


def _told(state: State, move: Move) -> Iterator[str]:
    """What a move did, in words."""
    done = []
    if state.held and move.placement:
        where = ", ".join(
            f"{_half(half)} at {place}"
            for half, place in zip(domino(state.held).halves, move.placement.places, strict=True)
        )
        gain = state.kingdoms[state.seat].gain(domino(state.held), move.placement)
        done.append(f"places {state.held}, {where} ({gain:+d})")
    elif state.held:
        done.append(f"can place {state.held} nowhere and discards it")
    if move.pick:
        done.append(f"picks {move.pick}")
    yield f"seat {state.seat + 1} {'; '.join(done)}"
    if move.pick and state.acted + 1 == len(state.line):
        for left in state.picks:
            if left != move.pick:
                yield f"nobody picks {left}, which is discarded"


def _kingdoms(state: State, number: int) -> Iterator[str]:
    """The kingdoms of a finished round."""
    variants, ended = state.variants, state.rounds[number]
    yield f"Kingdoms{f' of round {number + 1}' if variants.rounds > 1 else ''}:"
    for seat, (kingdom, discards) in enumerate(zip(ended.kingdoms, ended.discards, strict=True), start=1):
        middle = bonus(variants, kingdom, is_harmonic=False)
        harmony = bonus(variants, kingdom, is_harmonic=not discards) - middle
        total = kingdom.points + middle + harmony
        counted = [_property(one) for one in kingdom.properties if one.crowns]
        counted += [f"castle in the middle {middle}"] if middle else []
        counted += [f"nothing discarded {harmony}"] if harmony else []
        yield f"  seat {seat}: {' + '.join(counted) or 'nothing'} = {total}"
        yield from (f"    {row}" for row in kingdom_text(kingdom).splitlines())


def _ending(end: State) -> Iterator[str]:
    decided, won = decided_by(end), [seat + 1 for seat in winners(end)]
    points = [score(end, seat) for seat in range(end.players)]
    tied = [seat for seat in range(end.players) if points[seat] == max(points)]
    if len(tied) > 1 and end.variants.rounds == 1:
        largest = [kingdom.largest_property for kingdom in end.kingdoms]
        yield f"Equal points; largest property: {_each(tied, largest)}"
        if decided != "largest property":
            still = [seat for seat in tied if largest[seat] == max(largest[one] for one in tied)]
            yield f"Equal again; crowns: {_each(still, [kingdom.crowns for kingdom in end.kingdoms])}"
    yield f"points: {_each(range(end.players), points)}"
    yield f"seat {won[0]} wins" if len(won) == 1 else f"seats {' and '.join(map(str, won))} share the win"


def _each(seats: Sequence[int], values: Sequence[int]) -> str:
    return ", ".join(f"seat {seat + 1} {values[seat]}" for seat in seats)


def _domino(number: int) -> str:
    return f"{number} {'/'.join(_half(half) for half in domino(number).halves)}"


def _half(half: Half) -> str:
    return f"{half.terrain}{'*' * half.crowns}"


def _property(one: Property) -> str:
    return f"{one.terrain} {len(one.places)} x {one.crowns}"
