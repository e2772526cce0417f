"""The AI: policies that choose a move from the public state, whoever asks.

Imports ``service.rules`` and the table of levels only. ``levels.decide`` is the way in.
"""
