import { type SQL, sql } from "drizzle-orm";
import { fromDrizzle, type Db } from "pg-boss";
import type { DatabaseOrTransaction } from "../db/database.ts";

/** Has the queue's statements run in a transaction of ours, so that a job exists exactly when its cause does. */
export function queueStatementsOf(tx: DatabaseOrTransaction): Db {
  return fromDrizzle(tx, sql);
}

type Kind = { name: string; subjectPath?: string };

/**
 * The ids that live jobs of a kind name, as a query of one column for `in`. A job is created and ends in the same
 * transaction as its subject.
 */
export function liveSubjects({ name, subjectPath }: Kind): SQL {
  if (subjectPath === undefined) throw new Error(`the jobs ${name} name nothing that waits for them`);
  return sql`(select subject #>> '{}' from jobs.job, jsonb_path_query(data, ${subjectPath}::jsonpath) as subject
    where name = ${name} and state < 'completed' and jsonb_typeof(subject) = 'string')`;
}

/** True while a live job of a kind names this id. */
export async function hasLiveJob(db: DatabaseOrTransaction, kind: Kind, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${id} in ${liveSubjects(kind)} as found`);
  return rows[0]?.found === true;
}

/** Jobs of a kind in a state: how many, and the age of the oldest in seconds. */
export type JobCount = { kind: string; state: string; jobs: number; oldestSeconds: number };

/** Counts the jobs that are not done: created, retry, active, and permanently failed. */
export async function countJobs(db: DatabaseOrTransaction): Promise<JobCount[]> {
  const { rows } = await db.execute<JobCount>(sql`
    select name as kind, state::text as state, count(*)::int as jobs,
      greatest(extract(epoch from now() - min(created_on)), 0)::float8 as "oldestSeconds"
    from jobs.job where state::text in ('created', 'retry', 'active', 'failed') group by name, state`);
  return rows;
}
