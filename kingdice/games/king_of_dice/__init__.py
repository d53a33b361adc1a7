"""King of Dice (HABA 2017): editions, displays, odds and advice."""

from kingdice.games.king_of_dice.advice import advise, advise_exact, compare_policies, display_policy
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition, load_edition
from kingdice.games.king_of_dice.odds import card_odds

__all__ = [
    "Display",
    "Edition",
    "advise",
    "advise_exact",
    "card_odds",
    "compare_policies",
    "display_policy",
    "load_edition",
]
