import { useEffect } from "react";
import { connection } from "../api/connection.ts";
import { sessionEnded } from "../api/session.ts";
import { useStore } from "../api/store.ts";
import type { Entry } from "./entries.ts";
import { sendEntries } from "./send-entries.ts";

/** A service that asks to wait is tried again after this time. */
const AGAIN_MS = 15_000;

/** Sends what waits, as soon as there is a connection and a session, and again until all of it is sent. */
export function useSending(userId: string | undefined, all: readonly Entry[] | undefined): void {
  const { isLost } = useStore(connection);
  const hasEnded = useStore(sessionEnded);
  const waiting = all?.filter((entry) => entry.userId === userId && entry.state === "waiting").length ?? 0;
  const isOff = userId === undefined || isLost || hasEnded || waiting === 0;
  useEffect(() => {
    if (isOff) return undefined;
    const send = () => void sendEntries(userId);
    send();
    const timer = window.setInterval(send, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [isOff, userId, waiting]);
}
