"""Perft: how many sequences of n moves a position has, counted by the engine and by tests/oracle.

``positions.json`` holds the positions and their counts, ``counting`` counts, ``record`` finds
positions and writes the file, ``proof`` checks all that is stored.
"""
