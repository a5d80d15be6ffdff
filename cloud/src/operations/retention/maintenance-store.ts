import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { maintenanceRuns } from "../../platform/db/tables.ts";

/** A run that this process has claimed. */
export type MaintenanceRun = { name: string; startedAt: Date };

/** A process that does not say for this long that it goes on counts as dead. */
const LEASE_MS = 600_000;

/**
 * Claims the next run of a kind of work, in one statement, so that of all processes on the database one gets it: once the last run
 * ended `intervalMs` ago, or the process that had it died. Undefined when it is not due, or somebody else's.
 */
export async function claimRun(
  db: Database,
  name: string,
  { intervalMs, nowMs }: { intervalMs: number; nowMs: number },
): Promise<MaintenanceRun | undefined> {
  const startedAt = new Date(nowMs);
  const leaseEndsAt = new Date(nowMs + LEASE_MS);
  const isDue = or(isNull(maintenanceRuns.finishedAt), lte(maintenanceRuns.finishedAt, new Date(nowMs - intervalMs)));
  const claimed = await db
    .insert(maintenanceRuns)
    .values({ name, startedAt, leaseEndsAt })
    .onConflictDoUpdate({
      target: maintenanceRuns.name,
      set: { startedAt, leaseEndsAt },
      setWhere: and(lte(maintenanceRuns.leaseEndsAt, startedAt), isDue),
    })
    .returning({ name: maintenanceRuns.name });
  return claimed.length > 0 ? { name, startedAt } : undefined;
}

/** Says that a run goes on; false when it counted as dead and is somebody else's now. */
export async function renewRun(db: Database, run: MaintenanceRun, nowMs: number): Promise<boolean> {
  const renewed = await db
    .update(maintenanceRuns)
    .set({ leaseEndsAt: new Date(nowMs + LEASE_MS) })
    .where(isRun(run))
    .returning({ name: maintenanceRuns.name });
  return renewed.length > 0;
}

/** Ends a run: to its end, with what it did, or, when it failed (`outcome` undefined), so that the next one is due at once. */
export async function endRun(
  db: Database,
  run: MaintenanceRun,
  { nowMs, outcome }: { nowMs: number; outcome: Record<string, unknown> | undefined },
): Promise<void> {
  const now = new Date(nowMs);
  await db
    .update(maintenanceRuns)
    .set({ leaseEndsAt: now, ...(outcome ? { finishedAt: now, outcome } : {}) })
    .where(isRun(run));
}

/** Notes work that a person has done: when it came to its end, and what it did. */
export async function noteRun(
  db: Database,
  name: string,
  { nowMs, outcome }: { nowMs: number; outcome: Record<string, unknown> },
): Promise<void> {
  const now = new Date(nowMs);
  const run = { name, startedAt: now, leaseEndsAt: now, finishedAt: now, outcome };
  await db.insert(maintenanceRuns).values(run).onConflictDoUpdate({ target: maintenanceRuns.name, set: run });
}

const isRun = ({ name, startedAt }: MaintenanceRun) =>
  and(eq(maintenanceRuns.name, name), eq(maintenanceRuns.startedAt, startedAt));
