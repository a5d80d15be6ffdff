/** Does `work` for every item, at most `atOnce` at a time; the first failure stops what has not begun, and is thrown. */
export async function eachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const item of items) {
      const started: Promise<void> = work(item).finally(() => running.delete(started));
      running.add(started);
      if (running.size >= atOnce) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}
