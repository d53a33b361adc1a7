"""Rows and turns of Kingdomino games made by hand, where a test wants to know what comes out."""

from __future__ import annotations

import numpy as np
import pandas as pd

TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"]
SEAT = ["score", "base", "middle", "harmony", "discards", "largest", "crowns", "squares", "property_points", "castle"]
TURN = np.dtype(
    [
        *((name, "i8") for name in ("game", "round", "line", "turn", "seat", "held", "legal", "placement", "picked")),
        ("rank", "i8"),
        ("offered", "i8", (4,)),
        ("points", "i8"),
    ]
)


def rows(games: list[list[dict]], *, strategies: list[str] | None = None, variants: str = "standard", first: int = 0):
    """A table of games, given as the facts of every seat; `squares` and `points` by terrain, `castle` as four."""
    table = []
    for number, seats in enumerate(games, start=first):
        best = max(seat["score"] for seat in seats)
        winners = sum(1 << place for place, seat in enumerate(seats) if seat.get("wins", seat["score"] == best))
        row = {"game": number, "move_hash": 0, "winners": winners, "decided_by": seats[0].get("decided_by", 0)}
        for place, seat in enumerate(seats, start=1):
            numbers = dict.fromkeys(SEAT, 0) | {key: value for key, value in seat.items() if key in SEAT}
            numbers["squares"] = packed(seat.get("squares", {}), 8)
            numbers["property_points"] = packed(seat.get("points", {}), 10)
            numbers["castle"] = sum(reach << 4 * side for side, reach in enumerate(seat.get("castle", (2, 2, 2, 2))))
            row |= {f"{name}_{place}": numbers[name] for name in SEAT}
        table.append(row)
    frame = pd.DataFrame(table)
    frame.attrs = {
        "game": "kingdomino",
        "edition": {"name": variants, "hash": ""},
        "strategies": strategies or ["any"] * len(games[0]),
    }
    return frame


def packed(by_terrain: dict[str, int], bits: int) -> int:
    return sum(amount << bits * TERRAINS.index(terrain) for terrain, amount in by_terrain.items())


def turns(*some: dict) -> np.ndarray:
    """Turns of a log, in order; what is not said is 0."""
    log = np.zeros(len(some), dtype=TURN)
    for place, one in enumerate(some):
        for name, value in one.items():
            if name == "offered":
                log[place][name][: len(value)] = value
            else:
                log[place][name] = value
    return log
