"""Solitaire games of Yahtzee's kind: a score card, its value under the best play, and what that play scores."""

from analysis.solitaire.endings import Outcomes, outcomes
from analysis.solitaire.score_cards import YAHTZEE, YATZY, ScoreCard
from analysis.solitaire.values import Solved, solve, solve_card

__all__ = ["YAHTZEE", "YATZY", "Outcomes", "ScoreCard", "Solved", "outcomes", "solve", "solve_card"]
