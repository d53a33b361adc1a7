"""Kingdomino (Blue Orange 2016): kingdoms of dominoes, drafted in lines."""
