"""Reproducible simulation: random streams, and turns played by a policy."""

RNG_VERSION = 1
"""Changes whenever the same seed would give other dice; part of every result's identity."""
