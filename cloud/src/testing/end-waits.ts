import { sql } from "drizzle-orm";
import type { Parts } from "../parts.ts";

/**
 * Has the jobs that the queue holds back start now, whose clock is that of the database. Returns how many seconds each
 * would have waited, the longest first.
 */
export async function endWaits({ db }: Pick<Parts, "db">): Promise<number[]> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    update jobs.job set start_after = now()
    from (select id, extract(epoch from start_after - now())::float8 as seconds from jobs.job) waiting
    where job.id = waiting.id and job.state::text in ('created', 'retry') and waiting.seconds > 0
    returning seconds`);
  return rows.map(({ seconds }) => seconds).toSorted((one, other) => other - one);
}
