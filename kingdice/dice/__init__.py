"""Dice, conditions, the keep lattice and the turn solver; nothing here knows a game."""
