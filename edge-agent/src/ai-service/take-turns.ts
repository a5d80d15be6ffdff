/** Runs at most `limit` pieces of work at once; the others wait in the order they came. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createTurns(limit: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // Who waits takes over the turn of the one that ends, so the count stays as it is.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
