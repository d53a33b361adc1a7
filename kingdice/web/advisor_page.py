"""The advisor: five citizens, six dice, and what to keep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kingdice.dice.notation import format_faces
from kingdice.dice.prompt import PromptSolver
from kingdice.games.king_of_dice.display import Display
from kingdice.web.advice_shown import Advice, advice_at
from kingdice.web.advice_tables import number, outcome_rows, way_rows
from kingdice.web.advisor_moves import after
from kingdice.web.advisor_parts import Parts, Said
from kingdice.web.advisor_state import Asked, Moment
from kingdice.web.guard import read_form
from kingdice.web.rendering import page

if TYPE_CHECKING:
    from kingdice.web.site import Site

__all__ = ["routes"]

_ADVICE = {"1": "keep", "0": "roll"}


def routes(site: Site) -> list[Route]:
    """The addresses of the advisor."""
    parts = Parts(site.edition)

    async def shown(request: Request) -> Response:
        asked = Asked.of(site.edition, dict(reversed(request.query_params.multi_items())))
        moment = Moment.of(site.edition, asked)
        if moment.display is None:
            return _page(parts, moment, None)
        return await site.advisers.work(_advised, parts, moment, moment.display)

    async def posted(request: Request) -> Response:
        fields = await read_form(request)
        asked = after(site.edition, fields)
        at = "#dice" if dict(fields).get("do", "").startswith(("face", "roll", "turn")) else ""
        return RedirectResponse(asked.address + at, status_code=303)

    return [Route("/", shown), Route("/advise", posted, methods=["POST"])]


def _advised(solver: PromptSolver, parts: Parts, moment: Moment, display: Display) -> Response:
    return _page(parts, moment, advice_at(moment, display, solver))


def _page(parts: Parts, moment: Moment, advice: Advice | None) -> Response:
    asked, wrong = moment.asked, moment.wrong
    best = advice.ways[0] if advice and advice.ways else None
    lefts = tuple(str(left) for left in range(moment.rolls - 1, -1, -1))
    return page(
        "advisor.html.j2",
        title="What do I keep?",
        here="/",
        edition=parts.edition,
        asked=asked,
        wrong=wrong,
        is_empty=not any(asked.display),
        slots=_slots(parts, moment),
        situation=_joined(
            parts.choices(name, values, Said(getattr(asked, name), wrong.get(name, "")))
            for name, values in parts.values.items()
        ),
        mend_situation=not wrong.keys().isdisjoint({*parts.values, "ahead"}),
        dice=_dice(parts, moment, best.mask if best else ""),
        lefts=parts.choices("left", lefts, Said(str(moment.left), wrong.get("left", ""))),
        rolls=moment.rolls,
        missing=moment.shown.count(None),
        advice=advice,
        best=best,
        value=Markup(number(advice.value)) if advice else "",
        now=Markup(number(best.value)) if best else "",
        ways=way_rows(advice, parts.faces) if advice else "",
        outcomes=outcome_rows(advice) if advice else "",
    )


def _slots(parts: Parts, moment: Moment) -> Markup:
    asked, wrong = moment.asked, moment.wrong
    return _joined(
        parts.slot(place, Said(citizen, wrong.get(f"citizen{place}", "")), Said(top, wrong.get(f"village{place}", "")))
        for place, (citizen, top) in enumerate(zip(asked.display, asked.villages, strict=True))
    )


def _dice(parts: Parts, moment: Moment, mask: str) -> Markup:
    written = []
    for place, (word, face) in enumerate(zip(moment.asked.dice, moment.shown, strict=True)):
        shown = word if face is None else format_faces(parts.edition.pool, [face])
        advice = _ADVICE.get(mask[place : place + 1], "")
        written.append(parts.die(place, Said(shown, moment.wrong.get(f"die{place}", "")), advice))
    return _joined(written)


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("\n").join(parts)
