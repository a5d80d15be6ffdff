import { sql } from "drizzle-orm";
import { fromDrizzle, type Db } from "pg-boss";
import type { DatabaseOrTransaction } from "../db/connect.ts";

/** Has the queue's statements run in a transaction of ours, so that a job exists exactly when its cause does. */
export function queueStatementsOf(tx: DatabaseOrTransaction): Db {
  return fromDrizzle(tx, sql);
}

/** Jobs of a kind in a state: how many, and the age of the oldest in seconds. */
export type JobCount = { kind: string; state: string; jobs: number; oldestSeconds: number };

/** Counts the jobs that are not done: created, retry, active, and failed for good. */
export async function countJobs(db: DatabaseOrTransaction): Promise<JobCount[]> {
  const { rows } = await db.execute<JobCount>(sql`
    select name as kind, state::text as state, count(*)::int as jobs,
      greatest(extract(epoch from now() - min(created_on)), 0)::float8 as "oldestSeconds"
    from jobs.job where state::text in ('created', 'retry', 'active', 'failed') group by name, state`);
  return rows;
}
