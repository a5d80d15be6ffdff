import { useEffect, useState } from "react";

const STEPS = [
  { unit: "d", seconds: 86_400 },
  { unit: "h", seconds: 3_600 },
  { unit: "min", seconds: 60 },
  { unit: "s", seconds: 1 },
] as const;
const EXACT = { dateStyle: "medium", timeStyle: "long" } as const;

/** The age of a time, "12 s ago", updated every second; on hover the exact time with its zone. */
export function TimeAgo({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.round((now - Date.parse(at)) / 1_000);
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(undefined, EXACT)}>
      {step ? ageOf(seconds, step) : "now"}
    </time>
  );
}

function ageOf(seconds: number, { unit, seconds: length }: (typeof STEPS)[number]): string {
  const count = Math.round(Math.abs(seconds) / length);
  return seconds < 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}
