"""What a comparison found, as tables read from the top: who, by how much, how sure, and is it to be trusted?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingdice.cli.estimates import estimates, percentages
from kingdice.cli.long_names import LongNames
from kingdice.cli.matches import a_second, edition_told
from kingdice.cli.options import Format
from kingdice.cli.output import render, wrapped
from kingdice.games import game_named

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.comparison.compare import Comparison

__all__ = ["compared"]

Rows = list[dict[str, Any]]


def compared(found: Comparison, about: Mapping[str, Any], how: Format, *, planned: int) -> str:
    """All tables, each under its heading.

    Parameters
    ----------
    found : Comparison
    about : mapping
        `game`, `edition`, `seed`, `games`, `games_asked_for`, `digest`, `games_per_second`.
    how : Format
        A table or Markdown.
    planned : int
        Rotations that would have been played without a stop rule.
    """
    names = LongNames.of(found.line_up.strategies)
    pieces = [_head(found, about, how, planned, names)]
    for heading, rows, remark in (
        ("Strategies", _strategies(found), _about_strategies(found)),
        ("Differences", _differences(found), "Paired within rotations; the intervals of a column hold together."),
        ("Luck taken out", _luck(found), _ABOUT_LUCK),
        ("Ladder", _ladder(found), _ABOUT_LADDER),
        ("Who ends above whom", _meetings(found), "Equal points count half."),
        ("Seats", _seats(found), "Whoever sat there; rotation takes this out."),
        ("Controls", _controls(found), _about_controls(found)),
    ):
        if rows:
            pieces.append(_section(heading, _shortened(rows, names), remark, how))
        if heading == "Differences" and found.sprt is not None:
            pieces.append(wrapped(_verdict(found), how))
    return "\n\n".join(pieces) + "\n"


_ABOUT_LUCK = (
    "The part of a difference that the luck of the dice explains is subtracted; so many times fewer games would have "
    "been as sure."
)
_ABOUT_LADDER = (
    "Bradley-Terry ratings in Elo points with standard errors (s.e.); 400 points are odds of 10 to 1 of ending above."
)


def _section(heading: str, rows: Rows, remark: str, how: Format) -> str:
    words = [column for column in rows[0] if column in _WORDS]
    table = render(rows, how, right=[column for column in rows[0] if column not in words], narrow=True)
    title = f"## {heading}\n\n" if how is Format.markdown else f"{heading}\n"
    between = "\n\n" if how is Format.markdown else "\n"
    return title + table.strip("\n") + (f"{between}{wrapped(remark, how)}" if remark else "")


def _shortened(rows: Rows, names: LongNames) -> Rows:
    return [
        {key: names.short(text) if key in ("strategy", "other") else text for key, text in row.items()} for row in rows
    ]


_WORDS = {"strategy", "other", "quantity", "against", "expected", "verdict"}


def _head(found: Comparison, about: Mapping[str, Any], how: Format, planned: int, names: LongNames) -> str:
    line_up, edition = found.line_up, edition_told(about["game"], about["edition"])
    seatings, speed = len(line_up.seatings), about["games_per_second"]
    lines = [
        f"{about['game']} for {line_up.players}, {edition}, seed {about['seed']}, digest {about['digest'][:12]}",
        f"{about['games']:,} games{a_second(speed)}: {found.rotations:,} rotations of "
        f"{seatings} seatings on the same {game_named(about['game']).luck_of}",
        *names.told,
    ]
    if line_up.note:
        lines.append(line_up.note[0].upper() + line_up.note[1:])
    if planned * seatings != about["games_asked_for"]:
        asked = about["games_asked_for"]
        lines.append(f"{asked:,} games were asked for; whole rotations make it {planned * seatings:,}")
    if found.until is not None:
        lines.append(_stopping(found.until, found.rotations, planned))
    between = "\n\n" if how is Format.markdown else "\n"
    return between.join(wrapped(line, how) for line in lines)


def _stopping(until: Mapping[str, Any], rotations: int, planned: int) -> str:
    how_far = f"Stopped after {rotations:,} of at most {planned:,} rotations"
    if until["quantity"] == "sprt":
        return (
            f"{how_far}: the test is decided" if until["reached"] else f"All {planned:,} rotations played; see the test"
        )
    widest = f"the widest interval is ± {max(until['half_widths']):.2g}"
    if until["reached"]:
        return f"{how_far}: {widest}, within {until['precision']:g}"
    return f"Played all {planned:,} rotations: {widest}, not yet within {until['precision']:g}"


def _at_every_look(found: Comparison) -> bool:
    return found.until is not None and "lows" in found.until


def _strategies(found: Comparison) -> Rows:
    table, players = found.strategies, found.line_up.players
    shares, lows, highs = _columns(table, "win_share", "win_share_low", "win_share_high")
    if found.until is not None and _at_every_look(found):
        lows, highs = found.until["lows"], found.until["highs"]
    return _rows(
        {
            "strategy": list(table["strategy"]),
            **_shares(players, shares, lows, highs),
            "lead": estimates(*_columns(table, "lead_mean", "lead_mean_low", "lead_mean_high"), signed=True),
            "score": estimates(*_columns(table, "score_mean", "score_mean_low", "score_mean_high")),
        }
    )


def _about_strategies(found: Comparison) -> str:
    players = found.line_up.players
    looks = "; those of win shares hold together, at every look" if _at_every_look(found) else ""
    return (
        f"Win share a seat, ties split; x {players}: 1 is fair. Lead over the mean of the others, and score, in points."
        f" {100 * found.level:g} % intervals over rotations{looks}."
    )


def _differences(found: Comparison) -> Rows:
    columns: dict[str, list[str]] = {}
    for quantity, signed in (("win_share", percentages), ("lead", estimates), ("score", estimates)):
        part = found.differences[found.differences["quantity"] == quantity]
        columns |= {"strategy": list(part["strategy"]), "other": [f"- {name}" for name in part["other"]]}
        columns[quantity] = signed(*_columns(part, "difference", "low", "high"), signed=True)
    return _rows(dict(sorted(columns.items(), key=lambda column: _PAIR.get(column[0], 2))))


_PAIR = {"strategy": 0, "other": 1}


def _verdict(found: Comparison) -> str:
    test = found.sprt
    assert test is not None
    one, other = found.line_up.strategies[:2]
    said = {"accept H1": "Better", "accept H0": "No better", "undecided": "Not decided yet"}[test.verdict]
    ratio, lower, upper = (f"{number:+.2f}" for number in (test.log_likelihood_ratio, test.lower, test.upper))
    return (
        f"Is {one} better than {other} by {100 * test.better_by:g} % of win share, or no better? {said}. "
        f"(Sequential test after {test.rotations:,} rotations: log-likelihood ratio {ratio}, decided below {lower} or "
        f"above {upper}; either error has a chance of 5 %.)"
    )


def _luck(found: Comparison) -> Rows:
    table = found.luck
    if table is None:
        return []
    plain, adjusted = [], []
    for place in range(len(table)):
        row = table.iloc[[place]]
        shown = percentages if row["quantity"].iloc[0] == "win_share" else estimates
        plain += shown(*_columns(row, "difference", "low", "high"), signed=True)
        adjusted += shown(*_columns(row, "adjusted", "adjusted_low", "adjusted_high"), signed=True)
    fewer = [
        f"{value:.1f} [{low:.1f}, {high:.1f}]"
        for value, low, high in zip(
            *_columns(table, "times_fewer_games", "times_fewer_games_low", "times_fewer_games_high"), strict=True
        )
    ]
    pairs = [f"{one} - {other}" for one, other in zip(table["strategy"], table["other"], strict=True)]
    quantities = [name.replace("_", " ") for name in table["quantity"]]
    columns = {"strategy": pairs, "quantity": quantities, "as_played": plain, "adjusted": adjusted, "fewer": fewer}
    if len(found.line_up.pairs) == 1:
        del columns["strategy"]
    else:
        columns["fewer"] = [text.split(" ")[0] for text in fewer]  # there is no room for more
    return _rows(columns)


def _ladder(found: Comparison) -> Rows:
    table = found.ladder
    ahead = [
        f"{points:.1f} (s.e. {error:.1f})" if place < len(table) - 1 else ""
        for place, (points, error) in enumerate(
            zip(*_columns(table, "ahead_of_next", "ahead_of_next_standard_error"), strict=True)
        )
    ]
    return _rows(
        {
            "rank": [str(rank) for rank in table["rank"]],
            "strategy": list(table["strategy"]),
            "rating": estimates(*_columns(table, "rating", "low", "high"), signed=True),
            "s.e.": [f"{error:.1f}" for error in table["standard_error"]],
            "ends_above": [f"{100 * share:.1f} %" for share in table["beat_share"]],
            "ahead_of_next": ahead,
        }
    )


def _meetings(found: Comparison) -> Rows:
    table = found.meetings
    if len(table) == 1:
        return []  # the ladder says it
    return _rows(
        {
            "strategy": list(table["strategy"]),
            "other": list(table["other"]),
            "ends_above": percentages(*_columns(table, "beat_share", "low", "high")),
        }
    )


def _seats(found: Comparison) -> Rows:
    table, players = found.seats, found.line_up.players
    shares = _columns(table, "win_share", "low", "high")
    return _rows({"seat": [str(seat) for seat in table["seat"]], **_shares(players, *shares)})


def _shares(players: int, *shares: Sequence[float]) -> dict[str, list[str]]:
    """Win shares and how many times the fair one they are; where intervals are written out, they stand once."""
    shown = percentages(*shares)
    times = estimates(*[[players * number for number in column] for column in shares])
    if any("[" in text for text in shown):
        times = [text.split(" ")[0] for text in times]
    return {"win_share": shown, f"x_{players}": times}


def _controls(found: Comparison) -> Rows:
    table = found.controls
    if table is None:
        return []
    fair = f"{100 * found.line_up.fair:.3g} %"
    return _rows(
        {
            "strategy": list(table["strategy"]),
            "against": ["itself" if kind == "mirror" else "random" for kind in table["control"]],
            "win_share": [
                percentages(*_columns(table.iloc[[place]], "win_share", "low", "high"))[0]
                for place in range(len(table))
            ],
            "expected": [f"{word.split(maxsplit=1)[0]} {fair}" for word in table["expected"]],
            "rotations": [f"{rotations:,}" for rotations in table["rotations"]],
            "verdict": ["holds" if holds else "FAILS" for holds in table["holds"]],
        }
    )


def _about_controls(found: Comparison) -> str:
    table = found.controls
    if table is None:
        return ""
    level = f"{100 * table.attrs['level']:g} % intervals together"
    if table["holds"].all():
        return f"All controls hold ({level})."
    return (
        f"A control fails ({level}): a strategy is no better than random, or something is wrong with the game, the "
        "dice or the statistics."
    )


def _columns(table: pd.DataFrame, *names: str) -> list[list[float]]:
    return [[float(number) for number in table[name]] for name in names]


def _rows(columns: Mapping[str, Sequence[str]]) -> Rows:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
