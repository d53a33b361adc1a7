"""Pages to have open at the table: what to reroll, every citizen's odds, a kingdom's score, the built reports."""
