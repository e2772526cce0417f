"""The rules engine: pure Python that knows no JSON, HTTP or Redis.

``setup.new_game`` starts a game, ``engine`` lists and makes moves, ``dominance`` and ``scoring``
answer questions about a state. Rule ids (R...) refer to docs/rules.md.
"""

RULINGS = "1"  # raised whenever the same state and move would give another answer
