import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate as migrateWithPg } from "drizzle-orm/node-postgres/migrator";
import type { PgliteDatabase } from "drizzle-orm/pglite";
import { migrate as migrateWithPglite } from "drizzle-orm/pglite/migrator";
import { z } from "zod";
import { pathInside } from "@container-inspection/shared-schemas";
import type { DatabaseOrTransaction } from "./database.ts";
import { SettingsError } from "../settings-error.ts";
import { hasCode } from "./error-code.ts";
import { DEADLOCK, LOCK_NOT_AVAILABLE, waitShortly } from "./short-locks.ts";
import { takeTurn } from "./take-turn.ts";

const journal = z.object({ entries: z.array(z.object({ idx: z.number(), when: z.number(), tag: z.string() })).min(1) });

/** The migrations of one database that this build carries, the newest last. */
export type Migrations = { folder: string; table: string; known: z.output<typeof journal>["entries"] };

/** `table` notes in the database, in the schema `drizzle`, what was applied. */
function readMigrations(name: string, table: string): Migrations {
  const folder = pathInside(path.resolve(import.meta.dirname, "../../.."), name);
  const { entries } = journal.parse(JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")));
  return { folder, table, known: entries.toSorted((one, other) => one.when - other.when) };
}

export const mainMigrations = readMigrations("drizzle", "__drizzle_migrations");
/** Of a tracking database of its own; without one, its tables are those of the main migrations. */
export const trackingMigrations = readMigrations("drizzle-tracking", "__tracking_migrations");

/**
 * Brings the database up to date. Processes that start at once take turns. Throws an OutdatedReleaseError on a database
 * that requires a newer release, and a SettingsError where the tracking database is the main one.
 */
export async function migratePostgres(url: string, migrations = mainMigrations): Promise<void> {
  for (const giveUpAt = performance.now() + MAX_WAIT_MS; ;) {
    try {
      if (!(await takeTurn(url, (tx) => applyNext(tx, migrations)))) return;
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE, DEADLOCK) || performance.now() > giveUpAt) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** Where a table is locked, for example by a long query, a migration tries again after a pause. */
const PAUSE_MS = 1_000;
const MAX_WAIT_MS = 5 * 60_000;

/** Applies the next migration in this transaction; returns whether there was one. */
async function applyNext(tx: NodePgDatabase, migrations: Migrations): Promise<boolean> {
  if (migrations === trackingMigrations) await refuseMainDatabase(tx);
  await refuseOutdatedRelease(tx, migrations);
  const settings = { migrationsFolder: migrations.folder, migrationsTable: migrations.table };
  const { applied } = await readApplied(tx, migrations.table);
  if (applied === 0) {
    // Nothing else uses an empty database.
    await migrateWithPg(tx, settings);
    return false;
  }
  // Drizzle's own function applies all of them in one transaction: what the first has locked would wait for the last.
  const next = readMigrationFiles(settings).find(({ folderMillis }) => folderMillis > applied);
  if (!next) return false;
  await waitShortly(tx);
  for (const statement of next.sql) await tx.execute(sql.raw(statement));
  await tx.execute(sql`
    insert into drizzle.${sql.identifier(migrations.table)} (hash, created_at) values (${next.hash}, ${next.folderMillis})`);
  return true;
}

async function refuseMainDatabase(db: DatabaseOrTransaction): Promise<void> {
  const { rows } = await db.execute(
    sql`select to_regclass(${`drizzle.${mainMigrations.table}`}) is not null as is_main`,
  );
  if (rows[0]?.["is_main"] === true)
    throw new SettingsError([
      "TRACKING_DATABASE_URL names a main database: name an empty one, or leave the setting out to keep everything in DATABASE_URL",
    ]);
}

/** A newer release has changed the database so that this one must not run on it. The message explains what to do. */
export class OutdatedReleaseError extends Error {
  override name = "OutdatedReleaseError";
}

/** Throws an OutdatedReleaseError on a database that requires a newer release. */
async function refuseOutdatedRelease(db: DatabaseOrTransaction, migrations = mainMigrations): Promise<void> {
  const { state, detail } = await migrationState(db, migrations);
  if (state === "outdated") throw new OutdatedReleaseError(detail);
}

/** Brings the embedded database up to date; its folder lock lets only one process do so. */
export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await refuseOutdatedRelease(db);
  await migrateWithPglite(db, { migrationsFolder: mainMigrations.folder });
}

/** The newest migration that this build carries, such as `0012_visits`. */
export const newestMigration = mainMigrations.known.at(-1)?.tag ?? "";

/**
 * How the database stands to this build; `detail` explains it to a person. On a newer one this build can still run, on
 * one that makes it `outdated` it must not.
 */
export type MigrationState = { state: "current" | "older" | "newer" | "outdated"; detail: string };

/** Compares the database's newest migration with this build's. Rejects when the database cannot be reached. */
export async function migrationState(
  db: DatabaseOrTransaction,
  { known, table }: Migrations = mainMigrations,
): Promise<MigrationState> {
  const { applied, oldestRelease } = await readApplied(db, table);
  const newest = known.at(-1)?.when ?? 0;
  const newestTag = known.at(-1)?.tag ?? "";
  if (oldestRelease > (known.at(-1)?.idx ?? 0))
    return {
      state: "outdated",
      detail:
        `This release is too old for its database: it has migration ${newestTag} at most, and the database requires ` +
        `${String(oldestRelease).padStart(4, "0")} or later. Start a newer release; to return to this one, restore a backup that it made.`,
    };
  if (applied === newest) return { state: "current", detail: `The database is at ${newestTag}.` };
  if (applied > newest)
    return { state: "newer", detail: `The database is newer than this build, which knows ${newestTag} at most.` };
  const at = known.findLast(({ when }) => when <= applied)?.tag ?? "none";
  return { state: "older", detail: `The database is at migration ${at}; this build needs ${newestTag}.` };
}

/**
 * The time of the database's newest migration, and the oldest release that may run on it; 0 for one that names none.
 */
async function readApplied(
  db: DatabaseOrTransaction,
  table: string,
): Promise<{ applied: number; oldestRelease: number }> {
  const { rows } = await db.execute(sql`
    select to_regclass(${`drizzle.${table}`}) is not null as migrated,
      to_regclass('drizzle.oldest_release') is not null as named`);
  if (rows[0]?.["migrated"] !== true) return { applied: 0, oldestRelease: 0 };
  const oldest = rows[0]["named"] === true ? sql`(select migration from drizzle.oldest_release)` : sql`0`;
  const found = await db.execute<{ applied: string | null; oldest: number | null }>(
    sql`select max(created_at)::text as applied, ${oldest} as oldest from drizzle.${sql.identifier(table)}`,
  );
  return { applied: Number(found.rows[0]?.applied ?? 0), oldestRelease: found.rows[0]?.oldest ?? 0 };
}
