"""King of Dice (HABA 2017): editions, displays, odds and advice."""

from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition, load_edition

__all__ = ["Display", "Edition", "load_edition"]
