"""Mutation testing: do the tests notice when a line of the engine is changed?

``mutating`` makes the changes, ``run`` (`make mutants`) tries a seeded sample of them. A runner of
our own, because mutmut changes neither module constants nor tables, in which half the rules of
this engine stand, and neither it nor cosmic-ray draws a seeded sample over all modules within a
time limit.
"""
