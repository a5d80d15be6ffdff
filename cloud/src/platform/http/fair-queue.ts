import pLimit, { type LimitFunction } from "p-limit";

/** Does work for a caller when its turn has come. */
export type FairQueue = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;

/** Does one piece of work at a time. Each caller has at most one in the queue, so that a caller who sends many delays others by one. */
export function createFairQueue(): FairQueue {
  const inTurn = pLimit(1);
  const queues = new Map<string, { limit: LimitFunction; waiting: number }>();
  return async (caller, work) => {
    const own = queues.get(caller) ?? { limit: pLimit(1), waiting: 0 };
    queues.set(caller, own);
    own.waiting += 1;
    try {
      return await own.limit(() => inTurn(work));
    } finally {
      own.waiting -= 1;
      if (own.waiting === 0) queues.delete(caller);
    }
  };
}
