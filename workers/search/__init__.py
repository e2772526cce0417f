"""The AI: policies that choose a move from the public state, whoever asks.

Imports ``service.rules`` only. ``levels.decide`` is the way in.
"""
