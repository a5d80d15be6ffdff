import { backoff } from "@container-inspection/shared-schemas/backoff";

/** Outcome of an attempt. */
export type Outcome =
  | { kind: "delivered" }
  /** A later attempt may succeed; `askedSeconds` is the wait that the receiver asks for. */
  | { kind: "later"; reason: string; askedSeconds?: number | undefined }
  /** No attempt will succeed: the delivery fails, and an administrator must review it. */
  | { kind: "refused"; reason: string }
  /** The recipient must not or cannot get it any longer: the delivery ends without a failure. */
  | { kind: "dropped"; reason: string };

/** Schedule of further attempts of a delivery. */
export type BackOff = {
  /** The waits after each failed attempt; the delivery fails with the attempt after the last of them. */
  waitsSeconds: readonly number[];
  /** No attempt is made later than this after the delivery was created. */
  lifetimeMs?: number;
};

const LONGEST_ASKED_SECONDS = 86_400;
/** The share by which an attempt may come later by chance, so that many do not come at once. */
const JITTER = 0.1;

/** `count` waits, each twice as long as the one before, up to a longest. */
export function doublingWaits(firstSeconds: number, longestSeconds: number, count: number): number[] {
  const bounds = { min: firstSeconds, max: longestSeconds };
  return Array.from({ length: count }, (_, index) => backoff(index + 1, bounds));
}

/**
 * Returns the time at which the next attempt is due after `failed` failed ones; undefined if none follows. The
 * receiver may ask for a longer wait, up to a day. `random` is 0 to 1.
 */
export function nextAttemptAt(
  { waitsSeconds, lifetimeMs = Infinity }: BackOff,
  { failed, createdAt, askedSeconds = 0 }: { failed: number; createdAt: Date; askedSeconds?: number | undefined },
  { nowMs, random }: { nowMs: number; random: number },
): Date | undefined {
  const own = waitsSeconds[failed - 1];
  if (own === undefined) return undefined;
  const asked = Math.min(askedSeconds, LONGEST_ASKED_SECONDS);
  const nextMs = nowMs + Math.ceil(Math.max(own, asked) * (1 + JITTER * random)) * 1_000;
  return nextMs > createdAt.getTime() + lifetimeMs ? undefined : new Date(nextMs);
}
