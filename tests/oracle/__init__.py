"""A second, deliberately simple reading of the rules, on plain state documents.

It knows nothing of the engine: plain dicts and lists over the JSON of the state, written from
docs/rules.md alone, slow and easy to check by eye. Tests compare the engine with it.
"""
