"""What does it cost that only a larger city takes the King, and only a longer road the Robber Baron?"""

from __future__ import annotations

from analysis.carcassonne_played import GREEDY, MINDFUL, Played
from analysis.telling import Found, block, columns_named
from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.taking_tables import near_misses, rules_of_taking
from kingdice.reporting.page import Prose, Section


def taking(played: Played) -> Section:
    """Ties, least sizes, and cities of two tiles that do not count."""
    ties = stack_tables(
        {"greedy": near_misses(played.logged(GREEDY)), MINDFUL: near_misses(played.logged(MINDFUL))}, "who"
    )
    table = rules_of_taking(
        played.logged(GREEDY), others={"big-cities": played.pair(GREEDY, "players", "official,big-cities")}
    )
    tie, by = Found(ties), Found(table)
    text = f"""
    Only a larger city takes the King. In {tie.share("with_any", 0, who="greedy", card="king")} of the games of greedy
    players somebody else completes one just as large as the record ({tie("near_misses", who="greedy", card="king"):.2f}
    times a game; roads {tie.share("with_any", 0, who="greedy", card="robber")} and
    {tie("near_misses", who="greedy", card="robber"):.2f}). If an equal size were enough, the King would change hands
    {tie("changes_if_equal", who="greedy", card="king"):.2f} times instead of
    {tie("changes", who="greedy", card="king"):.2f}, the Robber Baron
    {tie("changes_if_equal", who="greedy", card="robber"):.2f} instead of
    {tie("changes", who="greedy", card="robber"):.2f}; another player would have the King in the end in
    {tie.share("other_holder", who="greedy", card="king")} of the games, the Robber Baron in
    {tie.share("other_holder", who="greedy", card="robber")}, and {by.share("other_result", rule="equal", card="king")}
    of the games would have another result.

    A least size makes the cards quieter. If it takes 4 tiles they change hands
    {by("changes", rule="least-4", card="king"):.2f} and {by("changes", rule="least-4", card="robber"):.2f} times; with
    6 nobody gets the King in {by.share("nobody", 0, rule="least-6", card="king")} of the games, the Robber Baron in
    {by.share("nobody", 0, rule="least-6", card="robber")}. If cities of two tiles do not count at all for the King
    (big-cities), he is worth {by("worth", rule="big-cities", card="king"):.1f} points instead of
    {by("worth", rule="larger", card="king"):.1f}, and {by.share("changed", rule="big-cities", card="king")} of the
    results change instead of {by.share("changed", rule="larger", card="king")}: cards of unequal worth cancel less.
    """
    columns = ["rule", "card", "worth", "nobody", "changes", "never_changes", "last", "changed", "other_result"]
    parts = ["with_any", "decided_by_one", "other_holder"]
    names = {"who": "", "card": "", "near_misses": ""}
    names |= dict.fromkeys(parts, "") | {"changes": "", "changes_if_equal": "if_equal"}
    return Section(
        'What does the strict "larger" cost?',
        [
            Prose(text),
            block(
                "ties",
                columns_named(ties, **names),
                "near misses: turns in which another player completed a size equal to the record; decided by one: the "
                "holder of the end would have lost the card to one; other holder: if equal sizes counted, other turns "
                "being the same.",
                parts,
            ),
            block(
                "taking",
                table[columns],
                "Rules for taking the cards, all on the same greedy games. never changes: of the games in which "
                "somebody took it; changed: results, both cards; other result: than by the official rule.",
                ["nobody", "never_changes", "changed", "other_result"],
            ),
        ],
        sources=[
            *(played.source([name] * 2) for name in (GREEDY, MINDFUL)),
            played.source([GREEDY] * 2, "players", "big-cities"),
        ],
    )
