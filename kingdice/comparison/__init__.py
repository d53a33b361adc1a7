"""Comparing strategies fairly: every seating on the same dice, one rotation as the unit of every interval.

`line_up` says who sits where, `rotation` plays it, `stopping` ends it early, `controls` plays the checks beside it, and
`compare` turns the rows into the answer, by way of `intervals`, `sequential`, `ratings` and `luck`. Nothing here knows
a game.
"""
