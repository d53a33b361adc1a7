"""What a far-sighted player would make of a display of which only the table's middle is known.

A far-sighted player sees a whole game (`sight`). Somebody who asks about one turn knows the display, the piles over
it, their own fairies and how far ahead they are. So a game is made up that looks like that: nobody else has a fairy,
nothing has been discarded, and neither penalties nor citizens run out this turn. A village that is the last of its pile
does end the game, as it would, and then being ahead or behind is what counts.
"""

from __future__ import annotations

from dataclasses import replace

from kingdice.dice.stakes import Stakes
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.rules import NOTHING, Card, Phase, State, score
from kingdice.games.king_of_dice.strategies import FarSighted

__all__ = ["MOST_AHEAD", "far_sighted_stakes", "supposed_game"]

MOST_AHEAD = 1000
_PLENTY = 10


def far_sighted_stakes(display: Display, *, rolls: int, ahead: int = 0) -> Stakes:
    """What is at stake for a far-sighted player, in points.

    Parameters
    ----------
    display : Display
    rolls : int
        More than the edition's number mean that an elf lies on top of the realm.
    ahead : int
        Own points less those of the best of the others, before the turn.

    Raises
    ------
    KingdiceError

    Examples
    --------
    What is left on display for the next player counts too, so even a fourth roll need not make an elf dearer:

    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> display = Display.of(load_edition(), ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"])
    >>> [round(worth, 2) for worth in display.stakes("lead").worths]
    [3.0, 6.0, 5.0, 4.0, 4.0]
    >>> [round(worth, 2) for worth in far_sighted_stakes(display, rolls=3).worths]
    [2.29, 4.19, 3.19, 2.98, 2.94]
    """
    return FarSighted().stakes(supposed_game(display, rolls=rolls, ahead=ahead))


def supposed_game(display: Display, *, rolls: int, ahead: int = 0) -> State:
    """A game that looks like a display to the player whose turn it is; arguments as in `far_sighted_stakes`."""
    if abs(ahead) > MOST_AHEAD:
        raise KingdiceError(f"ahead {ahead}: expected at most {MOST_AHEAD} points")
    edition = display.edition
    elsewhere = [one for one in edition.citizens if one.id not in display.ids]
    held = [one for one in elsewhere if one.effect == "fairy"][: display.fairies]
    if rolls > edition.rules.rolls:
        held += [one for one in edition.citizens if one.effect == "fourth roll"][:1]
    realm = tuple(Card("citizen", one.id, 0) for one in held)
    game = State(
        edition=edition,
        draw_pile=("",) * _PLENTY,
        display=display.ids,
        villages=tuple(
            tuple(village.values[village.values.index(top) :]) if top else ()
            for village, top in zip(edition.villages, display.villages, strict=True)
        ),
        penalties=(-display.penalty,) * _PLENTY,
        realms=(realm, *((),) * (display.players - 1)),
        seat=0,
        turns=(1,) + (0,) * (display.players - 1),
        phase=Phase.roll,
        roll=NOTHING,
        keep=NOTHING,
        rolls=rolls,
        rolls_left=rolls,
        taken=NOTHING,
        gone=frozenset(),
        again=False,
    )
    missing = ahead + max(score(game, seat) for seat in range(1, display.players)) - score(game, 0)
    return replace(game, realms=((Card("village", "", missing), *realm), *game.realms[1:]))
