"""The layout of the compact state: the index of every fact in the one list of ints.

A copy of a state is a copy of this list, so it is kept short: sets are bit masks, and small
counts are packed side by side in one int.

* ``SPECIES + hex``: six counts of 6 bits, animal ``a`` at bit ``6 * a``.
* ``HEX_ELEMENTS + hex``: six counts of 3 bits (0 to 6), element ``e`` at bit ``3 * e``: the disks
  on the hex's corners. It follows from the corners and is kept for matching (R4.1).
* ``ELEMENTS_OF + animal``, ``BOX + box``: six counts of 3 bits likewise; the printed elements are
  included. Their total is the value modulo 7, because 8 is 1 modulo 7 and no total passes 6.
* ``ELEMENT_CORNERS + 2 * element + half``: the corners that hold that element.
* "or 0" slots hold an index plus one.
"""

from typing import Final

from service.rules.tables import ELEMENTS, PRINTED_COUNT, PRINTED_ELEMENT

SPECIES: Final = 0  # per hex, packed
HEX_ELEMENTS: Final = 35  # per hex, packed, derived
TERRAIN: Final = 70  # per hex: terrain of the large tile + 1, or 0
MOVED: Final = 105  # per hex: species moved there under the pending Migration pawn
HIBERNATING: Final = 140  # per hex: protected species of HIBERNATOR
SPACE: Final = 175  # per action space: animal + 1, or 0
TERRAIN_TILES: Final = 216  # per terrain, tundra included: hexes where it counts, derived
EARTH: Final = 224  # hexes with a tile, derived
ELEMENT_CORNERS: Final = 225  # per element and half: corners holding it
EARTH_CORNERS: Final = 237  # per half: corners touching a tile, derived
PRESENCE: Final = 239  # per animal: hexes where it has species, derived
ELEMENTS_OF: Final = 245  # per animal, packed, printed ones included
GENE_POOL: Final = 251  # per animal
ELIMINATED: Final = 257  # per animal
PAWNS: Final = 263  # per animal: all action pawns it owns
IN_HAND: Final = 269  # per animal, derived
VP: Final = 275  # per animal
CONES: Final = 281  # per animal: hexes with its cone; only when dominance is claimed
PROTECTED: Final = 287  # per animal: elements protected in this turn's Regression
INITIATIVE: Final = 293  # per position: the animal there
PLAYER: Final = 299  # per animal: index of its player
BOX: Final = 305  # per box, packed
BAG: Final = 311  # per element
UNSEEN: Final = 317  # per terrain without tundra: face-down tiles
FACE_UP: Final = 324  # per stack: terrain + 1, or 0
FACE_DOWN: Final = 327  # per stack: how many tiles
OCCUPIED: Final = 330  # action spaces with a pawn, derived
AVAILABLE: Final = 331  # cards face up
TAKEN: Final = 332  # cards out of the game
DOMINATED: Final = 333  # hexes chosen in this turn's Domination
SURVIVAL: Final = 334  # holder of the Survival card + 1, or 0
TURN: Final = 335
CURSOR: Final = 336  # index into steps.STEPS
LAST_TURN: Final = 337
TURN_LIMIT: Final = 338  # 0: none
IN_PLAY: Final = 339  # animals in play
ANIMAL_COUNT: Final = 340  # derived
CLAIMED: Final = 341  # R0 dominance is "claimed"
SAVE_ANY: Final = 342  # R0 mammal_save is "any"
INITIATIVE_RETURN: Final = 343  # R0
MANUAL: Final = 344  # draws are decisions of nature
HIBERNATOR: Final = 345  # animal + 1, or 0
DEPTH: Final = 346  # frames on the pending stack
FRAMES: Final = 347  # the frames, outermost first
MAX_DEPTH: Final = 4
FRAME_SIZE: Final = 6
SIZE: Final = 371

# The fields of a frame. A field that a kind does not use is 0, SPACE_OF and PLACE are -1.
KIND: Final = 0  # index into kinds.KINDS
ANIMAL: Final = 1  # who decides; NATURE for a draw
SPACE_OF: Final = 2  # the action space whose pawn is being carried out
PLACE: Final = 3  # a hex, corner, box or stack
SET: Final = 4  # a mask of hexes, animals or terrains still to be handled
COUNT: Final = 5  # a number still to be handled

SPECIES_BITS: Final = 6
SPECIES_MASK: Final = 63
ELEMENT_BITS: Final = 3
ELEMENT_MASK: Final = 7

# The printed elements of each animal, packed like ELEMENTS_OF (R1.2).
PRINTED: Final = tuple(
    count << (ELEMENT_BITS * ELEMENTS.index(element))
    for element, count in zip(PRINTED_ELEMENT, PRINTED_COUNT, strict=True)
)
