"""The tables of an advice as HTML. Every number in them is new on every page, so they are put together by hand."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from kingdice.dice.faces import Face
from kingdice.web.advice_shown import Advice, Outcome, Way
from kingdice.web.odds_chart import percent

__all__ = ["number", "outcome_rows", "way_rows"]

_NOTHING = '<span class="soft">nothing</span>'
_BAR = '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
_ALL = '<rect class="of" width="100" height="10"/>'


def number(value: float) -> str:
    """A number with two digits; the whole of it for those who read pages by program.

    Examples
    --------
    >>> number(1 / 3)
    '<data value="0.3333333333333333">0.33</data>'
    >>> number(-0.001)
    '<data value="-0.001">0.00</data>'
    """
    shown = f"{value:z.2f}".replace("-", "−")
    return f'<data value="{value!r}">{shown}</data>'


def _chance(value: float) -> str:
    """A chance in per cent."""
    shown = str(escape(percent(value))).replace(" ", "&nbsp;")
    return f'<data value="{value!r}">{shown}</data>'


def way_rows(advice: Advice, faces: Callable[[tuple[Face, ...]], str]) -> Markup:
    """All ways but the best, a row each; `faces` draws what is kept."""
    end = "the penalty" if advice.take == "penalty" else f"take {escape(advice.take)}"
    return Markup("\n".join(_way_row(way, place, end, faces) for place, way in enumerate(advice.ways) if place))


def _way_row(way: Way, place: int, end: str, faces: Callable[[tuple[Face, ...]], str]) -> str:
    kept, button = f"all: {end}", ""
    if not way.stops:
        kept = faces(way.faces) or _NOTHING
        said = f"I kept {escape(way.told)} and rolled the others"
        roll = f'name="do" value="roll.{way.mask}" id="roll-{place}" data-then="dice"'
        button = f'<button {roll} aria-label="{said}">this</button>'
    return (
        f'<tr><td><span class="kept">{kept}</span></td><td class="right">{number(way.regret)}</td>'
        f'<td class="right">{_chance(way.success)}</td><td>{button}</td></tr>'
    )


def outcome_rows(advice: Advice) -> Markup:
    """How the turn may end, a row each."""
    last = len(advice.outcomes) - 1
    return Markup("\n".join(_outcome_row(one, place == last) for place, one in enumerate(advice.outcomes)))


def _outcome_row(one: Outcome, is_penalty: bool) -> str:
    name = "penalty" if is_penalty else f'<a href="/odds/{escape(one.name)}">{escape(one.name)}</a>'
    now, thick, bar = "", 10, ""
    if one.now is not None:
        now, thick = f'<td class="right">{_chance(one.now)}</td>', 3
        bar = f'<rect class="now" y="3" width="{100 * one.now:.2f}" height="7"/>'
    before = f'<rect class="before" width="{100 * one.before:.2f}" height="{thick}"/>'
    return (
        f'<tr><th scope="row">{name}</th><td class="right">{number(one.worth)}</td>'
        f'<td class="right">{_chance(one.before)}</td>{now}'
        f'<td class="bars">{_BAR}{_ALL}{before}{bar}</svg></td></tr>'
    )
