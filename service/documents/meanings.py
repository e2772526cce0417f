"""What each kind of move and of event, and each key of a state, means: a sentence for schemas."""

from typing import Final

from service.rules.tables import SECTIONS

MOVES: Final[dict[str, str]] = {
    "forfeit": "Do without the action, or the rest of it.",
    "decline": "Do without what is offered.",
    "done": "Stop here: no more of what could be done again.",
    "place_pawn": "Put an action pawn on a free space of the action display.",
    "swap": "Change places with the animal to the left in initiative.",
    "adapt": "Take an element disk of the section for the own animal.",
    "protect": "Keep the own animal from losing an element to Regression.",
    "place_element": "Put an element disk of the section on a corner of the earth.",
    "discard": "Put an element disk of Wasteland back into the bag.",
    "remove_element": "Take the element off a corner of the earth.",
    "glaciate": "Turn the tile on a hex into tundra.",
    "speciate": "Choose the corner around whose element species are placed.",
    "place_species": "Put species out of the gene pool on a tile.",
    "lay_tile": "Lay the face-up tile of a stack on an empty hex.",
    "move_in": "Move own species from a neighbouring hex onto the tile that was laid.",
    "migrate": "Move own species from one tile to a neighbouring one.",
    "eliminate": "Eliminate one species of an animal on a tile.",
    "dominate": "Choose the tile of a Domination: it is scored, and its dominant animal acts.",
    "take_card": "Take a face-up card and carry it out.",
    "choose_tile": "Choose the tile that a card works on.",
    "keep_element": "Choose the element of the tile that stays; the others go.",
    "keep_species": "Choose the animal whose species stay on the tile.",
    "lose_element": "Give up one of the own added elements.",
    "lose_pawn": "Give up an action pawn for good.",
    "keep_one_species": "Keep a single species on each tile instead of giving up a pawn.",
    "replace": "Put an own species in the place of one of another animal.",
    "move_out": "Move species of an animal from the chosen tile to a neighbouring one.",
    "exchange": "Give up an added element for another one.",
    "save": "Save one species that would die out.",
    "draw_element": "Nature: this element is drawn from the bag.",
    "draw_card": "Nature: this card is turned up.",
    "draw_tile": "Nature: this tile is turned up.",
    "claim": "Put a cone on a tile that the animal dominates; only with claimed dominance.",
    "call_off": "Have a cone taken off whose animal does not dominate any more.",
}

EVENTS: Final[dict[str, str]] = {
    "pawn_placed": "An animal put an action pawn on a space.",
    "pawn_lifted": "An action pawn was taken off its space: its action is carried out now.",
    "pawn_returned": "An action pawn went back to its animal, for the next turn.",
    "pawn_gained": "An animal has an action pawn more.",
    "pawn_lost": "An animal has an action pawn less, for good.",
    "pawn_slid": "A pawn moved one space up in its section, at Reset.",
    "action_forfeited": "An animal did without an action, or the rest of it.",
    "initiative_changed": "An animal has a new place in initiative, counted from 1 on the left.",
    "element_gained": "An animal added an element.",
    "element_lost": "An animal lost an added element.",
    "element_protected": "An animal keeps an element at Regression.",
    "element_placed": "An element disk was put on a corner of the earth.",
    "element_removed": "An element disk was taken off a corner of the earth.",
    "disks_drawn": "Disks of an element were drawn from the bag into a section.",
    "disks_returned": "Disks of an element went from a section back into the bag.",
    "disks_moved": "Disks of an element moved on from one section to another, at Reset.",
    "species_placed": "Species came from the gene pool onto a tile.",
    "species_moved": "Species moved from one tile to another.",
    "species_eliminated": "Species on a tile were eliminated.",
    "species_returned": "Species on a tile went back to the gene pool.",
    "species_revived": "Eliminated species came back onto a tile.",
    "species_saved": "A species that would have died out stays.",
    "tile_laid": "A tile was laid on a hex.",
    "tundra_laid": "The tile on a hex became tundra.",
    "tile_turned_up": "A tile was turned up on a stack.",
    "tile_scored": "A tile is scored; the points follow.",
    "points": "An animal got victory points.",
    "card_drawn": "A card was turned up.",
    "card_taken": "An animal took a card, which is carried out now.",
    "cone_placed": "An animal put its cone on a tile.",
    "cone_removed": "An animal's cone was taken off a tile.",
    "survival_awarded": "An animal holds the Survival card; its points follow.",
    "survival_vacant": "Nobody holds the Survival card.",
    "turn_started": "A turn began.",
    "phase_started": "A phase of the turn began.",
    "game_ended": "The game is over.",
}

STATE_KEYS: Final[dict[str, str]] = {
    "format": "The format of the document and its version.",
    "game": "An id of the game; it changes nothing.",
    "rules": "The options fixed at setup (R0).",
    "chance": "Where draws come from (R1.7).",
    "turn": "The number of the turn (R5).",
    "phase": "The part of the turn, or finished.",
    "last_turn": "Whether the game ends after this turn (R10.1).",
    "players": "The players by name, each with the animals played.",
    "animals": "What each animal in play has, apart from the boards.",
    "initiative": "The animals from left to right.",
    "earth": "The tiles by hex, with the species on them.",
    "elements": "The element disks on the earth, by corner.",
    "action_display": "The pawns by space, and the element disks by section.",
    "bag": "How many disks of each element are in the bag.",
    "tiles": "The stacks: their face-up tiles, how many lie below, and what those can be.",
    "cards": "The face-up cards, and those that were taken; the others are in the deck.",
    "survival": "Who holds the Survival card.",
    "execution": "Where Execution or Reset is, and what it must remember within the turn.",
    "pending": "The stack of decisions, outermost first; the last is the one to be made now.",
    "ranking": "The animals or players from first to last, once the game is over.",
}

# Names to show for what ids do not say by themselves.
_ORDINALS: Final = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth"}
_SINGLE: Final = frozenset(section for section, names in SECTIONS if len(names) == 1)
_STEPS: Final = {
    "regression.free": "the reptiles' free action after Regression",
    "regression.losses": "the losses of Regression",
    "wasteland.losses": "the losses of Wasteland",
    "speciation.free": "the insects' free action after Speciation",
    "competition.free": "the arachnids' free action before Competition",
    "reset.extinction": "Extinction",
    "reset.cards": "the refilling of the card places",
    "reset.boxes": "the moving of the boxes' disks",
    "reset.adaptation": "the draw for Adaptation",
    "reset.abundance": "the draw for Abundance",
    "reset.wanderlust": "the draw for Wanderlust",
    "reset.tiles": "the turning up of tiles",
    "finished": "the end of the game",
}


def title(name: str) -> str:
    """The name to show of a card, an animal, an element or a terrain: ``ice_sheet``, Ice Sheet."""
    return name.replace("_", " ").title()


def space_title(space: str) -> str:
    """The name to show of a space: ``domination.3`` is Domination, third space."""
    section, _, place = space.partition(".")
    if section in _SINGLE:
        return title(section)
    if place.isdigit():
        if section == "migration":
            return f"Migration of {place} species"
        return f"{title(section)}, {_ORDINALS[place]} space"
    return f"{title(section)}, {place.replace('-', ' and ')}"


def step_title(step: str) -> str:
    """The name to show of a step of the turn: a space's, or ``reset.extinction``, Extinction."""
    if step in _STEPS:
        return _STEPS[step]
    return space_title(step) if "." in step else title(step)
