import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as migrateWithPg } from "drizzle-orm/node-postgres/migrator";
import type { PgliteDatabase } from "drizzle-orm/pglite";
import { migrate as migrateWithPglite } from "drizzle-orm/pglite/migrator";
import { Client } from "pg";
import { z } from "zod";
import type { Database } from "./connect.ts";

const migrationsFolder = path.resolve(import.meta.dirname, "../../drizzle");
/** Any number that nothing else on the same database locks. */
const LOCK = 7_264_091_533;

/** Brings the database up to date. Processes that start at once take turns by an advisory lock. */
export async function migratePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // All in one transaction: behind a connection pooler, what a session sets or locks would outlive it, and be another's.
    await drizzle({ client }).transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5min'`);
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      await migrateWithPg(tx, { migrationsFolder });
    });
  } finally {
    await client.end();
  }
}

/** Brings the embedded database up to date; its folder lock lets only one process do so. */
export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await migrateWithPglite(db, { migrationsFolder });
}

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })).min(1) });

/** The migrations that this build carries, the newest last. */
const known = journal
  .parse(JSON.parse(readFileSync(path.join(migrationsFolder, "meta/_journal.json"), "utf8")))
  .entries.toSorted((one, other) => one.when - other.when);

/** The newest migration that this build carries, such as `0012_visits`. */
export const newestMigration = known.at(-1)?.tag ?? "";

/** How the database stands to this build; `detail` says it to a person. */
export type MigrationState = { state: "current" | "older" | "newer"; detail: string };

/** Compares the database's newest migration with this build's. Rejects when the database cannot be reached. */
export async function migrationState(db: Database): Promise<MigrationState> {
  const applied = await newestApplied(db);
  const newest = known.at(-1)?.when ?? 0;
  if (applied === newest) return { state: "current", detail: `The database is at ${newestMigration}.` };
  if (applied > newest)
    return { state: "newer", detail: `The database is newer than this build, which knows ${newestMigration} at most.` };
  const at = known.findLast(({ when }) => when <= applied)?.tag ?? "none";
  return { state: "older", detail: `The database is at migration ${at}; this build needs ${newestMigration}.` };
}

/** The time of the database's newest migration; 0 for one that has none yet. */
async function newestApplied(db: Database): Promise<number> {
  const made = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as made`);
  if (made.rows[0]?.["made"] !== true) return 0;
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.newest ?? 0);
}
