"""Carcassonne with the King and the Robber Baron: tiles as data, rules, strategies, tables and figures."""
