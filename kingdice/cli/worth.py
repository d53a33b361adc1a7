"""`kingdice worth`: what are the King and the Robber Baron worth in this position, and who will have them?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import Format, FormatOption, OutOption, SeedOption, at_least_one, words
from kingdice.errors import KingdiceError, nearest

if TYPE_CHECKING:
    from kingdice.games.carcassonne.position import Position
    from kingdice.games.carcassonne.position_worth import PositionWorth

__all__ = ["EXAMPLES", "worth"]

GAMES_WITH_CARDS = ("carcassonne",)
NAMES = {"king": "King", "robber": "Robber Baron"}
KINDS = {"king": "city", "robber": "road"}
PARTS = ("cards", "holding", "seats", "threats", "moves")
SHOWN = 6  # threats of a card

EXAMPLES = """\b
A position is lines of key: value, then rows of tiles (a letter, and quarters
turned clockwise) with meeples; all but the board may be left out:
  players: 2
  points: 0 4
  held: U
  king: 2
  board:
       0     1
   -1  E2    N1*c1
    0  D0    V0*r2
    1  V0    .

\b
Examples:
  kingdice worth carcassonne mine.txt
  kingdice worth carcassonne mine.txt --moves 5 --strategies greedy,random
  kingdice show board --game 17 --turn 30 --format position |
      kingdice worth carcassonne -
"""


def _games_with_cards(incomplete: str) -> list[str]:
    return [name for name in GAMES_WITH_CARDS if name.startswith(incomplete)]


def _strategy_lists(incomplete: str) -> list[str]:
    done, comma, last = incomplete.rpartition(",")
    return [f"{done}{comma}{name}" for name in ("random", "greedy", "greedy-cards") if name.startswith(last)]


def worth(
    game: Annotated[str, typer.Argument(help="Which game: carcassonne.", autocompletion=_games_with_cards)],
    file: Annotated[str, typer.Argument(help="The position: a text file, or - for standard input.")],
    strategies: Annotated[
        str | None,
        typer.Option(
            help="Who plays on: one for all seats, or one a seat, of random, greedy, greedy-cards.",
            show_default="greedy-cards",
            autocompletion=_strategy_lists,
        ),
    ] = None,
    playouts: Annotated[str, typer.Option(help="How often the game is played on to its end; 1e4 is fine.")] = "1000",
    seed: SeedOption = 1,
    moves: Annotated[
        int | None, typer.Option(help="List so many of the best moves too, with the cards' part.", show_default=False)
    ] = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Say what the King and the Robber Baron are worth in a position, the size to beat, and who will have them.

    What each card would bring now and will bring in the end, the chance that its holder keeps it, points and chances
    of winning with and without the cards, and the unfinished cities and roads that could take them. Chances come from
    playing the game on with the tiles that are left in any order; the same seed gives the same answer.
    """
    from kingdice.cli.matches import playing, seats_asked_for
    from kingdice.cli.output import choose_format, deliver, render, to_json
    from kingdice.files import check_writable
    from kingdice.games import game_named
    from kingdice.games.carcassonne.position_file import read_position

    if game not in GAMES_WITH_CARDS:
        hint = nearest(game, GAMES_WITH_CARDS) or f"; there is {', '.join(GAMES_WITH_CARDS)}"
        raise KingdiceError(f"no game '{game[:40]}' with cards that are held{hint}")
    check_writable(out)
    if moves is not None and moves < 1:
        raise KingdiceError(f"--moves {moves}: expected how many of the best moves to list, from 1")
    often, how = at_least_one("--playouts", playouts), choose_format(format, out)
    position = read_position(file)
    named = len(words(strategies or ""))
    if named > 1 and named != position.players:
        raise KingdiceError(f"--strategies names {named}: expected one for all, or {position.players}, as in {file}")
    seats = seats_asked_for(game_named(game), strategies, position.players, position.variants.name)
    with playing():
        from kingdice.games.carcassonne.position_worth import position_worth

        answer = position_worth(position, strategies=seats, playouts=often, seed=seed, moves=moves or 0)
    if how is Format.json:
        text = to_json({**answer.about, **{part: list(getattr(answer, part)) for part in PARTS}})
    elif how is Format.csv:
        text = render(list(_csv_rows(answer)), how)
    else:
        text = "\n".join(_told(answer, position, how))
    deliver(text, out)


def _csv_rows(answer: PositionWorth) -> Iterator[dict[str, Any]]:
    """Every number in a row of its own."""
    for part in PARTS:
        for number, row in enumerate(getattr(answer, part), start=1):
            is_listed = part in ("threats", "moves")
            name = number if is_listed else row.get("card", f"seat {row.get('seat')}")
            if part == "holding":
                quantity = "nobody" if row["seat"] is None else f"seat {row['seat']}"
                yield _csv_row(part, name, quantity, row["chance"], row["chance_low"], row["chance_high"])
                continue
            for key, value in row.items():
                if not key.endswith(("_low", "_high")):
                    yield _csv_row(part, name, key, value, row.get(f"{key}_low"), row.get(f"{key}_high"))


def _csv_row(part: str, name: Any, quantity: str, value: Any, low: Any, high: Any) -> dict[str, Any]:
    shown = " ".join(map(str, value)) if isinstance(value, list) else value
    row = {"part": part, "name": name, "quantity": quantity, "value": shown, "low": low, "high": high}
    return {key: "" if one is None else one for key, one in row.items()}


def _told(answer: PositionWorth, position: Position, how: Format) -> Iterator[str]:
    """The answer for people, in blocks."""
    from kingdice.cli.output import render, wrapped
    from kingdice.games.carcassonne.drawing import turn_words

    about = answer.about
    yield f"Carcassonne, {about['rules']['name']}"
    yield f"{turn_words(position.state(), is_drawn=bool(position.held))}\n"
    for title, rows in (
        ("The cards", _card_rows(answer)),
        ("Who will have them in the end", _holding_rows(answer)),
        ("The seats", _seat_rows(answer)),
    ):
        right = [key for key in rows[0] if key not in ("card", "plays_on")]
        yield render(rows, how, title=title, right=right, narrow=True)
    yield from (f"{'- ' if how is Format.markdown else ''}{line}" for line in _points_lines(answer))
    yield ""
    if answer.threats:
        title = "Unfinished cities and roads that would take a card or raise the size to beat, if they were completed"
        yield render(_threat_rows(answer), how, title=title, right=["seats"], narrow=True)
    if answer.moves:
        title = f"Best moves of seat {about['seat']} with {about['held']}, in points as a greedy player judges them"
        yield render(_move_rows(answer), how, title=title, narrow=True)
    yield from (f"{wrapped(line, how)}\n" for line in _remarks(answer))


def _card_rows(answer: PositionWorth) -> list[dict[str, Any]]:
    rows, is_over = answer.cards, answer.about["is_over"]
    ends = {name: _measured(rows, name, is_over) for name in ("points", "final_size")}
    kept = _measured(rows, "kept", is_over, is_share=True)
    found = []
    for place, row in enumerate(rows):
        shown = {
            "card": NAMES[row["card"]],
            "holder": "nobody" if row["holder"] is None else f"seat {row['holder']}",
            "size_to_beat": row["size_to_beat"] or "-",
            "completed": row["completed"],
            "worth_now": row["points_now"],
        }
        if not is_over:
            shown |= {"worth_in_the_end": ends["points"][place], "size_then": ends["final_size"][place]}
            shown |= {"kept": kept[place]}
        found.append(shown)
    return found


def _holding_rows(answer: PositionWorth) -> list[dict[str, Any]]:
    """By seats; nobody only where that can be."""
    texts = iter(_measured(answer.holding, "chance", answer.about["is_over"], is_share=True))
    found: dict[Any, dict[str, Any]] = {}
    for row in answer.holding:
        found.setdefault(row["seat"], {"seat": row["seat"] or "nobody"})[NAMES[row["card"]]] = next(texts)
    if not any(row["chance"] for row in answer.holding if row["seat"] is None):
        del found[None]
    return list(found.values())


def _seat_rows(answer: PositionWorth) -> list[dict[str, Any]]:
    rows, is_over = answer.seats, answer.about["is_over"]
    scores = _measured(rows, "score", is_over)
    wins = [_measured(rows, name, is_over, is_share=True) for name in ("win_share", "win_share_without_cards")]
    return [
        {
            "seat": row["seat"],
            "plays_on": row["strategy"],
            "points": row["scored"],
            "if_it_ended_now": row["now"],
            "final_score": scores[place],
            "wins": wins[0][place],
            "without_the_cards": wins[1][place],
        }
        for place, row in enumerate(rows)
    ]


def _points_lines(answer: PositionWorth) -> Iterator[str]:
    """Of every seat what its points are for."""
    for row in answer.seats:
        so_far, now = (f"{row[name]}{_parts(row, name)}" for name in ("scored", "now"))
        yield f"seat {row['seat']}: {so_far} so far; {now} if it ended now"


def _parts(row: Mapping[str, Any], whole: str) -> str:
    """What points are for, in brackets."""
    names = {key.removeprefix(f"{whole}_"): number for key, number in row.items() if key.startswith(f"{whole}_")}
    parts = ", ".join(f"{NAMES.get(name, name)} {number}" for name, number in names.items() if number)
    return f" ({parts})" if parts else ""


def _threat_rows(answer: PositionWorth) -> list[dict[str, Any]]:
    shown = []
    for card in NAMES:
        for row in [one for one in answer.threats if one["card"] == card][:SHOWN]:
            shown.append(
                {
                    "card": NAMES[card],
                    "feature": f"{KINDS[card]} at ({row['row']}, {row['column']})",
                    "tiles": row["tiles"],
                    "when_completed": f"{row['tiles_when_completed']} or more",
                    "open_ends": row["open_ends"],
                    "tiles_that_fit": row["tiles_that_fit"],
                    "seats": " ".join(map(str, row["seats"])) or "-",
                }
            )
    return shown


def _move_rows(answer: PositionWorth) -> list[dict[str, Any]]:
    def points(number: float) -> str:
        return f"{number:+.2f}" if round(number, 2) else "0.00"

    return [
        {
            "tile": f"{answer.about['held']}{row['rotation']} at ({row['row']}, {row['column']})",
            "meeple": row["meeple"] or "none",
            **{name: points(row[name]) for name in ("value", "without_cards", "king", "robber")},
        }
        for row in answer.moves
    ]


def _measured(rows: Sequence[Mapping[str, Any]], name: str, is_over: bool, *, is_share: bool = False) -> list[str]:
    """A column of numbers with their intervals; - where there is none."""
    from kingdice.cli.estimates import estimates, percentages

    known = [row for row in rows if row[name] is not None]
    if is_over:
        texts = [f"{100 * row[name]:.0f} %" if is_share else f"{row[name]:g}" for row in known]
    else:
        columns = [[float(row[f"{name}{end}"]) for row in known] for end in ("", "_low", "_high")]
        texts = (percentages if is_share else estimates)(*columns)
    left = iter(texts)
    return ["-" if row[name] is None else next(left) for row in rows]


def _remarks(answer: PositionWorth) -> Iterator[str]:
    about = answer.about
    if about["is_over"]:
        yield "No tile is left that could be placed: nothing is left to chance."
        return
    who, level = ", ".join(dict.fromkeys(about["strategies"])), f"{100 * about['level']:g} %"
    yield (
        f"From {about['playouts']:,} games played on from here by {who}, with the tiles that are left in any order "
        f"(seed {about['seed']}; intervals cover in {level} of all cases). Worth: the points that a card brings; kept: "
        "its holder never loses it; without the cards: who would have won these games."
    )
    if about["rules"]["name"].split(",")[1] == "none":
        yield "With these rules the cards bring nothing; with `rules: official` in the position they would."
    hidden = {card: sum(one["card"] == card for one in answer.threats) - SHOWN for card in NAMES}
    for card, number in hidden.items():
        if number > 0:
            many = f"{number} more {'cities' if card == 'king' else 'roads'}"
            yield f"{many} could take the {NAMES[card]}: see --format json."
