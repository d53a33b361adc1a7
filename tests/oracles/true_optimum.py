"""What is the best play of a whole game? Every state of a tiny King of Dice, solved from the end.

The game in `tiny_editions/tiny.toml` (two dice, six citizens, two players) has so few states that
the best play can be found without any cleverness. Every turn takes a card off the draw pile, so a
state only leads to states with fewer cards left, and going from the end to the start solves each
of them once. Within a turn every ordered roll and every choice of dice is tried. The order of the hidden cards is
not known to the players: the next citizen is any of those not drawn yet, the next penalty any of
those not seen yet, each as likely as any other.

A *table* is the game between two turns as both players see it, from the side of the player whose
turn it is. What a player wants is a *payoff*: 'win' (+1/2 for a win, 0 for a shared one, -1/2 for
the other's: the chance of winning less one half) or 'lead' (own score less the other's). What one
wins the other loses, so a table's value is the largest mean that the player to move can be sure of.

Shares no code with kingdice; only the cards' points, villages and effects are read from the same
file. Source of the rules: King of Dice, official Catalan rules. As there: elf on top of the realm
gives one roll more; the apprentice one whole turn more; n fairies count n each; the dragon goes on
top of the other's realm; a failure costs the top penalty and the rightmost citizen; taking the last
card of the draw pile, of the penalties or of any village pile ends the game at once; equal scores
are decided by fewer minus points, then shared. A player who meets a citizen must take one.
"""

import tomllib
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple, Protocol

TINY = Path(__file__).parent / "tiny_editions" / "tiny.toml"
TINY_SHORT = TINY.with_stem("tiny-short")
TIE = 1e-9
NOTHING = -1
STOP = 0

DIE = ((1, "red"), (2, "blue"), (3, "red"), (4, "blue"))
ROLLS = list(product(range(4), repeat=2))  # faces of the first and of the second die
NUMBERS = [tuple(DIE[face][0] for face in roll) for roll in ROLLS]
COLOURS = [tuple(DIE[face][1] for face in roll) for roll in ROLLS]

# A keep is a face for a die that stays and None for a die that is rolled again; all dice kept is stopping.
KEEPS = list(product((*range(4), None), repeat=2))
LEADS_TO = [
    [at for at, roll in enumerate(ROLLS) if all(kept in (None, face) for kept, face in zip(keep, roll, strict=True))]
    for keep in KEEPS
]
KEEPS_OF = [
    [KEEPS.index(keep) for keep in ((first, second), (first, None), (None, second), (None, None))]
    for first, second in ROLLS
]  # stopping first, so that among equals it is preferred

MEETS: dict[str, list[bool]] = {
    "elf": [abs(first - second) == 1 for first, second in NUMBERS],
    "apprentice": [first == second for first, second in NUMBERS],
    "dragon": [first + second >= 6 for first, second in NUMBERS],
    "fairy-red": [colours == ("red", "red") for colours in COLOURS],
    "fairy-blue": [colours == ("blue", "blue") for colours in COLOURS],
    "dwarf": [numbers == (4, 4) for numbers in NUMBERS],
}

Follows = tuple[float, "Table", bool, bool]  # chance, next table or the last, whether the game is over, same side


class Realm(NamedTuple):
    """What a player has; of the order only whether an elf lies on top matters."""

    citizens: frozenset[str] = frozenset()
    villages: frozenset[tuple[str, int]] = frozenset()
    penalties: tuple[int, ...] = ()
    elf_on_top: bool = False


class Table(NamedTuple):
    """The game before a turn.

    Attributes
    ----------
    undrawn : frozenset of str
        Citizens in the draw pile, whose order nobody knows.
    display : tuple of str
        Left to right.
    villages : tuple of tuples of int
        What is left of the pile over each place, the top first.
    penalty : int
        The top penalty, negative.
    hidden : tuple of int
        The penalties under it, whose order nobody knows, sorted.
    mine, others : Realm
        Of the player whose turn it is, and of the other one.
    """

    undrawn: frozenset[str]
    display: tuple[str, ...]
    villages: tuple[tuple[int, ...], ...]
    penalty: int
    hidden: tuple[int, ...]
    mine: Realm = Realm()
    others: Realm = Realm()


class Way(NamedTuple):
    """One way in which the game may go on after a turn.

    Attributes
    ----------
    chance : float
    to : int
        Number of the next table; NOTHING when the game is over.
    same_side : bool
        Whether the next table, or the end, is seen from the side of the player whose turn it was.
    end : dict
        Payoffs of that player when the game is over.
    """

    chance: float
    to: int
    same_side: bool
    end: dict[str, float]


class Player(Protocol):
    """Decides every turn by the table alone."""

    def odds(self, table: Table) -> list[tuple[int, float]]:
        """Places of the display (or NOTHING) that the turn ends with, each with its chance."""


class TinyGame:
    """The rules, and every table that a game may come to.

    Parameters
    ----------
    path : Path
        An edition file with the dice of `DIE`, citizens of `MEETS`, and no rule switch turned.

    Attributes
    ----------
    tables : list of Table
        Those with fewest undrawn citizens first, so that a turn always leads to an earlier one.
    ways : list of dicts
        For each table and each place that its turn may end with (or NOTHING), how the game may go on.
    starts : list of (int, float)
        Numbers of the first tables, each with its chance.
    """

    def __init__(self, path: Path = TINY) -> None:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        self.rolls: int = content["rules"].pop("rolls")
        shown = tuple(f"{number} {colour}" for number, colour in DIE)
        if content["rules"] or [(tuple(die["faces"]), die["copies"]) for die in content["dice"]] != [(shown, 2)]:
            raise ValueError(f"{path}: not the dice and rules that this oracle plays by")
        self.cards: dict[str, dict] = {card["id"]: card for card in content["citizens"]}
        self.piles = [(village["name"], tuple(village["values"])) for village in content["villages"]]
        self.penalties = sorted(one["points"] for one in content["penalties"] for _ in range(one.get("copies", 1)))
        if not set(self.cards) <= set(MEETS) or any(card.get("effect") == "neighbour" for card in self.cards.values()):
            raise ValueError(f"{path}: not the citizens that this oracle knows")
        starts = self._set_up()
        after = self._explore([table for _, table in starts])
        self.tables = sorted(after, key=lambda table: len(table.undrawn))
        self.number = {table: number for number, table in enumerate(self.tables)}
        self.ways = [
            {place: [self._way(*follows) for follows in after[table][place]] for place in after[table]}
            for table in self.tables
        ]
        self.starts = [(self.number[table], chance) for chance, table in starts]

    def rolls_of(self, table: Table) -> int:
        """How many rolls the turn has."""
        return self.rolls + table.mine.elf_on_top

    def choices(self, table: Table, roll: int) -> list[int]:
        """Places of the citizens that a roll meets; NOTHING if there are none."""
        return [place for place, one in enumerate(table.display) if MEETS[one][roll]] or [NOTHING]

    def after(self, table: Table, place: int) -> list[Follows]:
        """What may follow when the turn ends with the citizen at this place, or with NOTHING."""
        return list(self._fails(table) if place == NOTHING else self._takes(table, place))

    def score(self, realm: Realm) -> int:
        """Points at the end."""
        points = [self.cards[one]["points"] for one in realm.citizens]
        fairies = points.count("X")
        citizens = sum(one for one in points if one != "X")
        return citizens + fairies * fairies + sum(value for _, value in realm.villages) + sum(realm.penalties)

    def minus(self, realm: Realm) -> int:
        """Minus points at the end, as a positive number."""
        points = [self.cards[one]["points"] for one in realm.citizens]
        return -sum(realm.penalties) - sum(one for one in points if one != "X" and one < 0)

    def payoffs(self, table: Table) -> dict[str, float]:
        """What the end is worth to the player whose realm is `mine`.

        Besides 'win' and 'lead' there are 'decided' (1 unless the win is shared) and 'lead squared', which tell how
        widely the payoffs of single games spread.
        """
        lead = self.score(table.mine) - self.score(table.others)
        ahead = lead or self.minus(table.others) - self.minus(table.mine)
        win = (ahead > 0) - (ahead < 0)
        return {"win": win / 2, "lead": float(lead), "decided": float(abs(win)), "lead squared": float(lead * lead)}

    def _set_up(self) -> list[tuple[float, Table]]:
        """Every first table with its chance."""
        empty = Table(frozenset(self.cards), (), tuple(values for _, values in self.piles), 0, tuple(self.penalties))
        starts = [(1.0, empty)]
        for _ in self.piles:
            starts = [(chance * part, laid) for chance, table in starts for part, laid in self._draws(table)]
        return [(chance * part, turned) for chance, table in starts for part, turned in self._turn_up(table)]

    def _explore(self, starts: list[Table]) -> dict[Table, dict[int, list[Follows]]]:
        """Every table that may come up, with what may follow."""
        after: dict[Table, dict[int, list[Follows]]] = {}
        waiting = list(starts)
        while waiting:
            table = waiting.pop()
            if table not in after:
                after[table] = {place: self.after(table, place) for place in (*range(len(table.display)), NOTHING)}
                waiting += [then for ways in after[table].values() for _, then, over, _ in ways if not over]
        return after

    def _way(self, chance: float, table: Table, over: bool, same_side: bool) -> Way:
        """A way on, the next table by its number and the last one by what it is worth."""
        if over:
            return Way(chance, NOTHING, same_side, self.payoffs(table))
        return Way(chance, self.number[table], same_side, {})

    def _takes(self, table: Table, place: int) -> Iterator[Follows]:
        one = table.display[place]
        effect = self.cards[one].get("effect")
        mine, others, villages = table.mine, table.others, list(table.villages)
        ended = False
        if effect == "given away":
            others = others._replace(citizens=others.citizens | {one}, elf_on_top=False)
        else:
            name = self.piles[place][0]
            if self.cards[one].get("village") == name and villages[place]:
                mine = mine._replace(villages=mine.villages | {(name, villages[place][0])})
                villages[place] = villages[place][1:]
                ended = not villages[place]
            mine = mine._replace(citizens=mine.citizens | {one}, elf_on_top=effect == "fourth roll")
        left = table._replace(mine=mine, others=others, villages=tuple(villages))
        yield from self._goes_on(1.0, left, place, ended=ended, again=effect == "extra turn")

    def _fails(self, table: Table) -> Iterator[Follows]:
        penalties = tuple(sorted((*table.mine.penalties, table.penalty)))
        left = table._replace(mine=table.mine._replace(penalties=penalties, elf_on_top=False), penalty=0)
        for chance, turned in self._turn_up(left) if left.hidden else [(1.0, left)]:
            yield from self._goes_on(chance, turned, len(table.display) - 1, ended=not left.hidden, again=False)

    def _goes_on(self, chance: float, table: Table, gap: int, *, ended: bool, again: bool) -> Iterator[Follows]:
        """Close the gap from the left and draw a citizen, unless the game has ended; the last one drawn ends it."""
        if ended:
            yield chance, table, True, True
            return
        display = table.display[:gap] + table.display[gap + 1 :]
        for part, drawn in self._draws(table._replace(display=display)):
            over = not drawn.undrawn
            side = drawn if over or again else drawn._replace(mine=drawn.others, others=drawn.mine)
            yield chance * part, side, over, over or again

    def _draws(self, table: Table) -> list[tuple[float, Table]]:
        """The next citizen enters at the left."""
        share = 1 / len(table.undrawn)
        return [
            (share, table._replace(undrawn=table.undrawn - {one}, display=(one, *table.display)))
            for one in sorted(table.undrawn)
        ]

    def _turn_up(self, table: Table) -> list[tuple[float, Table]]:
        """The next penalty is seen."""
        share = 1 / len(table.hidden)
        return [
            (
                share * table.hidden.count(points),
                table._replace(penalty=points, hidden=_without(table.hidden, points)),
            )
            for points in sorted(set(table.hidden))
        ]


class Optimum:
    """The best play of both players for one payoff: the player to move makes its value as large as can be.

    Values within 1e-9 are equals; of these the first in a fixed order is chosen (stop, keep the first die, keep the
    second, keep none; the leftmost citizen). So the best play need not be the only one, and another might punish a
    mistake more.

    Parameters
    ----------
    game : TinyGame
    what : str
        'win' or 'lead'.

    Attributes
    ----------
    values : list of float
        For each table, the mean payoff of the player to move when both play their best.
    start_value : float
        The same for seat 1 before the cards are laid out.
    """

    def __init__(self, game: TinyGame, what: str) -> None:
        self.game = game
        self.what = what
        self.values: list[float] = []
        self._plans: list[tuple[list[int], list[list[int]]]] = []
        for number in range(len(game.tables)):
            value, places, keeps = self._solve(number)
            self.values.append(value)
            self._plans.append((places, keeps))
        self.start_value = sum(chance * self.values[number] for number, chance in game.starts)

    def plan(self, table: Table) -> tuple[list[int], list[list[int]]]:
        """The place taken with each roll, and the keep of each roll with 1, 2, … rolls left."""
        return self._plans[self.game.number[table]]

    def odds(self, table: Table) -> list[tuple[int, float]]:
        """Places that the turn ends with, each with its chance."""
        return turn_odds(*self.plan(table))

    def _solve(self, number: int) -> tuple[float, list[int], list[list[int]]]:
        """Value and plan of one table, those that it leads to being solved."""
        table = self.game.tables[number]
        worth_of = {place: self._worth(ways) for place, ways in self.game.ways[number].items()}
        places = [_best(self.game.choices(table, roll), worth_of) for roll in range(len(ROLLS))]
        stopping = [worth_of[place] for place in places]
        best, keeps = stopping, []
        for _ in range(self.game.rolls_of(table) - 1):
            value = [sum([best[roll] for roll in leads]) / len(leads) for leads in LEADS_TO]
            for roll, stop in zip(KEEPS_OF, stopping, strict=True):
                value[roll[STOP]] = stop
            chosen = [_best(possible, value) for possible in KEEPS_OF]
            best = [value[keep] for keep in chosen]
            keeps.append(chosen)
        return sum(best) / len(best), places, keeps

    def _worth(self, ways: list[Way]) -> float:
        """Mean payoff once the turn has ended in one of these ways."""
        total = 0.0
        for chance, to, same_side, end in ways:
            worth = self.values[to] if to != NOTHING else end[self.what]
            total += chance * (worth if same_side else -worth)
        return total


def turn_odds(places: Sequence[int], keeps: Sequence[Sequence[int]]) -> list[tuple[int, float]]:
    """How a turn ends under a plan.

    Parameters
    ----------
    places : sequence of int
        What each of the rolls takes.
    keeps : sequence of sequences of int
        For 1, 2, … rolls left, the keep of each roll.

    Returns
    -------
    list of (place, chance)
    """
    chances = [1 / len(ROLLS)] * len(ROLLS)
    ends = dict.fromkeys(sorted(set(places)), 0.0)
    for chosen in reversed(keeps):
        rolled = [0.0] * len(ROLLS)
        for roll, keep in enumerate(chosen):
            if keep == KEEPS_OF[roll][STOP]:
                ends[places[roll]] += chances[roll]
            else:
                for leads in LEADS_TO[keep]:
                    rolled[leads] += chances[roll] / len(LEADS_TO[keep])
        chances = rolled
    for roll, chance in enumerate(chances):
        ends[places[roll]] += chance
    return [(place, chance) for place, chance in ends.items() if chance > 0]


class Match:
    """Two players against each other: exact means over all games.

    Parameters
    ----------
    game : TinyGame
    first, second : Player
        Of seat 1, which begins, and of seat 2.
    """

    def __init__(self, game: TinyGame, first: Player, second: Player) -> None:
        self.game = game
        self._odds: dict[tuple[int, int], list[tuple[int, float]]] = {}  # by table and seat to move, latest first
        reached = {(number, 0) for number, _ in game.starts}
        for number in reversed(range(len(game.tables))):
            for seat, player in enumerate((first, second)):
                if (number, seat) in reached:
                    odds = self._odds[number, seat] = player.odds(game.tables[number])
                    ways = [way for place, _ in odds for way in game.ways[number][place] if way.to != NOTHING]
                    reached |= {(way.to, seat if way.same_side else 1 - seat) for way in ways}

    def mean(self, what: str) -> float:
        """Mean payoff of seat 1."""
        turned_round = -1 if what in ("win", "lead") else 1
        means: dict[tuple[int, int], float] = {}
        for (number, seat), odds in reversed(self._odds.items()):
            total = 0.0
            for place, part in odds:
                for chance, to, same_side, end in self.game.ways[number][place]:
                    worth = means[to, seat if same_side else 1 - seat] if to != NOTHING else end[what]
                    total += part * chance * (worth if same_side else turned_round * worth)
            means[number, seat] = total
        return sum(chance * means[number, 0] for number, chance in self.game.starts)


def _best(options: Sequence[int], worth: dict[int, float] | list[float]) -> int:
    """The option worth most, the first of equals."""
    chosen = options[0]
    for option in options[1:]:
        if worth[option] > worth[chosen] + TIE:
            chosen = option
    return chosen


def _without(values: tuple[int, ...], one: int) -> tuple[int, ...]:
    at = values.index(one)
    return values[:at] + values[at + 1 :]
