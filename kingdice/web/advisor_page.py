"""The advisor: five citizens, six dice, and what to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kingdice.dice.notation import format_faces
from kingdice.dice.prompt import PromptSolver
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition
from kingdice.web.advice_shown import Advice, advice_at
from kingdice.web.advisor_moves import after
from kingdice.web.advisor_state import OBJECTIVES, Asked, Moment, dice_of
from kingdice.web.condition_drawing import drawing
from kingdice.web.guard import read_form
from kingdice.web.rendering import draw_face, page, render

if TYPE_CHECKING:
    from kingdice.web.site import Site

__all__ = ["routes"]


def routes(site: Site) -> list[Route]:
    """The addresses of the advisor."""
    table = _Table.of(site.edition)

    async def shown(request: Request) -> Response:
        asked = Asked.of(site.edition, dict(reversed(request.query_params.multi_items())))
        moment = Moment.of(site.edition, asked)
        if moment.display is None:
            return _page(table, moment, None)
        return await site.advisers.work(_advised, table, moment, moment.display)

    async def posted(request: Request) -> Response:
        fields = await read_form(request)
        asked = after(site.edition, fields)
        at = "#dice" if dict(fields).get("do", "").startswith(("face", "roll", "turn")) else ""
        return RedirectResponse(asked.address + at, status_code=303)

    return [Route("/", shown), Route("/advise", posted, methods=["POST"])]


class Choice(NamedTuple):
    """Something to choose: what the form sends, what people read, and whether it is chosen."""

    value: str
    label: str
    chosen: bool


class Turned(NamedTuple):
    """A face of a die to tap: as written, in words, as drawn, and whether the die shows it."""

    word: str
    name: str
    drawn: Markup
    chosen: bool


class Die(NamedTuple):
    """A die on the page: its faces, and "keep" or "roll" where there is advice."""

    faces: Sequence[Turned]
    advice: str


@dataclass(frozen=True)
class _Table:
    """What is the same on every page of an edition; long lists are written as HTML once, which halves a page's time."""

    edition: Edition
    options: dict[str, Markup]
    dice: tuple[tuple[Turned, ...], ...]
    choices: dict[str, tuple[str, ...]]
    drawn: dict[str, Markup]

    @classmethod
    def of(cls, edition: Edition) -> _Table:
        pool = edition.pool
        words = {face: format_faces(pool, [face]) for face in pool.faces}
        faces = {face: Turned(word, str(face), draw_face(face), False) for face, word in words.items()}
        dice = tuple(tuple(faces[face] for face in group.die.faces) for group in dice_of(edition))
        fairies = sum(one.effect == "fairy" for one in edition.citizens)
        fewest, most = edition.players
        choices: dict[str, list[Any]] = {
            "penalty": sorted({-one.points for one in edition.penalties}),
            "fairies": list(range(fairies + 1)),
            "players": list(range(max(2, fewest), most + 1)),
            "objective": list(OBJECTIVES),
            "rolls": list(range(edition.rules.rolls, edition.longest_turn + 1)),
        }
        return cls(
            edition,
            {one: _options(edition, one) for one in ("", *edition.bit_of)},
            dice,
            {name: tuple(str(one) for one in values) for name, values in choices.items()},
            {
                one.id: drawing(condition, edition.pool, one.needs, small=True)
                for one, condition in zip(edition.citizens, edition.conditions, strict=True)
            },
        )

    def choose(self, name: str, asked: Asked) -> list[Choice]:
        """The choices of one field."""
        word = getattr(asked, name)
        return [Choice(value, value, value == word) for value in self.choices[name]]


def _advised(solver: PromptSolver, table: _Table, moment: Moment, display: Display) -> Response:
    return _page(table, moment, advice_at(moment, display, solver))


def _page(table: _Table, moment: Moment, advice: Advice | None) -> Response:
    asked = moment.asked
    best = advice.ways[0] if advice and advice.ways else None
    fields = {name: table.choose(name, asked) for name in table.choices}
    lefts = [Choice(str(n), str(n), n == moment.left) for n in range(moment.rolls - 1, -1, -1)]
    return page(
        "advisor.html.j2",
        title="What do I keep?",
        here="/",
        edition=table.edition,
        options=table.options,
        drawn=table.drawn,
        asked=asked,
        moment=moment,
        wrong=moment.wrong,
        fields=fields | {"left": lefts},
        dice=[_die(table, moment, place, best.mask if best else "") for place in range(len(asked.dice))],
        mend_situation=not moment.wrong.keys().isdisjoint({*table.choices, "ahead"}),
        missing=moment.shown.count(None),
        advice=advice,
        best=best,
        tops=[_tops(table.edition, asked, place) for place in range(len(asked.villages))],
    )


def _die(table: _Table, moment: Moment, place: int, mask: str) -> Die:
    shown = moment.shown[place]
    word = "" if shown is None else format_faces(table.edition.pool, [shown])
    faces = [one._replace(chosen=True) if one.word == word else one for one in table.dice[place]]
    return Die(faces, {"1": "keep", "0": "roll"}.get(mask[place : place + 1], ""))


def _options(edition: Edition, chosen: str) -> Markup:
    """The citizens to choose from, by village."""
    villages = [*(village.name for village in edition.villages), None]
    groups = [(name or "no village", [one for one in edition.citizens if one.village == name]) for name in villages]
    return Markup(render("advisor_options.html.j2", groups=[one for one in groups if one[1]], chosen=chosen))


def _tops(edition: Edition, asked: Asked, place: int) -> list[Choice]:
    word = asked.villages[place]
    values = [str(value) for value in dict.fromkeys(edition.villages[place].values)]
    none = Choice("0", "none", word not in values)
    return [*(Choice(value, value, value == word) for value in values), none]
