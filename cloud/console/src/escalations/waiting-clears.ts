import { t } from "@lingui/core/macro";
import { problemOf } from "../api/api-error.ts";
import { connection } from "../api/connection.ts";
import { createStore } from "../api/store.ts";
import { notify } from "../ui/undo.ts";

/** Time in ms in which a decision to clear can be taken back, before the service receives it. */
const WAIT_MS = 10_000;
/** A tab that is still open has sent its decision this long after its time. */
const LATE_MS = 3_000;
const KEPT_AS = "waiting clears";

/** A decision to clear that has not been sent; `ids` are those of the escalations. */
export type WaitingClear = { key: string; ids: readonly string[]; name: string; endsAt: number; undo: () => void };

type Kept = { userId: string; name: string; endsAt: number };

/** The decisions of this tab that wait, the oldest first. */
export const waitingClears = createStore<readonly WaitingClear[]>([]);

type Clear = {
  userId: string;
  ids: readonly string[];
  /** Name of the containers, for the texts. */
  name: string;
  send: () => Promise<unknown>;
};

/**
 * Sends a decision to clear after ten seconds, unless it is taken back. It is sent by this tab alone: if the tab is
 * closed or the connection is lost, nothing is sent, and the user is informed, at the latest with the next page.
 */
export function clearLater({ userId, ids, name, send }: Clear): void {
  const key = crypto.randomUUID();
  const endsAt = Date.now() + WAIT_MS;
  const forget = () => {
    waitingClears.set(waitingClears.get().filter((one) => one.key !== key));
    keep((kept) => delete kept[key]);
  };
  const timer = window.setTimeout(() => void run(), WAIT_MS);
  const undo = () => {
    window.clearTimeout(timer);
    forget();
    notify(t`${name} is not cleared.`);
  };
  const run = async () => {
    forget();
    if (connection.get().isLost) return notify(t`${name} was not cleared: the connection is lost. Decide again.`);
    await send().catch((error: unknown) => notify(t`${name} was not cleared: ${problemOf(error)}`));
  };
  waitingClears.set([...waitingClears.get(), { key, ids, name, endsAt, undo }]);
  keep((kept) => (kept[key] = { userId, name, endsAt }));
}

/** Reports the decisions of this user that were never sent, because their tab was closed. */
export function reportUnsent(userId: string, nowMs: number): void {
  const unsent: string[] = [];
  keep((kept) => {
    for (const [key, one] of Object.entries(kept)) {
      if (one.userId !== userId || one.endsAt + LATE_MS > nowMs) continue;
      unsent.push(one.name);
      delete kept[key];
    }
  });
  if (unsent.length === 0) return;
  const names = unsent.join(", ");
  notify(t`${names}: not cleared. The page was closed before the decision was sent.`);
}

/** The decisions that wait in any tab of this browser. */
function keep(change: (kept: Record<string, Kept>) => unknown): void {
  try {
    const kept: Record<string, Kept> = JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
    change(kept);
    localStorage.setItem(KEPT_AS, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing cannot report it later; nothing is sent all the same.
  }
}
