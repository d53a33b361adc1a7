"""Pages, tables and the figure style."""
