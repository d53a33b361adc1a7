"""`kingdice advise`: what is this turn worth, and what do I keep?"""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    EditionOption,
    FigureOption,
    Format,
    FormatOption,
    OutOption,
    PlayersOption,
    count,
    known_objectives,
    option_words,
    whole_numbers,
    words,
)
from kingdice.errors import KingdiceError

if TYPE_CHECKING:
    from kingdice.dice.advice import Advice
    from kingdice.games.king_of_dice.display import Display

__all__ = ["advise"]

_SHOWN_KEEPS = 10


def _citizens(incomplete: str) -> list[str]:
    from kingdice.games.king_of_dice.edition import load_edition

    return option_words([citizen.id for citizen in load_edition().citizens], incomplete)


def _objectives(incomplete: str) -> list[str]:
    return [*known_objectives(incomplete), *(["far-sighted"] if "far-sighted".startswith(incomplete) else [])]


def advise(
    display: Annotated[
        str | None,
        typer.Option(help="The citizens, left to right: id,id,…", show_default=False, autocompletion=_citizens),
    ] = None,
    villages: Annotated[
        str | None, typer.Option(help="Top values over them, 0 or - for an empty pile: 2,2,2,2,2.", show_default=False)
    ] = None,
    penalty: Annotated[
        int | None, typer.Option(help="Points that the top penalty takes off.", show_default="1")
    ] = None,
    fairies: Annotated[int, typer.Option(help="Fairies in your realm.")] = 0,
    players: PlayersOption = 2,
    objective: Annotated[
        str,
        typer.Option(
            help="What counts: points, lead, any (card), card:ID, or far-sighted (the lead and what follows).",
            autocompletion=_objectives,
        ),
    ] = "points",
    ahead: Annotated[
        int | None,
        typer.Option(help="Your points less those of the best of the others; for far-sighted.", show_default="0"),
    ] = None,
    worth: Annotated[
        str | None, typer.Option(help="Your own worth for some citizens: id=2.5,id=4.", show_default=False)
    ] = None,
    roll: Annotated[
        str | None, typer.Option(help="What the dice show: '1b 2g 4g 6r 3b 5r'.", show_default=False)
    ] = None,
    rolls_left: Annotated[int | None, typer.Option(help="How often you may still roll.", show_default=False)] = None,
    rolls: Annotated[
        int | None, typer.Option(help="Rolls a turn: 3, or 4 with an elf on top.", show_default="3")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, for an edition's handicaps.", show_default=False)] = None,
    policy: Annotated[
        str | None,
        typer.Option(help="Compare: best, first-met, chase:ID, FILE.py:RULE, FILE.csv, …", show_default=False),
    ] = None,
    turns: Annotated[str, typer.Option(help="Play each --policy for so many turns too: 1e6.")] = "0",
    seed: Annotated[int, typer.Option(help="Seed of these turns.")] = 1,
    print_policy: Annotated[
        str | None, typer.Option(help="Print one policy whole: roll, rolls_left, keep.", show_default=False)
    ] = None,
    top: Annotated[
        int | None, typer.Option(help="How many keeps to list; 0: all.", show_default="10, all for csv and json")
    ] = None,
    edition: EditionOption = "haba-2017",
    dice: Annotated[str | None, typer.Option(help="Other dice: 5d6, 2d8+3d6, 3x[1,2,red].", show_default=False)] = None,
    needs: Annotated[str | None, typer.Option(help="A condition instead of a display.", show_default=False)] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Print fractions (without --roll).")] = False,
    figure: FigureOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Value of a turn and the chance of ending with each card; with --roll and --rolls-left, the best keeps.

    A display of citizens (--display) or any condition (--needs, with --dice or the edition's dice).
    """
    from kingdice.cli.output import choose_format, deliver
    from kingdice.files import check_writable
    from kingdice.games.king_of_dice.edition import DEFAULT_EDITION

    check_writable(out)
    check_writable(figure)
    if (roll is None) != (rolls_left is None):
        raise KingdiceError("--roll and --rolls-left go together: what do the dice show, and how often may you roll?")
    if roll is not None and (exact or policy is not None or print_policy is not None):
        raise KingdiceError("--exact, --policy and --print-policy are about whole turns: leave --roll out")
    if (policy is not None) + (print_policy is not None) + exact > 1:
        raise KingdiceError("--exact, --policy and --print-policy do not go together")
    played = count("--turns", turns)
    if played and policy is None:
        raise KingdiceError("--turns plays policies: give --policy")
    if top is not None and top < 0:
        raise KingdiceError(f"--top {top}: expected a number of keeps, or 0 for all")
    if (display is None) == (needs is None):
        raise KingdiceError("expected either --display with the citizens, or --needs with a condition")
    if figure is not None and roll is None:
        raise KingdiceError("--figure shows the keeps of a roll: give --roll and --rolls-left")
    how = choose_format(format, out)
    answer: _Answer
    if needs is not None:
        if not all(one is None for one in (policy, print_policy, worth, villages, penalty, seat, ahead)) or (
            (fairies, players, objective) != (0, 2, "points")
        ):
            raise KingdiceError(
                "--villages, --penalty, --fairies, --players, --objective, --ahead, --worth, --seat, --policy "
                "go with --display"
            )
        if dice is not None and edition != DEFAULT_EDITION:
            raise KingdiceError("--dice and --edition do not go together: which dice?")
        answer = _Condition(needs, dice, edition, rolls, exact)
    else:
        if ahead is not None and objective != "far-sighted":
            raise KingdiceError("--ahead goes with --objective far-sighted: the others do not look at it")
        if dice is not None:
            raise KingdiceError("--dice goes with --needs; a display has the edition's dice")
        answer = _Turn(
            display or "",
            villages,
            penalty,
            fairies,
            players,
            objective,
            ahead or 0,
            worth,
            edition,
            rolls,
            seat,
            exact,
        )
    if roll is not None and rolls_left is not None:
        text = answer.keeps(roll, rolls_left, how, top, figure)
    elif policy is not None:
        text = answer.policies(words(policy), how, played, seed)
    elif print_policy is not None:
        whole = Format.csv if format is None and out is None else how  # thousands of rows are no table to look at
        text = answer.whole_policy(print_policy, whole)
    else:
        text = answer.turn(how)
    deliver(text, out)


class _Answer:
    """What the two kinds of question have in common: how the answer is laid out."""

    advice: Advice
    about: dict[str, Any]
    worths: list[float]
    value_name = "value"
    exact_turn: tuple[Any, dict[str, Any]] | None = None

    def turn(self, how: Format) -> str:
        """Before the first roll."""
        from kingdice.cli.output import render, to_json

        value: Any = self.advice.value
        outcomes: dict[str, Any] = dict(self.advice.outcomes())
        if self.exact_turn:
            value, outcomes = self.exact_turn
        if how is Format.json:
            return to_json(self.about | {"value": value, "outcomes": outcomes})
        rows = [
            {"outcome": name, "worth": worth, "chance": chance}
            for (name, chance), worth in zip(outcomes.items(), self.worths, strict=True)
        ]
        shown = f"{value:.4f}" if isinstance(value, float) else str(value)
        title = f"{self.value_name} of the turn, {self.advice.solution.rolls} rolls: {shown}"
        return render(rows, how, title=title, chances=["chance"])

    def keeps(self, text: str, rolls_left: int, how: Format, top: int | None, figure: Path | None) -> str:
        """After a roll."""
        from kingdice.cli.output import render, to_json
        from kingdice.dice.notation import parse_roll

        roll = parse_roll(self.advice.pool, text)
        everything = how in {Format.csv, Format.json}
        limit = (None if everything else _SHOWN_KEEPS) if top is None else (top or None)
        rows = self.advice.keeps(roll, rolls_left, top=limit)
        best = rows[0]
        if figure:
            self._draw(rows[:15], text, rolls_left, figure)
        if how is Format.json:
            outcomes = {name: best[name] for name in self.advice.names}
            taken = {"take": self.advice.names[self.advice.codes[roll]]} if rolls_left == 0 else {}
            return to_json(self.about | {"value": best["value"], **taken, "outcomes": outcomes, "options": rows})
        if rolls_left == 0:
            name = self.advice.names[self.advice.codes[roll]]
            return render([{"take": name, "value": best["value"]}], how, title="No rolls left")
        if len(self.advice.names) == 2:  # one condition: its chance is the value
            rows = [{key: row[key] for key in ("keep", "reroll", "success", "regret")} for row in rows]
        title = f"Best keeps of {text.strip()} with {rolls_left} {'roll' if rolls_left == 1 else 'rolls'} left"
        return render(rows, how, title=title, chances=["success", *self.advice.names])

    def policies(self, names: list[str], how: Format, turns: int, seed: int) -> str:
        """Ways of rerolling side by side."""
        raise NotImplementedError

    def whole_policy(self, name: str, how: Format) -> str:
        """One policy, a row a roll."""
        raise NotImplementedError

    def _draw(self, rows: list[dict[str, Any]], text: str, rolls_left: int, figure: Path) -> None:
        import pandas as pd

        from kingdice.dice.figures import draw_keeps
        from kingdice.reporting.style import save_figure

        names = [name for name in self.advice.names if any(row[name] > 0 for row in rows)]
        title = f"{text.strip()}, {rolls_left} {'roll' if rolls_left == 1 else 'rolls'} left"
        value_name = self.value_name.lower()
        save_figure(draw_keeps(pd.DataFrame(rows), outcomes=names, value_name=value_name, title=title), figure)


class _Condition(_Answer):
    value_name = "Chance"

    def __init__(self, needs: str, dice: str | None, edition: str, rolls: int | None, exact: bool) -> None:
        from kingdice.cli.odds import pool_asked_for
        from kingdice.dice.advice import advise_condition
        from kingdice.dice.condition_text import parse_condition
        from kingdice.dice.notation import format_pool
        from kingdice.dice.turn import check_rolls

        pool = pool_asked_for(dice, edition)
        turns = 3 if rolls is None else rolls
        check_rolls(turns)
        condition = parse_condition(needs, pool)
        self.advice = advise_condition(pool, condition, rolls=turns)
        self.about = {"dice": format_pool(pool), "needs": needs.strip(), "rolls": turns}
        self.worths = [1.0, 0.0]
        if exact:
            from kingdice.dice.odds import condition_chances_exact

            chance = condition_chances_exact(pool, [condition], rolls=turns)[-1][0]
            self.exact_turn = chance, {"met": chance, "missed": 1 - chance}


class _Turn(_Answer):
    def __init__(
        self,
        citizens: str,
        villages: str | None,
        penalty: int | None,
        fairies: int,
        players: int,
        objective: str,
        ahead: int,
        worth: str | None,
        edition: str,
        rolls: int | None,
        seat: int | None,
        exact: bool,
    ) -> None:
        from kingdice.dice.turn import check_rolls
        from kingdice.games.king_of_dice.advice import FAR_SIGHTED, advise, advise_exact, turn_stakes
        from kingdice.games.king_of_dice.display import Display
        from kingdice.games.king_of_dice.edition import load_edition

        chosen = load_edition(edition)
        tops = None if villages is None else whole_numbers("--villages", villages)
        self.display: Display = Display.of(
            chosen, words(citizens), villages=tops, penalty=penalty, fairies=fairies, players=players
        )
        if seat is not None and not 1 <= seat <= players:
            raise KingdiceError(f"--seat {seat}: expected 1 to {players}")
        self.rolls = chosen.rolls_of(seat) if rolls is None else rolls
        check_rolls(self.rolls)
        self.given = None if worth is None else _worths(worth)
        self.objective, self.ahead = objective, ahead
        asked: Any = {"objective": objective, "rolls": self.rolls, "worths": self.given, "ahead": ahead}
        self.advice = advise(self.display, **asked)
        stakes = turn_stakes(self.display, **asked)
        self.worths = [*stakes.worths, stakes.failing]
        self.value_name = "Value" if objective in {"points", "lead", FAR_SIGHTED} else "Chance"
        if exact:
            solution, outcomes = advise_exact(self.display, **asked)
            self.exact_turn = solution.value, outcomes
        self.about = {
            "edition": f"{chosen.name} {chosen.hash}",
            "display": list(self.display.ids),
            "objective": objective,
            "rolls": self.rolls,
        } | ({"ahead": ahead} if objective == FAR_SIGHTED else {})

    def policies(self, names: list[str], how: Format, turns: int, seed: int) -> str:
        """Ways of rerolling side by side."""
        from kingdice.cli.output import render
        from kingdice.games.king_of_dice.advice import PENALTY, policy_rows

        if not names:
            raise KingdiceError("--policy: expected names, as in best,first-met")
        rows = policy_rows(
            self.display,
            names,
            objective=self.objective,
            rolls=self.rolls,
            worths=self.given,
            ahead=self.ahead,
            turns=turns,
            seed=seed,
        )
        chances = [*self.display.ids, PENALTY, *(column for column in rows[0] if column.startswith("stops_"))]
        title = "Reroll policies, exactly" + f"; played for {turns:,} turns with seed {seed}" * bool(turns)
        return render(rows, how, title=title, chances=chances)

    def whole_policy(self, name: str, how: Format) -> str:
        """One policy, a row a roll."""
        from kingdice.cli.output import render
        from kingdice.games.king_of_dice.advice import display_policy

        if name == "best":
            policy = self.advice.solution.policy
        else:
            policy = display_policy(self.display, name, rolls=self.rolls)
        return render(list(policy.rows()), how)


def _worths(text: str) -> dict[str, float]:
    worths: dict[str, float] = {}
    if not words(text):
        raise KingdiceError("--worth: expected id=number, as in elf-4=2.5")
    for entry in words(text):
        identifier, equals, number = entry.partition("=")
        if identifier.strip() in worths:
            raise KingdiceError(f"--worth: {identifier.strip()} stands twice")
        try:
            worths[identifier.strip()] = float(number)
        except ValueError:
            raise KingdiceError(f"--worth: '{entry[:40]}': expected id=number, as in elf-4=2.5") from None
        if not equals or not isfinite(worths[identifier.strip()]):
            raise KingdiceError(f"--worth: '{entry[:40]}': expected a finite number")
    return worths
