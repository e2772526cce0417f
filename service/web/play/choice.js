// Choosing a move by naming its places one after another on the board.

/** The parts of a move that lie on the board, in the order in which people think of them. */
const PARTS = [
  ["from", "hex"],
  ["stack", "stack"],
  ["card", "card"],
  ["space", "space"],
  ["corner", "corner"],
  ["hex", "hex"],
  ["to", "hex"],
];

/** The places that a move names, as `"kind:place"`, in order. */
const placesOf = ({ move }) =>
  PARTS.filter(([part]) => part in move).map(([part, kind]) => `${kind}:${move[part]}`);

/** What is left to choose from once some places have been named. */
export class Choice {
  /** `moves` as the service lists them; `named` holds the places named so far. */
  constructor(moves, named = []) {
    this.named = named;
    this.moves = moves.filter((one) => {
      const places = placesOf(one);
      return named.every((place, i) => places[i] === place);
    });
  }

  /** The places that would narrow the choice, each with the moves that it leaves. */
  places() {
    const found = new Map();
    for (const one of this.moves) {
      const next = placesOf(one)[this.named.length];
      if (next) found.set(next, [...(found.get(next) ?? []), one]);
    }
    return found;
  }

  /** The choice after one more place has been named. */
  name(place) {
    return new Choice(this.moves, [...this.named, place]);
  }
}
