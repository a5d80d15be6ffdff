import type { AiTask } from "@container-inspection/shared-schemas/ai-protocol";
import type { AiRequest } from "./ai-service.ts";
import type { AiAnswer } from "./read-answer.ts";

/** Requests that wait for a free place; further ones fail at once. */
export const MAX_QUEUED = 64;

export type PendingRequest = AiRequest<AiTask> & {
  id: string;
  /** Deadline of the request, as a value of `performance.now()`. */
  endsAtMs: number;
  /** Answers the request; the first answer counts. */
  settle: (answer: AiAnswer) => void;
};

/** Requests that wait to be sent, in order, and those that were sent and wait for their answer. */
export function createPendingRequests(newId: () => string) {
  const queue: PendingRequest[] = [];
  const inFlight = new Map<string, PendingRequest>();
  return {
    isFull: () => queue.length >= MAX_QUEUED,
    count: () => queue.length + inFlight.size,
    /**
     * Puts a request into the queue. Whichever comes first, an answer or the deadline, ends it, and calls `onSettled`.
     */
    add(request: AiRequest<AiTask>, onSettled: () => void): Promise<AiAnswer> {
      const { promise, resolve } = Promise.withResolvers<AiAnswer>();
      const id = newId();
      const late = `timed out after ${request.deadlineMs} ms`;
      const timer = setTimeout(() => pending.settle({ kind: "failed", message: late }), request.deadlineMs);
      const pending: PendingRequest = {
        ...request,
        id,
        endsAtMs: performance.now() + request.deadlineMs,
        settle(answer) {
          clearTimeout(timer);
          const place = queue.indexOf(pending);
          if (place >= 0) queue.splice(place, 1);
          inFlight.delete(id);
          resolve(answer);
          onSettled();
        },
      };
      queue.push(pending);
      return promise;
    },
    /**
     * The next request to send, which counts as sent from here on; undefined if none waits, or `maxInFlight` were sent.
     */
    takeNext(maxInFlight: number): PendingRequest | undefined {
      if (inFlight.size >= maxInFlight) return undefined;
      const next = queue.shift();
      if (next) inFlight.set(next.id, next);
      return next;
    },
    /** The request that was sent under an id; undefined if it was answered already. */
    findSent: (id: string | null) => inFlight.get(id ?? ""),
    settleAll(answer: AiAnswer): void {
      for (const pending of [...inFlight.values(), ...queue]) pending.settle(answer);
    },
  };
}
