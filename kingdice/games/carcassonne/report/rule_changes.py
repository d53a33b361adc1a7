"""What does each rule do? House rules and older rules, one at a time, on the same tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.measures import Measure
from kingdice.balance.paired_sections import sensitivity_blocks
from kingdice.balance.sensitivity import sensitivity_table
from kingdice.games.carcassonne.game_rows import Games
from kingdice.games.carcassonne.report.measures import few_measures
from kingdice.games.carcassonne.report.runs import Runs
from kingdice.games.carcassonne.variants import CARDS, LEAST, Variants, variants_named
from kingdice.reporting.page import Prose, Section
from kingdice.simulation.run import simulate

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["one_change_each", "sensitivity_section"]

CHANGED_GAMES = 1_200
_OLDER = ("small-city", "fields-by-city", "fields-once")
_OF_CARDS = ("big-cities", "least-4")
_FIELDS = ("fields-by-city", "fields-once")


def one_change_each(variants: Variants) -> dict[str, Variants]:
    """Every other rule for the cards, and every switch turned over: by what is changed, the rules then.

    Examples
    --------
    >>> changes = one_change_each(Variants(switches=("small-city",)))
    >>> changes["flat-10 cards"].name, changes["without small-city"].name
    ('base+king-robber,flat-10,small-city', 'base+king-robber,official')
    """

    def with_words(cards: str, switches: tuple[str, ...]) -> Variants:
        return variants_named((variants.tiles, cards, *switches))

    found = {
        f"{'no' if word == 'none' else word} cards": with_words(word, variants.switches)
        for word in CARDS
        if word != variants.cards
    }
    for word in (*_OLDER, *(_OF_CARDS if variants.cards != "none" else ())):
        if word in variants.switches:
            rest = tuple(one for one in variants.switches if one != word)
            found[f"without {word}"] = with_words(variants.cards, rest)
            continue
        group = next((group for group in (_FIELDS, LEAST) if word in group), ())
        rest = tuple(one for one in variants.switches if one not in group)
        found[word] = with_words(variants.cards, (*rest, word))
    return found


def sensitivity_section(runs: Runs) -> Section:
    """The section on changes of the rules."""
    games = min(runs.games, runs.scaled(CHANGED_GAMES))
    changes = one_change_each(runs.variants)
    before = few_measures(Games.of(runs.rows.table.iloc[:games]))

    def measured(name: str, rules: Variants) -> list[Measure]:
        runs.asked.note(f"sensitivity: {name}")
        other = Runs.of(runs.asked, rules=rules.name)
        table = simulate(
            other.match([other.strategy] * runs.players), games=games, seed=runs.asked.seed, **runs.asked.crew
        ).table()
        return few_measures(Games.of(table))

    def table() -> pd.DataFrame:
        return sensitivity_table(before, {name: measured(name, rules) for name, rules in changes.items()})

    about = """Players mind what the cards bring by the rules that they play, but have learnt nothing else about them:
    they judge positions with the same weights as ever. So these are first answers to a change, not last ones. The tiles
    are the same in all games; what another set of tiles does is told in the section on tiles and cards."""
    kept = runs.asked.table(f"sensitivity-{runs.variants.hash}", table)
    return Section(
        "Sensitivity",
        [Prose(about), *sensitivity_blocks(kept, what="margin", unit="points")],
        sources=[runs.source(runs.strategy, games, f"before, and with each of {len(changes)} changes")],
    )
