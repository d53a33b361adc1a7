"""The tables of `kingdice king-robber`: what each shows, of which games it is made, and how people read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kingdice.errors import RunError, nearest

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["TABLES", "CardTable", "Played", "table_named"]


@dataclass(frozen=True)
class Played:
    """Plays the games that a table needs: those asked for, or the same ones by other rules.

    Attributes
    ----------
    log : callable
        `log(cards=…, tiles=…)` with words of `variants`, by default those asked for.
    rule : str
        The rule for the cards that was asked for.
    """

    log: Callable[..., TurnLog]
    rule: str


@dataclass(frozen=True)
class CardTable:
    """A table of the command.

    Attributes
    ----------
    title, help, about : str
        Over the table, in the list of tables, under it.
    make : callable
        From games to the table.
    shown : tuple of str
        Its columns for people, those with intervals by their name; all of them where there are none.
    measured : mapping of str to str
        Which of them have intervals: share or number.
    main : str
        The column whose interval is called low and high.
    chances : tuple of str
        Columns of shares without intervals.
    draw : callable, optional
        From the table to a figure.
    strategy : str
        Who plays if nobody is named.
    compared : tuple of str
        Options that it is itself about, so that they cannot be given: it plays or counts by several of their words.
    """

    title: str
    help: str
    about: str
    make: Callable[[Played], pd.DataFrame]
    shown: tuple[str, ...] = ()
    measured: Mapping[str, str] = field(default_factory=dict)
    main: str = ""
    chances: tuple[str, ...] = ()
    draw: Callable[[pd.DataFrame], Axes] | None = None
    strategy: str = "greedy-cards"
    compared: tuple[str, ...] = ()


def _overview(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.card_overview import overview

    return overview(played.log())


def _worth(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.worth_tables import card_worths

    return card_worths(played.log().games.table, rule=played.rule)


def _turns(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.worth_tables import worths_by_turn

    return worths_by_turn(played.log())


def _draw_turns(table: pd.DataFrame) -> Axes:
    from kingdice.games.carcassonne.card_figures import draw_turns

    return draw_turns(table, title="What the cards are worth, turn by turn")


def _holding(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.holding_tables import holding_chances

    return holding_chances(played.log())


def _draw_holding(table: pd.DataFrame) -> Axes:
    from kingdice.games.carcassonne.card_figures import draw_holdings

    return draw_holdings(table, title=": chance in % that the present holder has it in the end")


def _hands(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.hand_tables import hands

    return hands(played.log().games.table)


def _sizes(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.hand_tables import record_sizes

    return record_sizes(played.log().games.table)


def _draw_sizes(table: pd.DataFrame) -> Axes:
    from kingdice.games.carcassonne.card_figures import draw_sizes

    return draw_sizes(table, title="The largest city and road at the end")


def _rules(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.game_rows import mind_no_cards
    from kingdice.games.carcassonne.house_rules import PAYING, changed_results

    first = played.log(cards=PAYING[0]).games
    if mind_no_cards(first):
        return changed_results(first.table)
    return changed_results({PAYING[0]: first.table} | {rule: played.log(cards=rule).games.table for rule in PAYING[1:]})


def _draw_rules(table: pd.DataFrame) -> Axes:
    from kingdice.games.carcassonne.card_figures import draw_changed

    return draw_changed(table, title="How often the cards decide")


def _flat(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.house_rules import flat_results

    return flat_results(played.log(cards="official").games.table)


def _draw_flat(table: pd.DataFrame) -> Axes:
    from kingdice.games.carcassonne.card_figures import draw_flat

    players = len(table.attrs["strategies"])
    return draw_flat(table.assign(label=f"{players} players"), title="A fixed number of points instead")


def _taking(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.taking_tables import rules_of_taking

    return rules_of_taking(played.log())


def _ties(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.taking_tables import near_misses

    return near_misses(played.log())


def _gifts(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.gift_tables import gifts

    return gifts(played.log())


def _seats(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.seat_tables import seats

    return seats(played.log().games.table, rule=played.rule)


def _draw_seats(table: pd.DataFrame) -> Axes:
    from kingdice.games.carcassonne.card_figures import draw_seats

    return draw_seats(table.assign(label=f"{len(table)} players"), title="Wins by seat")


def _share(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.worth_tables import card_shares

    return card_shares(played.log().games.table, rules=(played.rule,))


def _tiles(played: Played) -> pd.DataFrame:
    from kingdice.games.carcassonne.game_rows import mind_no_cards
    from kingdice.games.carcassonne.tile_tables import CELLS, tile_cells
    from kingdice.games.carcassonne.variants import TILE_SETS

    cells: dict[tuple[str, str], pd.DataFrame] = {}
    for tiles in TILE_SETS:
        games = played.log(tiles=tiles, cards="none").games
        cells |= {(tiles, cards): games.table for _, cards in CELLS}
        if not mind_no_cards(games):
            cells[tiles, "official"] = played.log(tiles=tiles, cards="official").games.table
    return tile_cells(cells)


def _kinds(*, numbers: tuple[str, ...] = (), shares: tuple[str, ...] = ()) -> dict[str, str]:
    return dict.fromkeys(numbers, "number") | dict.fromkeys(shares, "share")


_OVER_GAMES = "95 % intervals over games."
TABLES = {
    "overview": CardTable(
        "The King and the Robber Baron at a glance",
        "worth, who keeps it, how often it decides",
        "Results: who won, against the same games without the cards' points; reversed: to somebody else altogether. "
        f"Shared wins are split. {_OVER_GAMES}",
        _overview,
    ),
    "worth": CardTable(
        "What the cards are worth",
        "points at the end: mean, spread, quantiles",
        f"Points that the card brings by the rule played, to all together. {_OVER_GAMES}",
        _worth,
        measured=_kinds(numbers=("mean",)),
        main="mean",
    ),
    "turns": CardTable(
        "What the cards are worth, turn by turn",
        "after every turn: if the game ended now, and what the holder gets",
        "By the official rule. now: if the game ended there; end: what the card brings whoever has it in the end; "
        f"holder gets: what it brings who holds it now. {_OVER_GAMES}",
        _turns,
        shown=("card", "turn", "held", "now", "end", "holder_gets"),
        measured=_kinds(numbers=("now", "end", "holder_gets")),
        chances=("held",),
        draw=_draw_turns,
    ),
    "holding": CardTable(
        "Who will have the cards in the end",
        "the holder's chance, by size of the record and tiles left",
        "Size: tiles of the largest city (road); the last stands for more, too. keeps: nobody takes it any more; has: "
        f"the present holder has it in the end; holder gets: points, by the official rule. {_OVER_GAMES}",
        _holding,
        shown=("card", "size", "tiles_left", "games", "keeps", "has", "holder_gets"),
        measured=_kinds(numbers=("holder_gets",), shares=("keeps", "has")),
        draw=_draw_holding,
    ),
    "hands": CardTable(
        "How the cards change hands",
        "first and last turn, changes, sizes, who wins with them",
        f"Last turn: in which it last came to another player, or first; shared wins are split. {_OVER_GAMES}",
        _hands,
    ),
    "sizes": CardTable(
        "The largest city and road at the end",
        "how large the records are in the end",
        f"Shares of games. {_OVER_GAMES}",
        _sizes,
        measured=_kinds(shares=("share",)),
        main="share",
        chances=("at_most",),
        draw=_draw_sizes,
    ),
    "rules": CardTable(
        "How often the cards decide, by rule",
        "results changed and reversed by each house rule, each card and both",
        "Against the same games without the cards' points. swing: points between who gets most and least from the "
        "cards. changed more: than by the official rule, on the same tiles; players who do not play for the cards "
        f"(random, greedy) play the very same games. {_OVER_GAMES}",
        _rules,
        shown=("rule", "cards", "changed", "reversed", "swing", "handed_out", "changed_more"),
        measured=_kinds(numbers=("swing", "handed_out"), shares=("changed", "reversed", "changed_more")),
        draw=_draw_rules,
        compared=("--cards",),
    ),
    "flat": CardTable(
        "A fixed number of points instead",
        "the number of points that best stands in for the official rule",
        "Share of the games, played by the official rule, that end as they do by that, whoever plays for the cards. "
        f"{_OVER_GAMES}",
        _flat,
        shown=("points", "same_result", "swing", "official_swing"),
        measured=_kinds(shares=("same_result",)),
        main="same_result",
        draw=_draw_flat,
        compared=("--cards",),
    ),
    "taking": CardTable(
        "Other rules for taking the cards",
        "if an equal size were enough, or a least size were asked for",
        "All counted on the same games, by the official points. nobody: who gets it; changed: results, by both cards; "
        f"other result: than by the official rule. {_OVER_GAMES}",
        _taking,
        shown=("rule", "card", "worth", "nobody", "changes", "never_changes", "changed", "other_result"),
        measured=_kinds(numbers=("worth", "changes"), shares=("never_changes", "changed", "other_result")),
        chances=("nobody",),
        strategy="greedy",
    ),
    "ties": CardTable(
        "What the strict larger prevents",
        "equal sizes that would have taken a card",
        "near misses: turns in which an equal size was completed by another player, a game; decided by one: the holder "
        f"of the end would have lost the card to one. {_OVER_GAMES}",
        _ties,
        shown=("card", "near_misses", "with_any", "decided_by_one", "changes", "more", "other_holder"),
        measured=_kinds(numbers=("near_misses", "more"), shares=("with_any", "decided_by_one", "other_holder")),
    ),
    "gifts": CardTable(
        "Finishing what belongs to others",
        "how often, what it gives away, what it brings",
        "Turns that complete cities (roads), by who held the card and whom the turn brought points; own and given: at "
        "once; brings: by the card, in the end, for what was completed; has: the player has the card in the end. "
        f"{_OVER_GAMES}",
        _gifts,
        shown=("card", "situation", "whose", "turns", "share", "own", "given", "has", "brings"),
        measured=_kinds(numbers=("turns", "own", "given", "brings"), shares=("share", "has")),
    ),
    "seats": CardTable(
        "Wins by seat",
        "each seat with the cards and without",
        "without: without the cards' points; more: with them, game by game. Shared wins are split. king, robber: has "
        f"it in the end. {_OVER_GAMES}",
        _seats,
        shown=("seat", "strategy", "win_share", "without", "more", "score", "king", "robber"),
        measured=_kinds(numbers=("score",), shares=("win_share", "without", "more", "king", "robber")),
        draw=_draw_seats,
    ),
    "share": CardTable(
        "What part of the score comes from the cards",
        "the cards' part of all points and of the winners'",
        _OVER_GAMES,
        _share,
        measured=_kinds(numbers=("score",), shares=("king", "robber", "both")),
    ),
    "tiles": CardTable(
        "The five tiles and the two cards",
        "two by two: with the tiles and without, with the cards and without",
        f"The cards by the official rule. {_OVER_GAMES}",
        _tiles,
        compared=("--tiles", "--cards"),
    ),
}


def table_named(name: str) -> CardTable:
    """A table of the command.

    Raises
    ------
    RunError
        For an unknown name, with the nearest one.
    """
    if name not in TABLES:
        hint = nearest(name, TABLES) or f"; there are {', '.join(TABLES)}"
        raise RunError(f"no table '{name[:40]}' of king-robber{hint}")
    return TABLES[name]
