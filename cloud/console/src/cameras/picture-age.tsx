import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { fixed } from "../ui/format.ts";
import { useTimeFormat } from "../ui/time-format.ts";

/** A picture older than this is shown as old. */
const OLD_MS = 5_000;
const TICK_MS = 500;

/** Returns the current age of a picture in ms, based only on the service's clock and the time since the reply. */
export function useAgeMs(ageMs: number, arrivedMs: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return ageMs + Math.max(0, now - arrivedMs);
}

/** The age of a picture, "1.4 s ago"; on hover the exact time. */
export function PictureAge({ ageMs, takenAt }: { ageMs: number; takenAt: string }) {
  const format = useTimeFormat();
  const seconds = ageMs / 1_000;
  return (
    <time
      dateTime={takenAt}
      title={format(takenAt, { dateStyle: "medium", timeStyle: "long" })}
      className={ageMs > OLD_MS ? "live-old" : "faint"}
    >
      {t`${fixed(seconds, seconds < 10 ? 1 : 0)} s ago`}
    </time>
  );
}
