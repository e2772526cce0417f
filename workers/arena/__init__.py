"""The arena: levels against each other, how sure their results are, and the ladder of them all."""
