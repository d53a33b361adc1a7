"""The games, a folder each; a game never imports another."""
