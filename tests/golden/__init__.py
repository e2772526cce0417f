"""Golden playthroughs: whole games as texts (docs/replays.md) that show all that the engine says.

``games/`` holds them; ``record`` lists and plays them; ``make golden`` writes them anew.
"""
