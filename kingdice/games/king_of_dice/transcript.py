"""One game, told so that a person can follow it with the cards on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import format_faces
from kingdice.games.king_of_dice.play import Game
from kingdice.games.king_of_dice.rules import NOTHING, Move, Phase, State, score, winners

__all__ = ["transcript"]


def transcript(played: Game, strategies: Sequence[str], *, seed: int, game: int) -> str:
    """The whole game as text, a line for every roll and every card that moves."""
    end = played.states[-1]
    lines = [f"King of Dice, {end.edition.name}, seed {seed}, game {game}"]
    lines += [f"  seat {seat}: {name}" for seat, name in enumerate(strategies, start=1)]
    turn = 0
    for before, move, after in zip(played.states, played.moves, played.states[1:], strict=False):
        if before.phase is Phase.roll and before.roll == NOTHING:
            turn += 1
            lines += ["", *_opening(before, turn)]
        lines += [f"  {line}" for line in _told(before, move, after)]
    won = [seat + 1 for seat in winners(end)]
    lines += ["", f"The {end.ended_by} {'is' if end.ended_by == 'draw pile' else 'are'} used up after {turn} turns."]
    lines.append("points: " + ", ".join(f"seat {seat + 1} {score(end, seat)}" for seat in range(end.players)))
    lines.append(f"seat {won[0]} wins" if len(won) == 1 else f"seats {' and '.join(map(str, won))} share the win")
    return "\n".join(lines) + "\n"


def _opening(state: State, turn: int) -> Iterator[str]:
    points = ", ".join(str(score(state, seat)) for seat in range(state.players))
    extra = f", {state.rolls} rolls" if state.rolls != state.edition.rules.rolls else ""
    yield f"Turn {turn}: seat {state.seat + 1}{extra}; points {points}; {len(state.draw_pile)} cards to draw"
    shown = []
    for place, one in enumerate(state.display):
        village, pile = state.edition.villages[place].name, state.villages[place]
        own = state.edition.citizen(one).village == village
        shown.append(f"{one}{f' +{pile[0]}' if own and pile else ''}")
    yield f"  on display: {', '.join(shown)}; failing costs {-state.penalties[0]}"


def _told(state: State, move: Move, after: State) -> Iterator[str]:
    """What a move did, in words."""
    pool = state.edition.pool
    lattice = lattice_of(pool)
    if move.phase is Phase.roll:
        number = state.rolls - state.rolls_left + 1
        yield f"roll {number}: {format_faces(pool, lattice.shown(int(lattice.full[move.to])))}"
    elif move.phase is Phase.keep:
        if move.to == lattice.full[state.roll]:
            yield "stops"
        else:
            yield f"keeps {format_faces(pool, lattice.shown(move.to)) or 'nothing'}"
    elif move.phase is Phase.take and move.to == NOTHING:
        yield f"meets nothing it takes: penalty {state.penalties[0]}"
        if after.phase is not Phase.discard:
            yield from _discarded(state, after)
    elif move.phase is Phase.take:
        yield from _taken(state, move.to, after)
    elif move.phase is Phase.neighbour:
        if move.to:
            yield from _taken(state, state.taken + 1, after)
        else:
            yield f"leaves {state.display[state.taken + 1]}"
    elif move.phase is Phase.give:
        yield f"gives {state.display[max(state.gone)]} to seat {move.to + 1}"
    elif move.phase is Phase.discard:
        yield f"discards {state.display[move.to]}"


def _taken(state: State, place: int, after: State) -> Iterator[str]:
    gained = score(after, state.seat) - score(state, state.seat)
    village = len(after.villages[place]) < len(state.villages[place])
    yield f"takes {state.display[place]}{' with its village' if village else ''} ({gained:+d})"


def _discarded(state: State, after: State) -> Iterator[str]:
    for one in after.discarded[len(state.discarded) :]:
        yield f"{one} is discarded"
