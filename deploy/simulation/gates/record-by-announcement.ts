import type { Capture } from "./observe-gate.ts";
import type { Recorder } from "./run-gate.ts";

const EXPIRES_AFTER_MS = 30 * 60_000;
const WAIT_MS = 60_000;

/**
 * The rule that passages replace, for comparison: a number holds for minutes, a capture gets the one that is announced
 * when it is taken, or the next one within its wait.
 */
export const recordByAnnouncement: Recorder = (_schedule, { arrivals, captures }) => {
  let announced: { numbers: { containerNumber: string; position?: string | undefined }[]; atMs: number } | null = null;
  const filed: ReturnType<Recorder>["filed"] = [];
  let waiting: Capture[] = [];
  const settle = (nowMs: number) => {
    const isFresh = announced !== null && nowMs - announced.atMs < EXPIRES_AFTER_MS;
    waiting = waiting.filter((capture) => {
      const numbers = isFresh ? (announced?.numbers ?? []) : [];
      const number = numbers.find(({ position }) => position === undefined || position === capture.position);
      if (!number && nowMs < capture.atMs + WAIT_MS) return true;
      filed.push({ capture, number: number?.containerNumber ?? null, passageId: capture.loadId });
      return false;
    });
  };
  const known = new Set<string>();
  const steps = [
    ...arrivals.map((one) => ({ ...one, capture: null })),
    ...captures.map((capture) => ({ atMs: capture.atMs, evidence: null, capture })),
    ...captures.map(({ atMs }) => ({ atMs: atMs + WAIT_MS, evidence: null, capture: null })),
  ].toSorted((a, b) => a.atMs - b.atMs);
  for (const { atMs, evidence, capture } of steps) {
    if (capture) waiting.push(capture);
    const numbers =
      evidence?.kind === "announcement"
        ? evidence.numbers
        : evidence?.kind === "reading" && evidence.result.state === "read"
          ? evidence.result.numbers
          : null;
    if (evidence && numbers && !known.has(evidence.id)) {
      known.add(evidence.id);
      announced = { numbers, atMs };
    }
    settle(atMs);
  }
  return { filed, named: new Map() };
};
