"""The King and the Robber Baron at a glance: what they are worth, who keeps them, and how often they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.carcassonne.card_log import CardLog
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL
from kingdice.games.carcassonne.hand_tables import hands
from kingdice.games.carcassonne.house_rules import changed_results
from kingdice.games.carcassonne.worth_tables import card_shares, card_worths

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["overview"]

TILES_LEFT = (60, 45, 30, 15)


def overview(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """What the cards are worth, who keeps them, and how often they decide, by the rules played.

    Parameters
    ----------
    log : TurnLog
    level : float

    Returns
    -------
    DataFrame
        A row for each quantity and card (king, robber or both): quantity, unit (points, share, turn, tiles or times),
        card, value with low and high. The worth, the holder's chance to have the card in the end with so many tiles
        left to draw, the quantities of `hand_tables.hands`, the share of results that the cards change and reverse
        (`house_rules.changed_results`), and the share of the winners' points that comes from them.
    """
    games = log.games
    rule = games.variants.cards
    rows: list[dict[str, Any]] = []

    def add(quantity: str, unit: str, card: str, value: float, low: float, high: float) -> None:
        rows.append({"quantity": quantity, "unit": unit, "card": card, "value": value, "low": low, "high": high})

    for one in card_worths(games.table, rule=rule, level=level).to_dict("records"):
        add("worth at the end", "points", one["card"], one["mean"], one["low"], one["high"])
        low, high = one["quantile_5"], one["quantile_95"]
        add("nine in ten games", "points from to", one["card"], one["median"], low, high)
    passing = hands(games.table, level=level).to_dict("records")
    for one in passing:
        if one["quantity"] in ("first turn", "last turn", "changes of hands", "never changes hands", "size at the end"):
            add(one["quantity"], one["unit"], one["card"], one["value"], one["low"], one["high"])
    for left in TILES_LEFT:
        for place, card in enumerate(CARD_NAMES):
            log_of_card = CardLog(log, card)
            turn = log_of_card.played.shape[1] - left - 1
            holder = log_of_card.after.holder[:, turn]
            here = log_of_card.played[:, turn] & (holder >= 0)
            has = here & (holder == games.of_cards("holder")[:, place] - 1)
            row = ratio_row(has, here, level, "has", bounds=(0, 1))
            add(f"has it in the end, {left} tiles left", "share", card, row["has"], row["has_low"], row["has_high"])
    for one in passing:
        if one["quantity"] in ("holder wins without the cards", "holder wins", "one holds both"):
            add(one["quantity"], one["unit"], one["card"], one["value"], one["low"], one["high"])
    for one in changed_results(games.table, rules=(rule,), level=level).to_dict("records"):
        for name in ("changed", "reversed"):
            add(f"results {name}", "share", one["cards"], one[name], one[f"{name}_low"], one[f"{name}_high"])
    winners = card_shares(games.table, rules=(rule,), level=level).to_dict("records")[1]
    for card in (*CARD_NAMES, "both"):
        add("of the winner's points", "share", card, winners[card], winners[f"{card}_low"], winners[f"{card}_high"])
    return tidy(rows, games.about, level=level, rule=rule)
