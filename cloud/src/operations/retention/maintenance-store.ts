import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { maintenanceRuns } from "../../platform/db/tables.ts";

/** A run that this process has claimed. */
export type MaintenanceRun = { name: string; startedAt: Date };

/**
 * Claims the next run of a kind of work, in one statement, so that of all processes on the database one gets it: once
 * the last run ended `intervalMs` ago, or its process has not renewed it for `leaseMs`. Undefined if it is not due, or
 * another process has it.
 */
export async function claimRun(
  db: Database,
  name: string,
  { intervalMs, leaseMs, nowMs }: { intervalMs: number; leaseMs: number; nowMs: number },
): Promise<MaintenanceRun | undefined> {
  const startedAt = new Date(nowMs);
  const leaseEndsAt = new Date(nowMs + leaseMs);
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

/**
 * Renews the lease of the current run; false if the run counted as dead, and another process may have taken over.
 */
export async function renewRun(
  db: Database,
  run: MaintenanceRun,
  { leaseMs, nowMs }: { leaseMs: number; nowMs: number },
): Promise<boolean> {
  const renewed = await db
    .update(maintenanceRuns)
    .set({ leaseEndsAt: new Date(nowMs + leaseMs) })
    .where(isRun(run))
    .returning({ name: maintenanceRuns.name });
  return renewed.length > 0;
}

/** Ends a run with its outcome; without an `outcome` it failed, and the next run is due immediately. */
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

/** Records a finished run, such as that of a command, with its end time and outcome. */
export async function recordRun(
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
