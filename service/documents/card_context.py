"""What each pending decision of a Dominance card has still to handle (R8).

As in ``context.py``. Where a card touches several tiles they are handled in the order of hexes,
and animals choose down the food chain (R8.0): so what is left is all that the card touches from
the first one left on.
"""

from service.documents.checks import Checks, animal_names, hex_names
from service.documents.names import decider_name
from service.documents.problems import ABSENT
from service.documents.wording import are, listed
from service.rules.cards.elimination import crowded_tiles
from service.rules.cards.species import aquatic_tiles
from service.rules.earth import (
    added_elements,
    element_count,
    elements_on_tile,
    has_vacant_corner,
    inhabited,
    opponents_on_earth,
    presence_of_others,
    species_on_tile,
    vacant_corners,
)
from service.rules.geometry import HEX_NAMES, NEIGHBOURS, bits
from service.rules.glaciation import targets
from service.rules.slots import (
    ANIMAL,
    AVAILABLE,
    COUNT,
    EARTH,
    ELIMINATED,
    HIBERNATOR,
    IN_PLAY,
    PLACE,
    PRESENCE,
    SET,
    SPACE_OF,
    TERRAIN_TILES,
)
from service.rules.state import NONE
from service.rules.tables import EVOLUTION_LIMIT, MAX_ELEMENTS, SEA, WETLAND


def take_card(checks: Checks, top: int, where: str) -> None:
    """A card is face up to be taken (R7.12)."""
    if checks.knows("/cards/available"):
        checks.need(
            checks.slots[AVAILABLE],
            f"{where}/kind",
            "no_card",
            "R7.12",
            "no card is face up, so none can be taken",
            checks.asked(top),
        )


def aquatic_tile(checks: Checks, top: int, where: str) -> None:
    """There is an uncovered sea or wetland tile."""
    if checks.knows("/earth", "/elements", "/bag"):
        _something(
            checks, top, where, aquatic_tiles(checks.state), "there is no sea or wetland tile"
        )


def aquatic_element(checks: Checks, top: int, where: str) -> None:
    """The tile is water, has a vacant corner, and the bag a disk for it."""
    checks.bag(top, where)
    if _water_tile(checks, top, where) and checks.knows("/elements"):
        vacant = has_vacant_corner(checks.state, checks.slots[top + PLACE])
        _something(checks, top, where, vacant, "the tile has no vacant corner")


def aquatic_species(checks: Checks, top: int, where: str) -> None:
    """The tile is water."""
    _water_tile(checks, top, where)


def _water_tile(checks: Checks, top: int, where: str) -> bool:
    if not checks.tile(top, where):
        return False
    slots = checks.slots
    hex_ = slots[top + PLACE]
    return checks.knows(f"/earth/{HEX_NAMES[hex_]}") and checks.need(
        (slots[TERRAIN_TILES + SEA] | slots[TERRAIN_TILES + WETLAND]) >> hex_ & 1,
        f"{where}/hex",
        "wrong_context",
        "R8",
        "the card Aquatic is about an uncovered sea or wetland tile, and the one on"
        f" {HEX_NAMES[hex_]} is another",
        HEX_NAMES[hex_],
    )


def _something(checks: Checks, top: int, where: str, holds: object, otherwise: str) -> None:
    """There is something to decide."""
    checks.need(
        holds,
        f"{where}/kind",
        "nothing_to_decide",
        "R8",
        f"{otherwise}, so there is nothing to decide",
        checks.asked(top),
    )


def _named(key: str, mask: int) -> list[str]:
    return hex_names(mask) if key == "hexes" else animal_names(mask)


def _left(checks: Checks, top: int, where: str, key: str, fitting: int) -> None:
    """The frame's set is not empty, and is all that fits from its first member on."""
    given = checks.slots[top + SET]
    wanted = fitting & -(given & -given) if given else fitting
    strangers, missing = _named(key, given & ~fitting), _named(key, wanted & ~given)
    if not given:
        wrong = "it is never empty"
    elif strangers:
        wrong = f"{listed(strangers)} {are(strangers)} none of them"
    else:
        wrong = f"{listed(missing)} {are(missing)} missing"
    what = "tiles" if key == "hexes" else "animals"
    checks.need(
        given and given == wanted,
        f"{where}/{key}",
        "wrong_context",
        "R8",
        f"{key!r} lists the {what} that this decision still has to handle, in order; {wrong}",
        _named(key, given),
        _named(key, wanted),
    )


def biomass(checks: Checks, top: int, where: str) -> None:
    """The crowded tiles that are left."""
    if checks.knows(f"{where}/hexes", "/earth", "/elements"):
        _left(checks, top, where, "hexes", crowded_tiles(checks.state))


def predator(checks: Checks, top: int, where: str) -> None:
    """The tiles left that you share with another animal."""
    if checks.knows(f"{where}/hexes", f"{where}/animal", "/earth/*/species"):
        animal = checks.slots[top + ANIMAL]
        shared = checks.slots[PRESENCE + animal] & presence_of_others(checks.state, animal)
        _left(checks, top, where, "hexes", shared)


def fecundity(checks: Checks, top: int, where: str) -> None:
    """The tiles left that you occupy, and a cube for them."""
    slots = checks.slots
    name = decider_name(slots[top + ANIMAL])
    if checks.knows(f"{where}/hexes", f"{where}/animal", f"/earth/*/species/{name}"):
        _left(checks, top, where, "hexes", slots[PRESENCE + slots[top + ANIMAL]])
    checks.gene_pool(top, where)


def blight_keep(checks: Checks, top: int, where: str) -> None:
    """The tile has an element to keep."""
    if checks.tile(top, where) and checks.knows("/elements"):
        found = elements_on_tile(checks.state, checks.slots[top + PLACE])
        _something(checks, top, where, found, "the tile has no element")


def inhabited_tile(checks: Checks, top: int, where: str) -> None:
    """The tile has a species to keep, or to move."""
    if checks.tile(top, where) and checks.knows("/earth/*/species"):
        found = species_on_tile(checks.state, checks.slots[top + PLACE])
        _something(checks, top, where, found, "there is no species on the tile")


def catastrophe_eliminate(checks: Checks, top: int, where: str) -> None:
    """The tiles left are those around one tile on which one species, or none, was spared."""
    if not checks.knows(f"{where}/hexes", "/earth"):
        return
    given = checks.slots[top + SET]
    struck = inhabited(checks.state)
    if not given or given & ~struck:
        _left(checks, top, where, "hexes", struck)
        return
    first = given & -given
    checks.need(
        any(
            given == NEIGHBOURS[hex_] & struck & -first and species_on_tile(checks.state, hex_) <= 1
            for hex_ in bits(checks.slots[EARTH])
        ),
        f"{where}/hexes",
        "wrong_context",
        "R8",
        "the catastrophe goes on, in order, to all tiles with species around one tile on which at"
        " most one species is left; these are not those",
        hex_names(given),
    )


def disease(checks: Checks, top: int, where: str) -> None:
    """Those left have more elements than the one that took the card (R8.disease)."""
    if not checks.knows(f"{where}/animals", f"{where}/animal", "/animals/*/added_elements"):
        return
    state = checks.state
    in_play = bits(checks.slots[IN_PLAY])
    given = checks.slots[top + SET]
    losers = sum(1 << animal for animal in in_play if added_elements(state, animal))
    if not given or given & ~losers:
        _left(checks, top, where, "animals", losers)
        return
    first = bits(given)[0]
    later = [animal for animal in in_play if animal >= first]
    checks.need(
        any(
            given
            == sum(
                1 << animal
                for animal in later
                if losers >> animal & 1 and element_count(state, animal) > element_count(state, you)
            )
            for you in in_play
        ),
        f"{where}/animals",
        "wrong_context",
        "R8",
        "still to lose an element are all, down the food chain, that have more elements than the"
        " animal that took the card; for no animal these are they",
        animal_names(given),
    )
    if not checks.knows(f"{where}/animals"):
        return
    checks.need(
        first == checks.slots[top + ANIMAL],
        f"{where}/animal",
        "wrong_decider",
        "R8",
        "of the animals still to lose an element the highest in the food chain chooses next",
        decider_name(checks.slots[top + ANIMAL]),
        decider_name(first),
    )


def evolution(checks: Checks, top: int, where: str) -> None:
    """One or two opposing animals can still be replaced, and one has been if one is left."""
    slots = checks.slots
    checks.gene_pool(top, where)
    left = slots[top + COUNT]
    if not checks.knows(f"{where}/remaining") or not checks.need(
        1 <= left <= EVOLUTION_LIMIT,
        f"{where}/remaining",
        "wrong_remaining",
        "R8",
        "one or two species can still be replaced",
        left,
        {"minimum": 1, "maximum": EVOLUTION_LIMIT},
    ):
        return
    if not checks.knows(f"{where}/animals", f"{where}/animal", "/earth/*/species", "/animals"):
        return
    you = slots[top + ANIMAL]
    given = slots[top + SET]
    others = opponents_on_earth(checks.state, you)
    if left == EVOLUTION_LIMIT or not given or given & ~others:
        _all_left(checks, where, given, others)
        return
    # The animal whose species was replaced may have lost its last one.
    replaced = bits(others & ~given) or bits(slots[IN_PLAY] & ~others & ~(1 << you))
    gone = [animal for animal in replaced if slots[ELIMINATED + animal]]
    checks.need(
        gone and (others & ~given).bit_count() <= 1,
        f"{where}/animals",
        "wrong_context",
        "R8",
        "with one replacement left, 'animals' lists all opposing animals on earth but the one whose"
        " species was replaced, which has an eliminated species",
        animal_names(given),
    )


def _all_left(checks: Checks, where: str, given: int, others: int) -> None:
    checks.need(
        given and given == others,
        f"{where}/animals",
        "wrong_context",
        "R8",
        "'animals' lists the opposing animals on earth that can still be chosen",
        animal_names(given),
        animal_names(others),
    )


def symbiotic(checks: Checks, top: int, where: str) -> None:
    """Those left gain an element with the one that took the card, down the food chain."""
    checks.bag(top, where)
    if not checks.knows(f"{where}/animals", "/animals/*/added_elements"):
        return
    given = checks.slots[top + SET]
    in_play = checks.slots[IN_PLAY]
    if not given or given & ~in_play:
        _left(checks, top, where, "animals", in_play)
        return
    checks.need(
        any(given == gainers for gainers in _gainers(checks, bits(given)[0])),
        f"{where}/animals",
        "wrong_context",
        "R8",
        "still to gain an element are the animal that took the card and all with fewer elements,"
        " none of them with six already; for no animal these are they",
        animal_names(given),
    )


def _gainers(checks: Checks, first: int) -> list[int]:
    """Whoever may have taken symbiotic: who is still to gain then, from this animal on."""
    found: list[int] = []
    animals = bits(checks.slots[IN_PLAY])
    counts = {animal: element_count(checks.state, animal) for animal in animals}
    for you in animals:
        mine = [counts[you]]
        if you < first:  # it has gained its own element already, unless it had six
            mine = [MAX_ELEMENTS, MAX_ELEMENTS - 1] if mine == [MAX_ELEMENTS] else [mine[0] - 1]
        for count in mine:
            found.append(
                sum(
                    1 << animal
                    for animal in animals
                    if animal >= first
                    and (animal == you or counts[animal] < count)
                    and counts[animal] < MAX_ELEMENTS
                )
            )
    return found


def hibernation(checks: Checks, top: int, where: str) -> None:
    """You have an eliminated species, and nobody hibernates yet."""
    name = decider_name(checks.slots[top + ANIMAL])
    if checks.knows("/execution/hibernating"):
        checks.need(
            not checks.slots[HIBERNATOR],
            "/execution/hibernating",
            "memory_out_of_place",
            "R8",
            "the only card Hibernation is being carried out just now, so nobody hibernates yet",
            decider_name(checks.slots[HIBERNATOR] - 1),
            ABSENT,
        )
    if checks.knows(f"{where}/animal", f"/animals/{name}/eliminated"):
        gone = checks.slots[ELIMINATED + checks.slots[top + ANIMAL]]
        _something(checks, top, where, gone, f"the {name} has no eliminated species")


def fertile(checks: Checks, top: int, where: str) -> None:
    """You occupy a tile."""
    name = decider_name(checks.slots[top + ANIMAL])
    if checks.knows(f"{where}/animal", f"/earth/*/species/{name}"):
        occupied = checks.slots[PRESENCE + checks.slots[top + ANIMAL]]
        _something(checks, top, where, occupied, f"the {name} has no species on earth")


def habitat(checks: Checks, top: int, where: str) -> None:
    """The bag has a disk, and earth a vacant corner."""
    checks.bag(top, where)
    if checks.knows("/earth", "/elements"):
        vacant = any(vacant_corners(checks.state))
        _something(checks, top, where, vacant, "there is no vacant corner on earth")


def metamorphosis(checks: Checks, top: int, where: str) -> None:
    """You have an added element, and the bag a disk for it."""
    checks.bag(top, where)
    name = decider_name(checks.slots[top + ANIMAL])
    if checks.knows(f"{where}/animal", f"/animals/{name}/added_elements"):
        added = added_elements(checks.state, checks.slots[top + ANIMAL])
        _something(checks, top, where, added, f"the {name} has no added element")


def ice_sheet(checks: Checks, top: int, where: str) -> None:
    """As a card the Glaciation is asked only if there is a tile for it (R7.7)."""
    slots = checks.slots
    if slots[top + SPACE_OF] == NONE and checks.knows(f"{where}/space", "/earth"):
        _something(checks, top, where, targets(checks.state), "no tile can be glaciated")
