"""How do the King and the Robber Baron pass from hand to hand, how large are the records, and who wins with them?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_estimate, share_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.errors import RunError
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL, Games, best, widened

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["changes_of_hands", "hand_quantity", "hands", "record_sizes"]

Row = dict[str, Any]


def hands(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How the cards pass from hand to hand, in numbers.

    Returns
    -------
    DataFrame
        A row for each quantity and card (`both` where it is one of both): quantity, unit, card, games (that it is of),
        value with low and high. The quantities: taken (share of games in which somebody has the card in the end), first
        turn and last turn (mean turn in which it was taken first, and in which it last came to another player, of all
        games in which it was taken; where it never changed hands the last is the first), last change (the same of the
        games in which it did change hands), changes of hands (a game), never changes hands (share of games in which it
        was taken), size at the end (tiles of the largest completed city or road), small ones (share of two tiles among
        the completed), holder wins without the cards and holder wins (win share of who has it in the end, shared wins
        split, by points without the cards and by the rules played), and one holds both (share of the games in which
        both were taken).
    """
    games = Games.of(run)
    bare = best(games.base)
    wins = {"holder wins without the cards": bare / bare.sum(axis=1, keepdims=True), "holder wins": games.credits}
    number = {name: games.of_cards(name) for name in ("changes", "first", "last", "size", "holder")}
    made = np.stack([games.column("completed_cities"), games.column("completed_roads")], axis=1)
    rows: list[Row] = []
    for place, card in enumerate(CARD_NAMES):
        held = np.asarray(number["holder"][:, place] > 0, dtype=np.int64)
        changes = number["changes"][:, place]
        changed = np.asarray(changes > 0, dtype=np.int64)
        last = number["last"][:, place]

        def add(quantity: str, unit: str, above: NDArray[Any], below: NDArray[Any], card: str = card) -> None:
            rows.append(_row(quantity, unit, card, above, below, level))

        add("taken", "share", held, np.ones_like(held))
        add("first turn", "turn", number["first"][:, place] * held, held)
        add("last turn", "turn", last * held, held)
        add("last change", "turn", last * changed, changed)
        add("changes of hands", "times", changes * held, held)
        add("never changes hands", "share", held * (changes == 0), held)
        add("size at the end", "tiles", number["size"][:, place] * held, held)
        add("small ones", "share", games.smallest[:, place], made[:, place])
        for name, credit in wins.items():
            add(name, "share", (credit * games.holds[:, :, place]).sum(axis=1), held)
    king, robber = number["holder"].T
    both = np.asarray((king > 0) & (robber > 0), dtype=np.int64)
    rows.append(_row("one holds both", "share", "both", both * (king == robber), both, level))
    return tidy(rows, games.about, level=level)


def record_sizes(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How large the city and the road are that hold the cards in the end.

    Returns
    -------
    DataFrame
        A row for each card and size that was seen: card, size (tiles; 0 where nobody has it), games, share with low and
        high (Wilson), at_most (share of games with this size or a smaller one).
    """
    games = Games.of(run)
    return _distribution(games, "size", "size", level)


def changes_of_hands(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How often the cards go from one player to another in a game.

    Returns
    -------
    DataFrame
        A row for each card and number that was seen: card, changes, games, share with low and high (Wilson), at_most
        (share of games with so many changes or fewer).
    """
    games = Games.of(run)
    return _distribution(games, "changes", "changes", level)


def hand_quantity(table: pd.DataFrame, quantity: str, card: str) -> float:
    """One number of a table of `hands`.

    Raises
    ------
    RunError
        When it has no such row.
    """
    found = table[(table["quantity"] == quantity) & (table["card"] == card)]
    if len(found) != 1:
        raise RunError(f"a table of hands has {len(found)} rows '{quantity[:40]}' of '{card[:20]}'")
    return float(found["value"].iloc[0])


def _distribution(games: Games, name: str, column: str, level: float) -> pd.DataFrame:
    rows = []
    for place, card in enumerate(CARD_NAMES):
        values = games.of_cards(name)[:, place]
        for value in np.unique(values).tolist():
            count = int((values == value).sum())
            row = {"card": card, column: value, "games": count, **share_row(count, len(games), level)}
            rows.append(row | {"at_most": float((values <= value).mean())})
    return tidy(rows, games.about, level=level)


def _row(quantity: str, unit: str, card: str, above: NDArray[Any], below: NDArray[Any], level: float) -> Row:
    estimate = ratio_estimate(above, below, level)
    value, low, high = (float(one) for one in estimate)
    number = int((below > 0).sum())
    low = max(0.0, low)
    if unit == "share" and number:
        value, low, high = widened(value, low, high, number, level)
    row = {"quantity": quantity, "unit": unit, "card": card, "games": number}
    return row | {"value": value, "low": low, "high": high}
