"""Which move is best now, and what part of that do the cards have?

As greedy players judge it: what the whole position promises after a move, for the player who makes it and less what it
promises the others, beyond what it promised before. See `kernel_judgement` and, for the cards, `kernel_cards`.
"""

from __future__ import annotations

from typing import Any

from kingdice.errors import RunError
from kingdice.games.carcassonne.blocks import Desk, make_tables
from kingdice.games.carcassonne.board import Laid
from kingdice.games.carcassonne.cards import Card
from kingdice.games.carcassonne.compiled import as_plain_move, write_position
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.kernel_cards import card_value
from kingdice.games.carcassonne.kernel_greedy import judge_moves
from kingdice.games.carcassonne.layout import KING, NOBODY, ROBBER
from kingdice.games.carcassonne.position import Position
from kingdice.games.carcassonne.rules import State, apply
from kingdice.games.carcassonne.segment_names import segment_words
from kingdice.games.carcassonne.tiles import tile

__all__ = ["best_moves"]

PAYS_AT_ONCE = {"continuous": "before", "continuous-new": "then"}


def best_moves(position: Position, count: int) -> list[dict[str, Any]]:
    r"""The best moves with the tile in hand, the best first; of those that are equally good the first on the table.

    Returns
    -------
    list of dict
        Of each move `row`, `column`, `rotation` and what the `meeple` is put on (empty: none); its `value` in points,
        the same `without_cards`, and what the `cards` add, of that the `king` and the `robber` alone.

    Raises
    ------
    RunError
        When no tile is held.

    Examples
    --------
    >>> from kingdice.games.carcassonne.position_file import parse_position
    >>> best = best_moves(parse_position("held: E\nboard: D0"), 1)[0]
    >>> best["king"] != 0 and best["robber"] == 0
    True
    """
    if not position.held:
        raise RunError("best moves of a position without a tile in hand: write which one was drawn, as in held: U")
    state = position.state()
    tables, room = make_tables(position.variants, [described("greedy-cards")] * position.players), Desk()
    write_position(tables, state, room)
    rules, desk = tables.rules[0], room.desk[0]
    here = rules, room.game[0], room.joint[0], desk
    judge_moves(*here, False)
    found = int(desk["found"])
    without = desk["values"][:found].tolist()
    judge_moves(*here, position.variants.cards != "none")
    values = desk["values"][:found].tolist()
    moves = [as_plain_move(int(one)) for one in desk["moves"][:found]]
    rows = []
    for place in sorted(range(found), key=lambda place: -values[place])[:count]:
        move, after = moves[place], apply(state, moves[place])
        meeple = move.meeple
        rows.append(
            {
                "row": move.place[0],
                "column": move.place[1],
                "rotation": move.rotation,
                "meeple": "" if meeple is None else segment_words(Laid(tile(state.held), move.rotation), meeple),
                "value": values[place],
                "without_cards": without[place],
                "cards": values[place] - without[place],
                "king": _part(rules, desk, state, after, "king"),
                "robber": _part(rules, desk, state, after, "robber"),
            }
        )
    return rows


def _part(rules: Any, desk: Any, before: State, after: State, name: str) -> float:
    """What a move changes about one card, for the player whose turn it is."""
    if before.variants.cards == "none":
        return 0.0
    left, paid = len(before.bag), PAYS_AT_ONCE.get(before.variants.cards)
    value = _value(rules, desk, after, name, left) - _value(rules, desk, before, name, left)
    if paid:
        was, now = getattr(getattr(before, name), paid), getattr(getattr(after, name), paid)
        value += sum(float(desk["sign"][seat]) * (now[seat] - was[seat]) for seat in range(before.players))
    return value


def _value(rules: Any, desk: Any, state: State, name: str, left: int) -> float:
    card, other = (state.king, state.robber) if name == "king" else (state.robber, state.king)
    which = KING if name == "king" else ROBBER
    return float(card_value(rules, desk, which, _holder(card), _holder(other), card.size, card.completed, left))


def _holder(card: Card) -> int:
    return NOBODY if card.holder is None else card.holder
