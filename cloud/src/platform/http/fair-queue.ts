import pLimit from "p-limit";
import { createKeyedLimit } from "../concurrency/keyed-limit.ts";

/** Does work for a caller when its turn has come. */
export type FairQueue = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Does one piece of work at a time. Each caller has at most one in the queue, so that a caller who sends many delays
 * others by one.
 */
export function createFairQueue(): FairQueue {
  const inTurn = pLimit(1);
  const perCaller = createKeyedLimit();
  return (caller, work) => perCaller.run(caller, () => inTurn(work));
}
