import type { PlacedNumber } from "../../../edge-agent/src/stations/passages/evidence.ts";
import type { Filed } from "./gate-agent.ts";
import type { Capture, GateEvent } from "./observe-gate.ts";
import type { Recorder } from "./run-gate.ts";

const EXPIRES_AFTER_MS = 30 * 60_000;
const WAIT_MS = 60_000;

/**
 * The rule that passages replace, for comparison: a number holds for minutes, a capture gets the one that is announced
 * when it is taken, or the next one within its wait.
 */
export const recordByAnnouncement: Recorder = (_schedule, { events, captures }) => {
  let announced: { numbers: PlacedNumber[]; atMs: number } | null = null;
  const filed: Filed[] = [];
  let waiting: Capture[] = [];
  const settle = (nowMs: number) => {
    const isFresh = announced !== null && nowMs - announced.atMs < EXPIRES_AFTER_MS;
    waiting = waiting.filter((capture) => {
      const numbers = isFresh ? (announced?.numbers ?? []) : [];
      const number = numbers.find(({ position }) => position === undefined || position === capture.position);
      if (!number && nowMs < capture.atMs + WAIT_MS) return true;
      filed.push({ capture, number: number?.containerNumber ?? null, passageId: capture.loadId, reason: "none" });
      return false;
    });
  };
  const ends = captures.map(({ atMs }): GateEvent => ({ atMs: atMs + WAIT_MS, kind: "tick" }));
  for (const event of [...events, ...ends].toSorted((a, b) => a.atMs - b.atMs)) {
    if (event.kind === "capture") waiting.push(event.capture);
    const numbers = numbersOf(event);
    if (numbers.length > 0) announced = { numbers, atMs: event.atMs };
    settle(event.atMs);
  }
  return { filed, named: new Map() };
};

function numbersOf(event: GateEvent): PlacedNumber[] {
  if (event.kind === "announcement") return event.numbers;
  if (event.kind !== "look") return [];
  return event.looks.flatMap(({ place: { candidates, isAgreed } }) => {
    const [best] = candidates;
    return best && isAgreed ? [{ containerNumber: best.text }] : [];
  });
}
