"""The odds of every citizen: a table to sort and filter, and a page for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kingdice.errors import EditionError, nearest
from kingdice.games.king_of_dice.edition import Citizen, Edition
from kingdice.web.in_play import InPlay, Share, Standing
from kingdice.web.odds_book import Entry, OddsBook, Rank, rank
from kingdice.web.odds_chart import percent
from kingdice.web.odds_state import OddsState, headings, read_state
from kingdice.web.rendering import page

if TYPE_CHECKING:
    from kingdice.web.site import Site

__all__ = ["routes"]

_LONGEST_ID = 40


def routes(site: Site, in_play: InPlay | None = None) -> list[Route]:
    """The addresses of these pages; games are played by `in_play`, or as the site says."""
    pages = _Pages(site.edition, OddsBook(site.edition), in_play or InPlay(site.edition, games=site.games))

    async def table(request: Request) -> Response:
        await pages.book.ready(site.threads)
        return pages.table(read_state(request.query_params, site.edition))

    async def citizen(request: Request) -> Response:
        await pages.book.ready(site.threads)
        state = read_state(request.query_params, site.edition)
        return pages.citizen(request.path_params["citizen"], state)

    async def played_again(request: Request) -> Response:
        pages.in_play.ask_again()
        state = read_state(request.query_params, site.edition)
        identifier = request.path_params.get("citizen", "")
        return RedirectResponse(
            state.of(identifier) if identifier in site.edition.bit_of else state.address, status_code=303
        )

    return [
        Route("/odds", table),
        Route("/odds", played_again, methods=["POST"]),
        Route("/odds/{citizen}", citizen),
        Route("/odds/{citizen}", played_again, methods=["POST"]),
    ]


@dataclass(frozen=True)
class _Pages:
    """What the pages are made of; nothing here waits."""

    edition: Edition
    book: OddsBook
    in_play: InPlay

    def table(self, state: OddsState) -> Response:
        standing = self.in_play.ask()
        with_taken = standing.state in ("known", "playing")
        columns = [column for column in headings(self.edition) if with_taken or column.key != "taken"]
        crowded = state.sort not in ("", "citizen", "points", f"p{state.rolls}", "expected")
        away = ("village", "taken", "expected") if crowded else ("village", "taken")  # from narrow screens
        return page(
            "odds.html.j2",
            title="Odds of every citizen",
            here="/odds",
            edition=self.edition,
            state=state,
            query=state.query,
            headings=columns,
            also=[column for column in columns if column.key in away and column.key != state.sort],
            entries=self.book.chosen(state, standing.takings),
            crowded=crowded,
            counted=_counted(self.edition),
            villages=[*(village.name for village in self.edition.villages), *self._homeless(state)],
            types=list(dict.fromkeys(citizen.citizen for citizen in self.edition.citizens)),
            most=self.book.rolls,
            standing=standing,
            with_taken=with_taken,
            taken=self._taken(standing),
            in_play=self.in_play,
            reach=_widest(standing),
        )

    def citizen(self, identifier: str, state: OddsState) -> Response:
        entry = self.book.entries.get(identifier)
        if entry is None:
            return self._unknown(identifier, state)
        citizen = entry.citizen
        standing = self.in_play.ask()
        before, after = self.book.neighbours(identifier, state, standing.takings)
        everybody = list(self.book.entries.values())
        rolls = state.rolls
        return page(
            "citizen.html.j2",
            title=f"{identifier}: odds",
            here="/odds",
            edition=self.edition,
            state=state,
            entry=entry,
            citizen=citizen,
            ranks=[
                (
                    f"chance with {rolls} roll{'s' * (rolls != 1)}",
                    _rank(entry, everybody, lambda one: one.chances[rolls - 1]),
                ),
                ("expected points", _rank(entry, everybody, lambda one: one.expected(rolls))),
            ],
            taken_rank=self._taken_rank(identifier, standing),
            before=before,
            after=after,
            standing=standing,
            in_play=self.in_play,
            taking=standing.takings.get(identifier),
            advisor=self._advisor(citizen),
            percent=percent,
            interval=_interval,
        )

    def _unknown(self, identifier: str, state: OddsState) -> Response:
        near = [one for one in self.edition.bit_of if nearest(identifier[:_LONGEST_ID], [one])]
        try:
            self.edition.citizen(identifier)
        except EditionError as error:
            why = str(error)
        return page(
            "odds_unknown.html.j2", status=404, title="No such citizen", here="/odds", why=why, near=near, state=state
        )

    def _homeless(self, state: OddsState) -> list[str]:
        return [state.homeless] * any(citizen.village is None for citizen in self.edition.citizens)

    def _taken(self, standing: Standing) -> dict[str, str]:
        """What the column says of each citizen; nothing while it is not known."""
        if standing.state != "known":
            return dict.fromkeys(self.edition.bit_of, "")
        return {one: percent(taking.taken.value) if taking.taken else "–" for one, taking in standing.takings.items()}

    def _taken_rank(self, identifier: str, standing: Standing) -> Rank | None:
        shares = {one: taking.taken.value if taking.taken else None for one, taking in standing.takings.items()}
        return rank(shares.get(identifier), list(shares.values()))

    def _advisor(self, citizen: Citizen) -> str:
        """The advisor with this citizen under its own village, or on the left."""
        names = [village.name for village in self.edition.villages]
        place = names.index(citizen.village) if citizen.village in names else 0
        return "/?" + urlencode({"display": "," * place + citizen.id}, safe=",")


def _rank(entry: Entry, everybody: list[Entry], value: Any) -> Rank | None:
    return rank(value(entry), [value(other) for other in everybody])


def _counted(edition: Edition) -> str:
    """What expected points leave out, in a sentence."""
    effects = {citizen.effect for citizen in edition.citizens}
    fairy = "X counts as the first fairy; " * ("fairy" in effects)
    given = "what is given away counts nothing; " * ("given away" in effects)
    words = f"{fairy}{given}villages and penalties are left out."
    return words[0].upper() + words[1:]


def _widest(standing: Standing) -> float:
    """How far the widest interval of what is taken reaches, in chance."""
    shares = [taking.taken for taking in standing.takings.values() if taking.taken]
    return max((max(share.high - share.value, share.value - share.low) for share in shares), default=0.0)


def _interval(share: Share) -> str:
    low, high = (percent(end).removesuffix(" %") for end in (share.low, share.high))
    return f"{low} to {high}"
