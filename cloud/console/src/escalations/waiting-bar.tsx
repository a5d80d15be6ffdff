import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useStore } from "../api/store.ts";
import { reportUnsent, type WaitingClear, waitingClears } from "./waiting-clears.ts";

const TICK_MS = 250;
/** Time in ms between looks at decisions that other tabs have left. */
const LOOK_MS = 15_000;

/** The decisions to clear that wait, each with the seconds that are left and its undo. */
export function WaitingBar({ userId }: { userId: string }) {
  const waiting = useStore(waitingClears);
  useEffect(() => {
    const look = () => reportUnsent(userId, Date.now());
    look();
    const timer = window.setInterval(look, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [userId]);
  useWarning(waiting.length > 0);
  if (waiting.length === 0) return null;
  return (
    <section className="card waiting-clears" aria-label={t`Decisions that wait`}>
      {waiting.map((one) => (
        <Waiting key={one.key} waiting={one} />
      ))}
    </section>
  );
}

/** One decision that waits. */
function Waiting({ waiting: { name, endsAt, undo } }: { waiting: WaitingClear }) {
  const seconds = useSecondsUntil(endsAt);
  return (
    <p className="waiting-clear">
      <span>{t`${name} is cleared in ${seconds} s`}</span>
      <button type="button" onClick={undo}>{t`Undo`}</button>
    </p>
  );
}

function useSecondsUntil(endsAt: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds(secondsLeft()), TICK_MS);
    return () => window.clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function is of this end
  }, [endsAt]);
  return seconds;
}

/** Has the browser ask before the tab is closed, which would lose the decision. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
