"""What a pilot study on the King and the Robber Baron measured, of any run."""

from __future__ import annotations

import pandas as pd

from kingdice.comparison.estimates import mean_row, share_row
from kingdice.games.carcassonne.game_rows import LEVEL, Games, mind_no_cards
from kingdice.games.carcassonne.hand_tables import hands
from kingdice.games.carcassonne.house_rules import PAYING, changed_results
from kingdice.games.carcassonne.tile_tables import measures
from kingdice.games.carcassonne.worth_tables import card_worths


def quantities(table: pd.DataFrame) -> pd.DataFrame:
    """What the pilot measured, of one run."""
    games = Games.of(table)
    found = hands(table).drop(columns="games").to_dict("records")
    for one in card_worths(table).to_dict("records"):
        found.append(_row("worth at the end", "points", one["card"], one["mean"], one["low"], one["high"]))
    bare = measures(games, "none")
    for name in ("score", "winner", "lead"):
        mean = mean_row(bare[name][1], LEVEL, "value")
        found.append(_row(f"{name} without the cards", "points", "both", *mean.values()))
    rules = PAYING if mind_no_cards(games) else ("official",)
    for one in changed_results(table, rules=rules).to_dict("records"):
        changed = [one[f"changed{end}"] for end in ("", "_low", "_high")]
        if one["rule"] == "official":
            found.append(_row("results changed", "share", one["cards"], *changed))
        elif one["cards"] == "both":
            found.append(_row(f"results changed by {one['rule']}", "share", "both", *changed))
        if one["rule"] == "official" and one["cards"] == "both":
            share = share_row(one["reversed"] * len(games), len(games), LEVEL, "value")
            found.append(_row("results reversed", "share", "both", *share.values()))
            for name, label in (("swing", "swing"), ("handed_out", "handed out")):
                ends = [one[f"{name}{end}"] for end in ("", "_low", "_high")]
                found.append(_row(label, "points", "both", *ends))
    return pd.DataFrame(found)


def _row(quantity: str, unit: str, card: str, value: float, low: float, high: float) -> dict[str, object]:
    return {"quantity": quantity, "unit": unit, "card": card, "value": value, "low": low, "high": high}
