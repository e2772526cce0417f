"""A second, deliberately simple implementation of the whole game, written from docs/rules.md alone.

It knows nothing of the engine: hexes, corners, elements and animals are their names, everything is
a plain dict, set or Counter of them, nothing is kept up to date that can be counted anew, and every
action is a generator that yields its decisions. It is slow and easy to check by eye. Tests play
it in step with the engine and compare every state, every list of legal moves and every score.

``tables`` holds the printed facts, ``game`` the components and the simplest things done to them,
``dominance`` and ``scoring`` the counting, ``planning``, ``actions``, the ``cards_…`` and
``reset`` the rules in the order of the rulebook, ``sequence`` the order of a turn, and ``playing``
answers decisions with moves. ``conservation`` counts the components of a state document.
"""
