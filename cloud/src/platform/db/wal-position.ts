import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/**
 * Identity and position that a server reports. Positions count the bytes of the write-ahead log.
 */
export type PrimaryPosition = {
  /** Identifies a primary with its standbys, and no other server or database. */
  identity: string;
  /** Every commit that anybody has seen is below it. */
  committed: bigint;
  /** The end of the log. */
  written: bigint;
};
export type StandbyPosition = { identity: string; isStandby: boolean; replayed: bigint };

const IDENTITY = sql`(select system_identifier::text from pg_control_system()) || '/' ||
  (select oid::text from pg_database where datname = current_database())`;
const bytesOf = (position: string) => sql.raw(`pg_wal_lsn_diff(${position}, '0/0')::text`);

/** Rejects on a standby. */
export async function readPrimaryPosition(db: Database): Promise<PrimaryPosition> {
  const { rows } = await db.execute<{ identity: string; committed: string; written: string }>(sql`
    select ${IDENTITY} as identity, ${bytesOf("pg_current_wal_flush_lsn()")} as committed,
      ${bytesOf("pg_current_wal_insert_lsn()")} as written`);
  const [row] = rows;
  if (!row) throw new Error("the primary returned no position");
  return { identity: row.identity, committed: BigInt(row.committed), written: BigInt(row.written) };
}

export async function readStandbyPosition(db: Database): Promise<StandbyPosition> {
  const { rows } = await db.execute<{ identity: string; isStandby: boolean; replayed: string | null }>(sql`
    select ${IDENTITY} as identity, pg_is_in_recovery() as "isStandby",
      ${bytesOf("pg_last_wal_replay_lsn()")} as replayed`);
  const [row] = rows;
  if (!row) throw new Error("the standby returned no position");
  return { identity: row.identity, isStandby: row.isStandby, replayed: BigInt(row.replayed ?? 0) };
}
