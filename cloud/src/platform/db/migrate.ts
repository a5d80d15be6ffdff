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
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { DatabaseOrTransaction } from "./database.ts";
import { SettingsError } from "../settings-error.ts";
import { hasCode } from "./error-code.ts";
import { DEADLOCK, LOCK_NOT_AVAILABLE, waitShortly } from "./short-locks.ts";
import { takeTurn } from "./take-turn.ts";

const journal = z.object({ entries: z.array(z.object({ idx: z.number(), when: z.number(), tag: z.string() })).min(1) });

/** The migrations of one database that this build carries, the newest last. */
export type Migrations = {
  folder: string;
  table: string;
  /** The setting that names the database. */
  setting: "DATABASE_URL" | "TRACKING_DATABASE_URL";
  known: z.output<typeof journal>["entries"];
};

/** `table` records the applied migrations in the database, in the schema `drizzle`. */
function readMigrations(name: string, table: string, setting: Migrations["setting"]): Migrations {
  const folder = pathInside(path.resolve(import.meta.dirname, "../../.."), name);
  const { entries } = journal.parse(JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")));
  return { folder, table, setting, known: entries.toSorted((one, other) => one.when - other.when) };
}

export const mainMigrations = readMigrations("drizzle", "__drizzle_migrations", "DATABASE_URL");
/** The migrations of a tracking database of its own; without one, its tables are those of the main migrations. */
export const trackingMigrations = readMigrations("drizzle-tracking", "__tracking_migrations", "TRACKING_DATABASE_URL");

/**
 * Brings the database up to date. Processes that start at once take turns. Throws a RefusedDatabaseError on a database
 * that this release must not use, and a SettingsError where the tracking database is the main one.
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

/**
 * Pause in ms after which a migration tries again if a table is locked, for example by a long query.
 */
const PAUSE_MS = 1_000;
const MAX_WAIT_MS = 5 * 60_000;

/** Applies the next migration in this transaction; returns whether there was one. */
async function applyNext(tx: NodePgDatabase, migrations: Migrations): Promise<boolean> {
  if (migrations === trackingMigrations) await refuseMainDatabase(tx);
  await refuseDatabase(tx, migrations);
  const settings = { migrationsFolder: migrations.folder, migrationsTable: migrations.table };
  const { applied } = await readApplied(tx, migrations.table);
  if (applied === 0) {
    // Nothing else uses an empty database.
    await migrateWithPg(tx, settings);
    return false;
  }
  // Drizzle's own function applies all of them in one transaction: locks of the first would be held until the last.
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

/** This release must not use the database, and has changed nothing in it. The message explains what to do. */
export class RefusedDatabaseError extends Error {
  override name = "RefusedDatabaseError";
}

async function refuseDatabase(db: DatabaseOrTransaction, migrations = mainMigrations): Promise<void> {
  const { state, detail } = await migrationState(db, migrations);
  if (state === "outdated" || state === "unreleased") throw new RefusedDatabaseError(detail);
}

/** Brings the embedded database up to date; its folder lock lets only one process do so. */
export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await refuseDatabase(db);
  await migrateWithPglite(db, { migrationsFolder: mainMigrations.folder });
}

/** The newest migration that this build carries, such as `0000_baseline`. */
export const newestMigration = mainMigrations.known.at(-1)?.tag ?? "";

/**
 * The database compared with this build; `detail` explains it to a person. On a `newer` one this build can still run,
 * on one that makes it `outdated` it must not. An `unreleased` one was made before the first release, whose migrations
 * begin with another one.
 */
export type MigrationState = { state: "current" | "older" | "newer" | "outdated" | "unreleased"; detail: string };

/** Compares the database's newest migration with this build's. Rejects when the database cannot be reached. */
export async function migrationState(
  db: DatabaseOrTransaction,
  { known, table, setting }: Migrations = mainMigrations,
): Promise<MigrationState> {
  const { first, applied, oldestRelease } = await readApplied(db, table);
  const newest = known.at(-1) ?? NONE;
  if (applied > 0 && first !== known[0]?.when) return { state: "unreleased", detail: explainUnreleased(setting) };
  if (oldestRelease > newest.idx)
    return {
      state: "outdated",
      detail:
        `This release is too old for its database: it has migration ${newest.tag} at most, and the database requires ` +
        `${String(oldestRelease).padStart(4, "0")} or later. Start a newer release; to return to this one, restore a backup that it made.`,
    };
  if (applied === newest.when) return { state: "current", detail: `The database is at ${newest.tag}.` };
  if (applied > newest.when)
    return { state: "newer", detail: `The database is newer than this build, which knows ${newest.tag} at most.` };
  const at = known.findLast(({ when }) => when <= applied) ?? NONE;
  return { state: "older", detail: `The database is at migration ${at.tag}; this build needs ${newest.tag}.` };
}

/** In the place of a migration where there is none. */
const NONE = { idx: 0, when: 0, tag: "none" };

function explainUnreleased(setting: Migrations["setting"]): string {
  const text =
    "The database was made by a version from before release 3.0.0, which no release can read; nothing was changed in it. " +
    `To keep its records, export them with the version that made it. Then name an empty database in ${setting}`;
  // Without DATABASE_URL, the database is embedded.
  if (setting !== "DATABASE_URL") return `${text}.`;
  return `${text}, or, where that setting is missing, move the folder \`database\` out of DATA_DIR.`;
}

/**
 * The times of the database's first and newest migration, and the oldest release that may run on it; 0 for one that
 * names none.
 */
async function readApplied(
  db: DatabaseOrTransaction,
  table: string,
): Promise<{ first: number; applied: number; oldestRelease: number }> {
  const { rows } = await db.execute(sql`
    select to_regclass(${`drizzle.${table}`}) is not null as migrated,
      to_regclass('drizzle.oldest_release') is not null as named`);
  if (rows[0]?.["migrated"] !== true) return { first: 0, applied: 0, oldestRelease: 0 };
  const oldest = rows[0]["named"] === true ? sql`(select migration from drizzle.oldest_release)` : sql`0`;
  const found = await db.execute<{ first: string | null; applied: string | null; oldest: number | null }>(sql`
    select min(created_at)::text as first, max(created_at)::text as applied, ${oldest} as oldest
    from drizzle.${sql.identifier(table)}`);
  const [row] = found.rows;
  return {
    first: Number(row?.first ?? 0),
    applied: Number(row?.applied ?? 0),
    oldestRelease: row?.oldest ?? 0,
  };
}
