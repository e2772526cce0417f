"""The HTTP API: one module per resource, and no rule of the game."""
