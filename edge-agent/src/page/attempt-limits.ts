import { backoff } from "@container-inspection/shared-schemas/backoff";

/** Failed attempts of one address that cost no wait. */
const FREE_FAILURES = 4;
const WAIT_MS = { min: 2_000, max: 900_000 };
/** An address without a failed attempt for this long begins again. */
const FORGET_MS = 3_600_000;
const MAX_ADDRESSES = 1_000;
/** Failed attempts of all addresses together in one minute. */
const MAX_FAILURES_PER_MINUTE = 20;

/**
 * Slows down who guesses: from the fifth failed attempt on, an address waits for 2, 4, 8 … seconds, at most 15 minutes.
 * When all addresses together have failed 20 times in a minute, those that failed before wait too; an address without a
 * failed attempt never does, so strangers do not keep a technician out.
 */
export function createAttemptLimits(monotonicMs: () => number) {
  const failures = new Map<string, { count: number; lastMs: number; untilMs: number }>();
  let recent: number[] = [];
  return {
    /** Returns the time that this address must wait before its next attempt, milliseconds. */
    waitMs(address: string): number {
      const nowMs = monotonicMs();
      recent = recent.filter((atMs) => nowMs - atMs < 60_000);
      const [oldest = nowMs] = recent;
      const failed = failures.get(groupOf(address));
      if (!failed) return 0;
      const common = recent.length >= MAX_FAILURES_PER_MINUTE ? oldest + 60_000 - nowMs : 0;
      return Math.max(0, common, failed.untilMs - nowMs);
    },
    failed(address: string): void {
      const nowMs = monotonicMs();
      const group = groupOf(address);
      const last = failures.get(group);
      const count = last && nowMs - last.lastMs < FORGET_MS ? last.count + 1 : 1;
      const waitMs = count <= FREE_FAILURES ? 0 : backoff(count - FREE_FAILURES, WAIT_MS);
      // The address that failed last is at the end.
      failures.delete(group);
      failures.set(group, { count, lastMs: nowMs, untilMs: nowMs + waitMs });
      const [first] = failures.keys();
      if (failures.size > MAX_ADDRESSES && first !== undefined) failures.delete(first);
      recent.push(nowMs);
    },
    succeeded: (address: string): void => void failures.delete(groupOf(address)),
  };
}
export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** One user of IPv6 has the 2⁶⁴ addresses of a network. */
function groupOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}
