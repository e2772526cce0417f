"""The state document ``dominant-species/1`` and the engine's state, each made from the other.

Here are the one JSON reader, every validation of a document, and the names of moves, events and
decisions. Nothing here decides a rule; that is ``service.rules``.
"""
