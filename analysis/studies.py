"""The studies by name, what each asks, and how long it took.

The study `card-odds` is the module `analysis.card_odds`; its `build(workers, share)` plays `share` of the games and
returns the page, which goes to reports/card-odds. Seconds are those of one core at work, compiled kernels at hand;
studies of the same games share them, so the first one named takes longest.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kingdice.errors import KingdiceError, nearest

if TYPE_CHECKING:
    from kingdice.reporting.page import Page

__all__ = ["REPORTS", "STUDIES", "Study", "studies_named"]

REPORTS = Path(__file__).resolve().parents[1] / "reports"


@dataclass(frozen=True)
class Study:
    """A question, and the page that answers it."""

    name: str
    question: str
    seconds: float

    def build(self, workers: int = 2, share: float = 1.0) -> Page:
        """The page; the number of workers changes nothing in it."""
        page: Page = import_module(f"analysis.{self.name.replace('-', '_')}").build(workers, share)
        return page


STUDIES = {
    study.name: study
    for study in (
        Study("card-odds", "How likely is every citizen of King of Dice, and what is a turn worth?", 2),
        Study("rerolls", "What is a reroll of King of Dice worth, and which way of rerolling is best?", 68),
        Study("mispriced", "Which citizens of King of Dice are mispriced, and which points would put that right?", 10),
        Study("rulebooks", "Do the two rulebooks of King of Dice play differently?", 113),
        Study("luck-or-skill", "How many games of King of Dice does it take to tell the better player?", 194),
        Study("how-many-players", "With how many players does King of Dice play best?", 115),
        Study("kingdomino-seats", "Where does one sit best in Kingdomino, and what does acting later cost?", 14),
        Study("kingdomino-draft", "What is each domino of Kingdomino worth, and what does it cost to take it?", 9),
        Study("kingdomino-kingdoms", "What is a good score in Kingdomino, and what do good kingdoms look like?", 4),
        Study("kingdomino-paper", "Do the players of a paper of 2018 on Kingdomino fare here as they did there?", 2),
        Study("carcassonne-worths", "What are the King and the Robber Baron of Carcassonne worth?", 144),
        Study("carcassonne-holding", "Who will have the King and the Robber Baron in the end?", 6),
        Study("carcassonne-chasing", "Does it pay to play for the King and the Robber Baron?", 3),
        Study("carcassonne-rules", "How often do the two cards decide a game, and what do house rules change?", 68),
        Study("carcassonne-ladder", "How strong are the players of Carcassonne?", 1),
        Study("carcassonne-setting", "What do tiles, seats and other rules change about the two cards?", 42),
        Study("optimal-solitaire", "What does optimal solitaire play of Yahtzee and Yatzy look like?", 115),
    )
}


def studies_named(names: list[str]) -> list[Study]:
    """The studies with these names, in the order of the list; all, if none is named.

    Raises
    ------
    KingdiceError
        With the nearest name, when there is none of a name.
    """
    for name in names:
        if name not in STUDIES:
            hint = nearest(name, STUDIES) or f"; there is {', '.join(STUDIES)}"
            raise KingdiceError(f"no study '{name[:40]}'{hint}")
    return [study for name, study in STUDIES.items() if not names or name in names]
