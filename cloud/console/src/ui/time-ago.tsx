import { useEffect, useState } from "react";

const STEPS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });

/** A time as people say it, "12s ago", that moves on by itself; the exact time on hover. */
export function TimeAgo({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.round((now - Date.parse(at)) / 1_000);
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {step ? words.format(-Math.round(seconds / step.seconds), step.unit) : "now"}
    </time>
  );
}
