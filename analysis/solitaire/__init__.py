"""Solitaire games of Yahtzee's kind: a score card, its best play, and what that play scores."""
