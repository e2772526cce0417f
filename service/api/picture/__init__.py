"""A picture of a state as SVG: the map, the animals, the action display."""
