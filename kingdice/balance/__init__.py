"""Is a game balanced? What a report holds against what would be fair, for any game with seats and scores.

`measures` are numbers of games with their intervals, `findings` those that are not as they should be, `changes` what
another edition makes of them on the same games. `seats`, `scores`, `skill`, `restricted` and `controls` say what can be
said of every game; what only one game has is in its own report. Nothing here knows a game but through
`simulation.seam`.
"""
