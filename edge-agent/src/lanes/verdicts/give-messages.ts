import { backoff } from "@container-inspection/shared-schemas/backoff";
import { adviceFor } from "../../forwarding/link/explain-failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { VerdictMessage } from "./verdict-message.ts";
import type { Output } from "./verdict-outputs.ts";

const RETRY_MS = { min: 500, max: 30_000 };

export type GiverStatus = {
  /** Messages that the output has not taken. */
  waiting: number;
  /** Reason why the last attempt failed; null after a successful one. */
  lastError: string | null;
};

/** Messages on their way to an output of a lane, at most one of each subject. */
export type MessageGiver = {
  /** Gives a message out, after those that wait; replaces one of its subject that has not arrived. */
  put: (subject: string, message: VerdictMessage) => void;
  waiting: (subject: string) => VerdictMessage | undefined;
  drop: (subject: string) => void;
  status: () => GiverStatus;
  stop: () => Promise<void>;
};

/** Attempts to give each message out until the output takes it; `onGiven` is called then. */
export function createMessageGiver(parts: {
  output: Output;
  onGiven: (subject: string, message: VerdictMessage) => void;
  random: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  logger: Logger;
}): MessageGiver {
  const { output, onGiven, random, pause, logger } = parts;
  const waiting = new Map<string, VerdictMessage>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  let lastError: string | null = null;
  const isCurrent = (subject: string, message: VerdictMessage) => waiting.get(subject) === message && !signal.aborted;

  const { name, give } = output;
  const attempt = async (subject: string, message: VerdictMessage): Promise<void> => {
    for (let failures = 0; isCurrent(subject, message);) {
      try {
        await give(message, signal);
        lastError = null;
        if (failures > 0) logger.info({ lane: message.lane, output: name }, "verdicts are given out again");
        return;
      } catch (error) {
        failures += 1;
        lastError = adviceFor(error).reason;
        const fields = { lane: message.lane, output: name, err: error };
        if (failures === 1) logger.warn(fields, "a verdict could not be given out; retrying");
        await pause(backoff(failures, RETRY_MS, random), signal);
      }
    }
  };
  const giveAll = async (): Promise<void> => {
    // Includes messages that are put during the loop.
    for (const [subject, message] of waiting) {
      await attempt(subject, message);
      if (!isCurrent(subject, message)) continue;
      waiting.delete(subject);
      onGiven(subject, message);
    }
  };
  const start = () => {
    running ??= giveAll().finally(() => {
      running = undefined;
      if (waiting.size > 0 && !signal.aborted) start();
    });
  };
  return {
    put(subject, message) {
      waiting.delete(subject);
      waiting.set(subject, message);
      start();
    },
    waiting: (subject) => waiting.get(subject),
    drop: (subject) => void waiting.delete(subject),
    status: () => ({ waiting: waiting.size, lastError }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
