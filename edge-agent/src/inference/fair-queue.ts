/** Work that waits, by asker. */
export type FairQueue<Item> = {
  put(asker: string, item: Item): void;
  /** The next one, in turn by asker; undefined when nothing waits. */
  take(): Item | undefined;
  size(): number;
};

/**
 * A queue that takes turns: the asker served last comes after all others that wait, so that many items of one asker
 * delay another's next by one item at most.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const waiting = new Map<string, Item[]>();
  return {
    put(asker, item) {
      waiting.set(asker, [...(waiting.get(asker) ?? []), item]);
    },
    take() {
      for (const [asker, [first, ...rest]] of waiting) {
        // Maps keep the order of insertion: the asker is put back at the end.
        waiting.delete(asker);
        if (rest.length > 0) waiting.set(asker, rest);
        return first;
      }
      return undefined;
    },
    size: () => [...waiting.values()].reduce((sum, items) => sum + items.length, 0),
  };
}
