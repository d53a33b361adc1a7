"""kingdice: odds, optimal reroll policies and balance reports for three games of kings."""

__version__ = "0.1.0"
