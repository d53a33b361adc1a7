"""What a citizen is worth, case by case, and what its effect does, in words.

The words on effects follow the rulebook ("2a. Convèncer nous habitants" of the Catalan one); worths are those that the
advisor reckons with (`display.lone_worth`, plus the village of the same name over the citizen).
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdice.games.king_of_dice.display import lone_worth
from kingdice.games.king_of_dice.edition import Citizen, Edition

__all__ = ["Case", "cases", "effect_in_words"]


@dataclass(frozen=True)
class Case:
    """When a citizen is worth so much; a lead is own points less the mean of the others'."""

    when: str
    worth: float
    unit: str = "points"


def cases(edition: Edition, citizen: Citizen) -> list[Case]:
    """What a citizen is worth by itself, under its village, as a further fairy, as a lead.

    Examples
    --------
    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> edition = load_edition()
    >>> [(case.when, case.worth) for case in cases(edition, edition.citizen("elf-4"))][:2]
    [('by itself', 1.0), ('+ village 2', 3.0)]
    """
    rule = edition.rules.fairies
    alone = float(lone_worth(citizen, "points", fairy_rule=rule))
    fairies = sum(one.effect == "fairy" for one in edition.citizens) if citizen.effect == "fairy" else 0
    found = [Case("fairy 1" if fairies else "by itself", alone)]
    for had in range(1, fairies):
        worth = lone_worth(citizen, "points", fairies=had, fairy_rule=rule)
        found.append(Case(f"fairy {had + 1}", float(worth)))
    for village in edition.villages:
        if village.name == citizen.village:
            what = "fairy 1 + village" if fairies else "+ village"
            found += [Case(f"{what} {value}", alone + value) for value in dict.fromkeys(village.values)]
    for players in range(max(2, edition.players[0]), edition.players[1] + 1):
        lead = float(lone_worth(citizen, "lead", players=players, fairy_rule=rule))
        if lead != alone:
            found.append(Case(f"lead, {players} players", lead, "lead"))
    return found


def effect_in_words(edition: Edition, citizen: Citizen) -> str | None:
    """What a citizen's effect does; None for one without."""
    rolls = edition.rules.rolls
    match citizen.effect:
        case "fourth roll":
            return (
                f"While it lies on top of your realm when your turn starts, that turn has {rolls + 1} rolls instead of "
                f"{rolls}. Any card put on top of it ends that: a penalty, another citizen, a dragon given to you."
            )
        case "extra turn":
            return "When this turn ends you have another whole turn. The display is filled up first."
        case "fairy" if edition.rules.fairies == "n each":
            return "Fairies count together: n fairies are worth n points each, so 1, 4, 9, … in all."
        case "fairy":
            return "Fairies count together: the first is worth 1 point, the second 2, the third 3, …"
        case "neighbour":
            return (
                "You may also take the citizen to its right, with the village over that one if it is its own. At the "
                "right end of the display there is none. The worth of that citizen comes on top."
            )
        case "given away":
            points = str(citizen.points).replace("-", "−")
            return (
                f"You give it to another player at once, and its {points} points count for them. "
                "So it brings you no points but a lead, the smaller the more others share it."
            )
    return None
