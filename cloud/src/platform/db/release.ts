import type { Database } from "./database.ts";
import { type MigrationState, migrationState } from "./migrate.ts";

/**
 * Compatibility of this process with its database, which a newer release may change at any time.
 */
export type Release = {
  /**
   * Returns the reason why this process must stop working, as of the last check. It remains until the process ends.
   */
  refusal: () => string | undefined;
  /** Looks now; callers at the same time share one look. Rejects when the database does not answer. */
  look: () => Promise<MigrationState>;
};

export function createRelease(db: Database): Release {
  let outdated: MigrationState | undefined;
  let looking: Promise<MigrationState> | undefined;
  const look = async () => {
    const state = await migrationState(db);
    if (state.state === "outdated") outdated = state;
    return outdated ?? state;
  };
  return {
    refusal: () => outdated?.detail,
    look: () => (looking ??= look().finally(() => (looking = undefined))),
  };
}

/** Interval in ms after which a process notices that the database requires a newer release. */
const LOOK_INTERVAL_MS = 1_000;

/** Looks every second, and calls `onRefused` once when this process must not work any longer. */
export function watchRelease(release: Release, onRefused: (detail: string) => void): { stop: () => void } {
  const look = async () => {
    // While the database does not answer, requests and /ready report that.
    const found = await release.look().catch(() => undefined);
    if (found?.state !== "outdated") return;
    clearInterval(timer);
    onRefused(found.detail);
  };
  const timer = setInterval(() => void look(), LOOK_INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}
