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
    await client.query("set lock_timeout = '5min'");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrateWithPg(drizzle({ client }), { migrationsFolder });
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/** Brings the embedded database up to date; its folder lock lets only one process do so. */
export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await migrateWithPglite(db, { migrationsFolder });
}

const journal = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });

/** The newest migration that this build carries, by its time. */
const newestMigration = Math.max(
  ...journal
    .parse(JSON.parse(readFileSync(path.join(migrationsFolder, "meta/_journal.json"), "utf8")))
    .entries.map((entry) => entry.when),
);

/** True when the database answers and has every migration of this build. Rejects when it cannot be reached. */
export async function isMigrated(db: Database): Promise<boolean> {
  const newest = sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`;
  const { rows } = await db.execute(newest);
  return Number(rows[0]?.["newest"] ?? 0) >= newestMigration;
}
