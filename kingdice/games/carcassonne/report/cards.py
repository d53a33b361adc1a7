"""What are the King and the Robber Baron worth, who holds them, which tiles are good to draw, what brings points?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import Measure
from kingdice.balance.wording import largest, records, smallest, told
from kingdice.games.carcassonne.card_overview import overview
from kingdice.games.carcassonne.game_rows import CARD_NAMES, Games, best, mind_no_cards
from kingdice.games.carcassonne.hand_tables import hand_quantity, hands, record_sizes
from kingdice.games.carcassonne.holding_tables import holding_chances
from kingdice.games.carcassonne.house_rules import changed_results
from kingdice.games.carcassonne.report.points import point_measures, points_by_source
from kingdice.games.carcassonne.report.runs import PLAIN, Runs
from kingdice.games.carcassonne.report.tile_worths import tile_measures, tile_worths
from kingdice.games.carcassonne.tile_tables import CELLS, tile_effects
from kingdice.games.carcassonne.turn_log import TurnLog
from kingdice.games.carcassonne.worth_tables import card_worths
from kingdice.reporting.forms import draw_heat, draw_intervals, draw_slopes
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock
from kingdice.simulation.run import simulate

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CARDS", "card_measures", "cards_section"]

CARDS = "Tiles and cards"
NAMES = {"king": "King", "robber": "Robber Baron"}
TILE_GAMES = 1_500
_SEEN = 30  # cells of the table of holders that fewer games have stay empty
Block = Prose | TableBlock | FigureBlock


def card_measures(log: TurnLog) -> list[Measure]:
    """What the cards bring and decide, if they bring anything; the sources of points; every tile's worth to draw."""
    has_cards = log.games.variants.cards != "none"
    cards = [one for card in CARD_NAMES for one in _of_card(log.games, card)] if has_cards else []
    return [*cards, *point_measures(log.games, section=CARDS), *tile_measures(log, section=CARDS)]


def _of_card(games: Games, card: str) -> list[Measure]:
    """Worth of a card, how it passes, and what it decides."""
    name, place = NAMES[card], CARD_NAMES.index(card)
    worth, held = games.brought(games.variants.cards)[:, :, place], games.holds[:, :, place].any(axis=1).astype(float)
    without, with_it = best(games.base), best(games.base + worth)
    before = (without / without.sum(axis=1, keepdims=True) * games.holds[:, :, place]).sum(axis=1)
    wins = (games.credits * games.holds[:, :, place]).sum(axis=1)
    stands = (without & with_it).any(axis=1)
    changes, size = (games.of_cards(column)[:, place] for column in ("changes", "size"))
    return [
        Measure(CARDS, name, "worth", "points", worth.sum(axis=1).astype(float)),
        Measure(CARDS, name, "never taken", "share", 1 - held, fair=(0.0, 0.01)),
        Measure(CARDS, name, "changes of hands", "times", (changes * held).astype(float), held, (0.5, 4.0)),
        Measure(CARDS, name, "size to beat at the end", "tiles", (size * held).astype(float), held),
        Measure(CARDS, name, "holder wins", "share", wins, held),
        Measure(CARDS, name, "holder wins more with the points of both", "share", wins - before, held),
        Measure(CARDS, name, "reverses the result", "share", (~stands).astype(float), fair=(0.0, 0.2)),
    ]


def cards_section(runs: Runs) -> Section:
    """The section on tiles and cards."""
    games = runs.scaled(TILE_GAMES)
    sources = [
        runs.main_source,
        runs.source(PLAIN, len(runs.plain_log.rows), "rules counted on the same games"),
        runs.source(PLAIN, games, "with the five tiles and without them"),
    ]
    return Section(
        CARDS,
        [
            *_points_blocks(runs.rows),
            *_worth_blocks(runs),
            *_holding_blocks(runs),
            *_drawn_blocks(runs.log),
            *_set_blocks(runs, games),
        ],
        sources=sources,
    )


def _points_blocks(games: Games) -> list[Block]:
    table = points_by_source(games)
    parts = table[(table["source"] != "all") & (table["everybody"] > 0)].reset_index(drop=True)
    most, ahead, behind = largest(parts, "everybody"), largest(parts, "ahead"), smallest(parts, "ahead")
    whole = records(table)[-1]
    text = f"""
    A player ends with {told(whole["everybody"], whole["everybody_low"], whole["everybody_high"], "points")}; the
    largest part, {most["everybody"]:.1f}, comes from {most["source"]}. Winners are ahead of the others above all by
    {ahead["source"]} ({ahead["ahead"]:.1f} points), least by {behind["source"]} ({behind["ahead"]:.1f}).
    """
    return [
        Prose(text),
        FigureBlock(
            "sources-of-points",
            draw_slopes(
                parts,
                label="source",
                before="others",
                after="winner",
                names=("the others", "the winner"),
                ylabel="points of a player",
                emphasis=(ahead["source"],),
                title=f"Winners are ahead by {ahead['source']} more than by anything else",
            ),
            f"Lines from the others' to the winner's points, one a source; {ahead['source']} rises most.",
            "Points of a player by source, of winners and of the others.",
            how=SIMULATED,
        ),
        TableBlock("sources-of-points", table, "Points of a player by source.", how=SIMULATED),
    ]


def _worth_blocks(runs: Runs) -> list[Block]:
    passing, worths = hands(runs.rows.table), card_worths(runs.rows.table, rule=runs.rule)
    changed = changed_results(runs.plain_log.games.table)
    at_a_glance = overview(runs.log) if runs.has_cards else overview(runs.plain_log)
    one = {row["card"]: row for row in records(worths)}
    own = changed[changed["rule"] == runs.rule].reset_index(drop=True)
    both = records(own[own["cards"] == "both"])[0]

    def of(quantity: str, card: str) -> float:
        return hand_quantity(passing, quantity, card)

    both_fall = f"falls to the same player as the other card in {100 * of('one holds both', 'both'):.0f} % of the games"
    worth = {card: f"{one[card]['mean']:.1f} points" for card in CARD_NAMES}
    passes = {card: f"changes hands {of('changes of hands', card):.2f} times" for card in CARD_NAMES}
    idle = (
        "" if runs.has_cards else "The cards bring nothing here; this is what they would bring by the official rule. "
    )
    wins = {card: (of("holder wins", card), of("holder wins without the cards", card)) for card in CARD_NAMES}
    holders = f"""Who has the King in the end wins {100 * wins["king"][0]:.0f} % of the games, and would have won
    {100 * wins["king"][1]:.0f} % without the points of the cards, which is good play; the difference is the cards. With
    the Robber Baron it is {100 * wins["robber"][0]:.0f} % and {100 * wins["robber"][1]:.0f} %."""
    text = f"""
    {idle}A card is worth what it brings all players together: the King {worth["king"]}, the Robber Baron
    {worth["robber"]}. The King {passes["king"]} and {both_fall}; the Robber Baron {passes["robber"]}.
    {holders if runs.has_cards else ""}

    On the same games of players who do not mind them, both cards change
    {told(both["changed"], both["changed_low"], both["changed_high"], "share")} of the results, and reverse
    {told(both["reversed"], both["reversed_low"], both["reversed_high"], "share")}.
    """
    rules = changed[changed["cards"] == "both"].reset_index(drop=True)
    dearest = largest(rules, "changed")
    mildest = smallest(rules, "changed") if runs.rule != smallest(rules, "changed")["rule"] else dearest
    return [
        Prose(text),
        FigureBlock(
            "changed-results",
            draw_intervals(
                rules.sort_values("changed", ascending=False, kind="stable").reset_index(drop=True),
                label="rule",
                value="changed",
                low="changed_low",
                high="changed_high",
                xlabel="results that both cards change",
                percent=True,
                emphasis=(runs.rule,),
                title=f"Both cards change {100 * both['changed']:.0f} % of the results by {runs.rule}, "
                f"{100 * mildest['changed']:.0f} % by {mildest['rule']}",
            ),
            f"Dots with intervals: results that both cards change by rule, from {dearest['rule']} down.",
            "Results that both cards change, by what they bring; on the same games of players who do not mind them.",
            how=SIMULATED,
        ),
        TableBlock("card-worths", worths, "What each card brings all players together, in points.", how=SIMULATED),
        TableBlock("cards", at_a_glance, "The cards at a glance.", ["value"], how=SIMULATED),
        TableBlock("changed-results", changed, "Results that the cards change, by rule.", ["changed", "reversed"],
                   how=SIMULATED),
        TableBlock("record-sizes", record_sizes(runs.rows.table), "Tiles of the city and the road that hold the cards.",
                   ["share", "at_most"], how=SIMULATED),
    ]  # fmt: skip


def _holding_blocks(runs: Runs) -> list[Block]:
    width = 16
    table = runs.asked.table(f"holding-{runs.variants.hash}", lambda: holding_chances(runs.log, width=width, largest=9))
    shown = table[(table["card"] == "king") & (table["games"] >= min(_SEEN, runs.games // 4))].copy()
    if shown.empty:
        return [TableBlock("holders", table, "Who has a card now, has it in the end.", ["keeps", "has"], how=SIMULATED)]
    shown["size"] = shown["size"].map(lambda size: f"{size}+" if size == 9 else str(size))
    shown["left"] = [f"{last} to {first}" for first, last in zip(shown["left_from"], shown["left_to"], strict=True)]
    shown = shown.sort_values(["left_to", "size"], ascending=[False, True], kind="stable").reset_index(drop=True)
    spans = list(dict.fromkeys(shown["left"]))
    middle = shown[shown["left"] == spans[len(spans) // 2]]
    small, large = records(middle)[0], records(middle)[-1]
    most = str(large["size"]).replace("+", " or more")
    return [
        FigureBlock(
            "holders",
            draw_heat(
                shown,
                row="size",
                column="left",
                value="has",
                percent=True,
                decimals=0,
                xlabel="tiles left to draw",
                ylabel="tiles of the largest city",
                title=f"With {small['left']} tiles left, a city of {small['size']} holds the King in "
                f"{100 * small['has']:.0f} % of the cases, one of {most} in {100 * large['has']:.0f} %",
            ),
            "A grid: how often the holder of the King has it in the end, by the size to beat and the tiles left.",
            "Who has the King now, has it in the end; cells that few games met are empty.",
            how=SIMULATED,
        ),
        TableBlock("holders", table, "Who has a card now, has it in the end.", ["keeps", "has"], how=SIMULATED),
    ]


def _drawn_blocks(log: TurnLog) -> list[Block]:
    table = tile_worths(log)
    most, least = largest(table, "lead"), smallest(table, "lead")
    sure = table[(table["low"] > 0) | (table["high"] < 0)]
    text = f"""
    Nobody chooses what to draw, so who drew a tile and who did not differ by nothing else. One more {most["tile"]}
    ({most["shows"]}) instead of an average tile is worth {told(most["lead"], most["low"], most["high"], "points")} of
    lead, one more {least["tile"]} ({least["shows"]}) {told(least["lead"], least["low"], least["high"], "points")}.
    {len(sure)} of {len(table)} kinds are not average for certain. This is what these players make of the tiles.
    """
    named = table.assign(name=[f"{row['tile']}: {row['shows']}" for row in records(table)])
    return [
        Prose(text),
        FigureBlock(
            "tiles-drawn",
            draw_intervals(
                named,
                label="name",
                value="lead",
                xlabel="points of lead, against drawing an average tile",
                reference=0.0,
                title=f"Best to draw is {most['tile']} ({most['lead']:+.1f}), worst {least['tile']} "
                f"({least['lead']:+.1f})",
            ),
            f"Dots with intervals: lead from drawing each kind of tile, from {most['tile']} to {least['tile']}.",
            "What drawing one more of a kind brings; intervals hold together at 95 %.",
            how=SIMULATED,
        ),
        TableBlock("tiles-drawn", table, "What drawing one more of a kind brings, in points of lead.", how=SIMULATED),
    ]


def _set_blocks(runs: Runs, games: int) -> list[Block]:
    switches = ",".join(runs.variants.switches)
    runs.asked.note("tiles and cards: games with the five tiles and without them")

    def played(tiles: str) -> pd.DataFrame:
        other = Runs.of(runs.asked, rules=",".join(word for word in (tiles, "official", switches) if word))
        found = simulate(
            other.match([PLAIN] * runs.players), games=games, seed=runs.asked.seed, **runs.asked.crew
        ).table()
        assert mind_no_cards(Games.of(found))
        return found

    tables = {tiles: played(tiles) for tiles in dict.fromkeys(tiles for tiles, _ in CELLS)}
    effects = tile_effects({cell: tables[cell[0]] for cell in CELLS})
    cities = next(row for row in records(effects) if row["measure"] == "completed cities")
    score = next(row for row in records(effects) if row["measure"] == "score")
    text = f"""
    The five tiles of the expansion add {told(score["tiles"], score["tiles_low"], score["tiles_high"], "points")} to a
    player's score and {told(cities["tiles"], cities["tiles_low"], cities["tiles_high"])} completed cities to a game;
    the cards by the official rule add {told(score["cards"], score["cards_low"], score["cards_high"], "points")} to the
    score.
    """
    return [Prose(text), TableBlock("tile-sets", effects, "What the five tiles and the cards add.", how=SIMULATED)]
