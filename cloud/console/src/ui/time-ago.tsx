import { t } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { useTimeFormat } from "./time-format.ts";

const STEPS = [
  { unit: "d", seconds: 86_400 },
  { unit: "h", seconds: 3_600 },
  { unit: "min", seconds: 60 },
  { unit: "s", seconds: 1 },
] as const;
const EXACT = { dateStyle: "medium", timeStyle: "long" } as const;

/** The age of a time, "12 s ago", kept up to date; on hover the exact time with its zone. */
export function TimeAgo({ at }: { at: string }) {
  const format = useTimeFormat();
  const age = useSyncExternalStore(everySecond, () => ageOf(Date.parse(at), Date.now()));
  return (
    <time dateTime={at} title={format(at, EXACT)}>
      {age}
    </time>
  );
}

function ageOf(atMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - atMs) / 1_000);
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (!step) return t`now`;
  const age = `${Math.round(Math.abs(seconds) / step.seconds)} ${step.unit}`;
  return seconds < 0 ? t`in ${age}` : t`${age} ago`;
}

const listeners = new Set<() => void>();
let timer: number | undefined;

/** One clock for all ages on the page: only those whose text changes are rendered again. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    for (const notify of listeners) notify();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}
