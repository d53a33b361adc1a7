"""What becomes of the King and the Robber Baron, told from the turns of a game; shares no code with kingdice.

A turn is a mapping with the seat that took it, how many cities and roads it completed, and the tiles of the largest of
them that counts (0: none): seat, cities, roads, city, road.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

KINDS = {"king": ("cities", "city"), "robber": ("roads", "road")}
Turn = Mapping[str, int]


def follow(turns: Iterable[Turn], card: str, *, least: int = 2, equal: bool = False) -> list[tuple[int | None, int]]:
    """Who holds a card after each turn, None for nobody, and the size to beat."""
    holder, size, told = None, 0, []
    for turn in turns:
        largest = turn[KINDS[card][1]]
        enough = largest > size or (equal and largest == size)
        if largest and largest >= least and enough:
            holder, size = turn["seat"], largest
        told.append((holder, size))
    return told


def ends(turns: list[Turn], card: str, players: int, *, least: int = 2, equal: bool = False) -> dict[str, int]:
    """The columns of a card in the row of a game, by name without the card's; all that was completed counts."""
    told = follow(turns, card, least=least, equal=equal)
    passes = []  # turns in which the card got a holder or another one
    before, then = [0] * players, [0] * players
    earlier = None
    for number, (turn, (holder, _)) in enumerate(zip(turns, told, strict=True), start=1):
        completed = turn[KINDS[card][0]]
        if holder != earlier:
            passes.append(number)
        if earlier is not None:
            before[earlier] += completed
        if holder is not None:
            then[holder] += completed
        earlier = holder
    found = {
        "holder": 0 if told[-1][0] is None else told[-1][0] + 1,
        "size": told[-1][1],
        "counted": sum(turn[KINDS[card][0]] for turn in turns),
        "changes": max(len(passes) - 1, 0),
        "first": passes[0] if passes else 0,
        "last": passes[-1] if passes else 0,
    }
    for seat in range(players):
        found |= {f"before_{seat + 1}": before[seat], f"then_{seat + 1}": then[seat]}
    return found


def paid(row: Mapping[str, int], rule: str, players: int) -> list[tuple[int, int]]:
    """What the King and the Robber Baron bring each seat by a rule, from the row of a game."""
    found = []
    for seat in range(1, players + 1):
        has = [row[f"{card}_holder"] == seat for card in ("king", "robber")]
        points = {
            "none": [0, 0],
            "official": [row["king_counted"] * has[0], row["robber_counted"] * has[1]],
            "flat-10": [10 * has[0], 10 * has[1]],
            "flat-15-40": [20, 20] if all(has) else [15 * has[0], 15 * has[1]],
            "continuous": [row[f"king_before_{seat}"], row[f"robber_before_{seat}"]],
            "continuous-new": [row[f"king_then_{seat}"], row[f"robber_then_{seat}"]],
        }[rule]
        found.append((points[0], points[1]))
    return found


def winners(scores: list[int]) -> set[int]:
    """The seats with most points."""
    return {seat for seat, score in enumerate(scores) if score == max(scores)}


def base(row: Mapping[str, int], players: int) -> list[int]:
    """Points of each seat without the cards."""
    return [row[f"base_{seat}"] for seat in range(1, players + 1)]


def scores(row: Mapping[str, int], rule: str, players: int, cards: tuple[int, int] = (1, 1)) -> list[int]:
    """Points of each seat with the King and the Robber Baron counted so often."""
    own, bonus = base(row, players), paid(row, rule, players)
    return [points + king * cards[0] + robber * cards[1] for points, (king, robber) in zip(own, bonus, strict=True)]
