"""The text form of conditions, as edition files and the command line write them.

    condition  = part {"or" part};  part = factor {"and" factor}
    factor     = "not" factor | "(" condition ")" | wanted {[","] wanted}
               | "straight of" N | "sum" (<= >= == < >) NUMBER
    wanted     = ["exactly" | "at least"] N (thing | "of a kind" | "of one colour" | "+" N {"+" N} ["of colours"])
               | "all" thing | "no" thing
    thing      = [colour] ["even" | "odd"] [number], at least one of them, and "dice" may follow

A number is written `6s` or `sixes`; N is a figure or a word (`three`). Wanted things side by side
(`2 red 2 green`) must all be there. Words that the dice show are colours, whatever they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from kingdice.dice.condition import And, Condition, Count, Groups, Not, Or, Same, Straight, Sum
from kingdice.dice.pool import Pool
from kingdice.errors import RollError, nearest

__all__ = ["parse_condition"]

_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_COUNTS = {word: number for number, word in enumerate(_WORDS, start=1)} | {"a": 1}
_PLURALS = {(word + "es" if word.endswith("x") else word + "s"): number for number, word in enumerate(_WORDS, start=1)}
_TOKEN = re.compile(
    r"\s*(?:(?P<many>-?\d+)'?s\b|(?P<figure>-?\d+)(?!\d|[^\W\d_])|(?P<word>[^\W\d_][\w-]*)"
    r"|(?P<sign><=|>=|==|≤|≥|[<>=])|(?P<mark>[-()+,]))"
)
_SIGNS = {"≤": "<=", "≥": ">=", "=": "=="}
_LONGEST = 500
_DEEPEST = 20


def parse_condition(text: str, pool: Pool) -> Condition:
    """Read a condition on the rolls of a pool.

    Raises
    ------
    RollError
        Naming the place in the text and what was expected there, or that no roll can meet it.

    Examples
    --------
    >>> from kingdice.dice.notation import parse_dice
    >>> pool = parse_dice("6d6")
    >>> str(parse_condition("three sixes and two 5s", pool))
    '3 6s and 2 5s'
    >>> parse_condition("three sevens", pool)
    Traceback (most recent call last):
    kingdice.errors.RollError: 'three sevens': at character 7: no die shows 7
    """
    condition = _Reader(text, pool).read()
    small = pool.project(condition.face_key)
    small.check_size()
    if not condition.met(small).any():
        raise RollError(f"'{text.strip()}': no roll of these dice can meet this")
    return condition


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


class _Reader:
    def __init__(self, text: str, pool: Pool) -> None:
        self.text = text
        self.pool = pool
        self.place = 0
        self.depth = 0
        if len(text) > _LONGEST:
            raise RollError(f"'{text[:20]}…': a condition has at most {_LONGEST} characters")
        self.tokens = self._tokens()

    def _tokens(self) -> list[_Token]:
        tokens, at = [], 0
        while self.text[at:].strip():
            match = _TOKEN.match(self.text, at)
            if match is None:
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                self._refuse(at, "expected a count such as three or 3, 'straight of', 'sum', 'not' or (")
            kind = str(match.lastgroup)
            tokens.append(_Token(kind, match[kind].lower(), match.start(kind)))
            at = match.end()
        return [*tokens, _Token("end", "", len(self.text.rstrip()))]

    def _refuse(self, at: int, why: str) -> NoReturn:
        shown = self.text.strip()
        before = len(self.text) - len(self.text.lstrip())
        raise RollError(f"'{shown}': at character {at - before + 1}: {why}")

    @property
    def _next(self) -> _Token:
        return self.tokens[self.place]

    def _take(self) -> _Token:
        token = self._next
        self.place += token.kind != "end"
        return token

    def _accept(self, *words: str) -> bool:
        here = [token.text for token in self.tokens[self.place : self.place + len(words)]]
        if here == list(words):
            self.place += len(words)
            return True
        return False

    def _expect(self, *words: str) -> None:
        for word in words:
            if not self._accept(word):
                self._refuse(self._next.at, f"expected '{word}'")

    def read(self) -> Condition:
        condition = self._condition()
        if self._next.kind != "end":
            self._refuse(self._next.at, "expected 'and', 'or' or the end")
        return condition

    def _condition(self) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            self._refuse(self._next.at, f"brackets nest at most {_DEEPEST} deep")
        parts = [self._part()]
        while self._accept("or"):
            parts.append(self._part())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _part(self) -> Condition:
        parts = [self._factor()]
        while self._accept("and"):
            parts.append(self._factor())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _factor(self) -> Condition:
        if self._accept("not"):
            self.depth += 1
            if self.depth > _DEEPEST:
                self._refuse(self._next.at, f"brackets nest at most {_DEEPEST} deep")
            inner = self._factor()
            self.depth -= 1
            return Not(inner)
        if self._accept("("):
            condition = self._condition()
            self._expect(")")
            return condition
        if self._accept("straight"):
            self._expect("of")
            at = self._next.at
            length = self._count()
            if len(self.pool.numbers) < length:
                self._refuse(at, f"the dice show only {len(self.pool.numbers)} different numbers")
            return Straight(length)
        if self._accept("sum"):
            return self._sum()
        wanted = [self._wanted()]
        while self._starts_wanted():
            self._accept(",")
            wanted.append(self._wanted())
        return wanted[0] if len(wanted) == 1 else And(tuple(wanted))

    def _sum(self) -> Condition:
        sign = self._take()
        if sign.kind != "sign":
            self._refuse(sign.at, "expected <=, >=, ==, < or >")
        figure = self._take()
        if figure.kind != "figure" or len(figure.text) > 12:
            self._refuse(figure.at, "expected a whole number")
        return Sum(_SIGNS.get(sign.text, sign.text), int(figure.text))

    def _starts_wanted(self) -> bool:
        token = self._next
        return (
            token.text in {",", "exactly", "at", "all", "no"} or token.kind == "figure" or token.text in _COUNTS
        ) and token.text not in self.pool.colours

    def _count(self) -> int:
        token = self._take()
        number = _COUNTS.get(token.text, 0)
        if token.kind == "figure" and len(token.text) < 9:
            number = int(token.text)
        if number < 1:
            hint = nearest(token.text, [*_COUNTS, "straight", "sum", "not", "all", "exactly"])
            self._refuse(token.at, f"expected a count such as three or 3{hint}")
        if number > self.pool.dice:
            self._refuse(token.at, f"there are only {self.pool.dice} dice")
        return number

    def _wanted(self) -> Condition:
        if self._accept("all"):
            return self._thing(self.pool.dice, exactly=False)
        if self._accept("no"):
            return self._thing(0, exactly=True)
        exactly = self._accept("exactly")
        if not exactly and self._accept("at"):
            self._expect("least")
        start = self._next.at
        count = self._count()
        if self._next.text == "+":
            return self._groups(count, start, exactly)
        after = self.tokens[min(self.place + 1, len(self.tokens) - 1)].text
        if self._next.text == "of" and ("of" not in self.pool.colours or after in {"a", "one"}):
            self._take()
            if self._accept("a"):
                self._expect("kind")
                return Same(count, "number", exactly)
            self._expect("one")
            kind = self._take()
            if kind.text not in {"colour", "color", "number"}:
                self._refuse(kind.at, "expected 'colour' or 'number'")
            return Same(count, "number" if kind.text == "number" else "colour", exactly)
        return self._thing(count, exactly=exactly)

    def _groups(self, first: int, start: int, exactly: bool) -> Condition:
        sizes = [first]
        while self._accept("+"):
            sizes.append(self._count())
        of = "number"
        if self._accept("of"):
            self._expect("colours")
            of = "colour"
        if sum(sizes) > self.pool.dice:
            self._refuse(start, f"there are only {self.pool.dice} dice")
        return Groups(tuple(sizes), of, exactly)

    def _thing(self, count: int, *, exactly: bool) -> Condition:
        colour = parity = number = None
        token = self._next
        if token.kind == "word" and token.text in self.pool.colours:
            colour = self._take().text
        token = self._next
        if token.kind == "word" and token.text in {"even", "odd"}:
            parity = self._take().text
        token = self._next
        if token.kind == "many" or (token.kind == "figure" and not colour and not parity):
            if len(token.text) > 9:
                self._refuse(token.at, "expected a smaller number")
            number = int(self._take().text)
        elif token.kind == "word" and token.text in _PLURALS:
            number = _PLURALS[self._take().text]
        if number is not None and number not in self.pool.numbers:
            self._refuse(token.at, f"no die shows {number}")
        if colour is None and parity is None and number is None:
            known = [f"a colour ({', '.join(self.pool.colours)})"] if self.pool.colours else []
            known += ["a number such as 6s", "even, odd", "'of a kind'"] if self.pool.numbers else []
            hint = nearest(token.text, [*self.pool.colours, *_PLURALS, "even", "odd"])
            self._refuse(token.at, f"expected {', '.join(known)}{hint}")
        self._accept("dice") or self._accept("die")
        return Count(count, number, colour, parity, exactly)
