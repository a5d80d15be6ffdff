import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../../base/logger.ts";
import { AnswerError } from "../link/read-reply.ts";

type Outcome = { failure?: unknown; pauseMs?: number };

export type RepeatedCall = {
  /** Ends the pause before the next call, or leaves out the one after the call under way. */
  callNow(): void;
  /** Cuts the call under way and resolves when it has ended. */
  stop(): Promise<void>;
};

/**
 * Calls the cloud again and again, each time after a pause, until it is stopped. No failure reaches the caller; the log
 * has one line for each change of the outcome.
 */
export function repeatCall(parts: {
  /** Throws an error, or returns it as `failure`, if the call failed. */
  call: (signal: AbortSignal) => Promise<Outcome | void>;
  /** The pause after a call that states none. */
  pauseMs: number;
  /** Messages for the log. */
  fails: string;
  worksAgain: string;
  logger: Pick<Logger, "info" | "warn">;
  /** Resolves after this time, or when `signal` aborts. */
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}): RepeatedCall {
  const { call, fails, worksAgain, logger, pause = pauseOnTimer } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let hurry = new AbortController();
  const run = async (): Promise<void> => {
    let last = WORKS;
    while (!signal.aborted) {
      hurry = new AbortController();
      const outcome: Outcome = (await call(signal).catch((failure: unknown) => ({ failure }))) ?? {};
      if (signal.aborted) return;
      const { failure, pauseMs = parts.pauseMs } = outcome;
      const kind = kindOf(failure);
      if (kind !== last && kind === WORKS) logger.info({}, worksAgain);
      if (kind !== last && kind !== WORKS) logger.warn({ reason: reasonOf(failure) }, fails);
      last = kind;
      if (pauseMs > 0) await pause(pauseMs, AbortSignal.any([signal, hurry.signal]));
    }
  };
  const running = run();
  return {
    callNow: () => hurry.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const WORKS = "works";
const kindOf = (failure: unknown): string =>
  failure === undefined ? WORKS : failure instanceof AnswerError ? failure.kind : "error";
const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));
const pauseOnTimer = async (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);
