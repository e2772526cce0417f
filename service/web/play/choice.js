// Choosing a move by naming its parts one after another, on the board or in the list.

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

/** The places that a move names: `[part, "kind:place"]`, in order. */
const placesOf = ({ move }) =>
  PARTS.filter(([part]) => part in move).map(([part, kind]) => [part, `${kind}:${move[part]}`]);

/** What is left to choose from once some parts have been named. */
export class Choice {
  /** `moves` as the service lists them; `named` holds the places named so far. */
  constructor(moves, named = []) {
    this.named = named;
    this.moves = moves.filter((one) => {
      const places = placesOf(one);
      return named.every((place, i) => places[i]?.[1] === place);
    });
  }

  /** The places that would narrow the choice, each with the moves that it leaves. */
  places() {
    const found = new Map();
    for (const one of this.moves) {
      const next = placesOf(one)[this.named.length];
      if (next) found.set(next[1], [...(found.get(next[1]) ?? []), one]);
    }
    return found;
  }

  /** The choice after one more place has been named. */
  name(place) {
    return new Choice(this.moves, [...this.named, place]);
  }

  /** The choice before any place was named; `moves` are all of the decision's. */
  static of(moves) {
    return new Choice(moves);
  }
}
