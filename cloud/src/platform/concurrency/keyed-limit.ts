import pLimit, { type LimitFunction } from "p-limit";

/** Does the work of each key one piece after another; different keys do not wait for each other. */
export type KeyedLimit = {
  run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** Pieces of a key that are under way or waiting. */
  countOf: (key: string) => number;
};

/** Creates a limit that remembers a key only while there is work for it. */
export function createKeyedLimit(): KeyedLimit {
  const queues = new Map<string, { limit: LimitFunction; count: number }>();
  return {
    async run(key, work) {
      const queue = queues.get(key) ?? { limit: pLimit(1), count: 0 };
      queues.set(key, queue);
      queue.count += 1;
      try {
        return await queue.limit(work);
      } finally {
        queue.count -= 1;
        if (queue.count === 0) queues.delete(key);
      }
    },
    countOf: (key) => queues.get(key)?.count ?? 0,
  };
}
