/**
 * Does `work` for every item, at most `atOnce` at a time. Items are taken one by one, so that a long list need not be
 * in memory. The first failure stops what has not begun; once everything under way has ended, it is thrown.
 */
export async function eachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const shared = oneByOne(items);
  const lane = async () => {
    // A lane that fails ends the shared list for the others.
    for await (const item of shared) await work(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const outcome of lanes) if (outcome.status === "rejected") throw outcome.reason;
}

async function* oneByOne<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
