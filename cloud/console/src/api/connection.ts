import { backoff } from "@container-inspection/shared-schemas/backoff";
import { onlineManager } from "@tanstack/react-query";
import { createStore } from "./store.ts";

const WAIT_MS = { min: 2_000, max: 30_000 };
const ANSWER_MS = 10_000;

/** State of the connection to the service; if lost, the time of the next attempt on the clock of `Date.now()`. */
export type Connection = { isLost: false } | { isLost: true; isTrying: boolean; nextTryAtMs: number };

export const connection = createStore<Connection>({ isLost: false });

let failures = 0;
let timer: number | undefined;

/** Queries pause from here on, and the service is tried until it responds. */
export function noteNoAnswer(): void {
  if (connection.get().isLost) return;
  failures = 1;
  onlineManager.setOnline(false);
  planNextTry();
}

/** Resumes queries and refreshes the data on the page. */
export function noteAnswer(): void {
  window.clearTimeout(timer);
  if (!connection.get().isLost) return;
  connection.set({ isLost: false });
  onlineManager.setOnline(true);
}

/** Tries the service now instead of at the planned time. */
export async function retryNow(): Promise<void> {
  const before = connection.get();
  if (!before.isLost || before.isTrying) return;
  window.clearTimeout(timer);
  connection.set({ ...before, isTrying: true });
  if (await isResponding()) return noteAnswer();
  if (!connection.get().isLost) return;
  failures += 1;
  planNextTry();
}

function planNextTry(): void {
  const waitMs = backoff(failures, WAIT_MS);
  connection.set({ isLost: true, isTrying: false, nextTryAtMs: Date.now() + waitMs });
  timer = window.setTimeout(() => void retryNow(), waitMs);
}

async function isResponding(): Promise<boolean> {
  try {
    return !isFromGateway(await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) }));
  } catch {
    return false;
  }
}

/** Returns true if a proxy answered in place of an unreachable service; the service itself answers in JSON. */
export function isFromGateway({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.get("Content-Type")?.includes("json");
}

/** The only source of what TanStack Query takes for online: requests that fail, and the browser's own report. */
export function watchConnection(): void {
  onlineManager.setEventListener(() => {
    const tryNow = () => void retryNow();
    window.addEventListener("offline", noteNoAnswer);
    window.addEventListener("online", tryNow);
    return () => {
      window.removeEventListener("offline", noteNoAnswer);
      window.removeEventListener("online", tryNow);
    };
  });
}
