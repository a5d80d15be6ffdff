/** Draws for one load: the same key gives the same draws on every machine. */
export type Random = {
  /** 0 to 1, without 1. */
  next: () => number;
  between: (min: number, max: number) => number;
  /** A whole number, both ends included. */
  integer: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** Creates draws from a key such as `2026/honest-door/17`, by FNV-1a and mulberry32. */
export function createRandom(key: string): Random {
  let state = 0x811c9dc5;
  for (const character of key) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    integer,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
