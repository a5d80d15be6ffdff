import { sql } from "drizzle-orm";
import { Client } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../platform/db/error-code.ts";
import { mainMigrations, migratePostgres } from "../../platform/db/migrate.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { makeNextRelease } from "../../testing/next-release.ts";
import { recordWrites } from "./record-writes.ts";
import { nameOutcome, readRecordings, type Recording, restore, writeRecording } from "./recording.ts";

const recordings = readRecordings();

/**
 * Replays a recording; returns each outcome that differs from that with the release's own tables, and its statement.
 */
async function replay(url: string, { texts, sent }: Recording): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const differences: string[] = [];
  try {
    for (const [place, values, expected] of sent) {
      const text = texts[place] ?? "";
      const found = await client.query(text, values.map(restore)).then(
        ({ command, rowCount }) => nameOutcome({ command, rows: rowCount }),
        (error: unknown) => `error ${codeOf(error)} (${error instanceof Error ? error.message : ""})`,
      );
      if (!isAsExpected(expected, found)) differences.push(`${expected}, now ${found}: ${text}`);
    }
  } finally {
    await client.end();
  }
  return differences;
}

/**
 * Compares two outcomes. The row count of a query is ignored, because it depends on rows that Postgres generates,
 * such as transaction numbers.
 */
const isAsExpected = (expected: string, found: string) =>
  expected.startsWith("error") || found.startsWith("error")
    ? found.startsWith(expected)
    : found === expected || (expected.startsWith("SELECT") && found.startsWith("SELECT"));

test("no recording is of a release that may no longer run, and the release before a migration has one if it may", async () => {
  const { db } = await createTestDatabase();
  const { rows } = await db.execute<{ migration: number }>(sql`select migration from drizzle.oldest_release`);
  const numbers = recordings.map(({ migration }) => Number.parseInt(migration, 10));
  const oldest = rows[0]?.migration ?? 0;
  expect(numbers.filter((number) => number < oldest)).toEqual([]);
  const mayEarlierRun = oldest < mainMigrations.known.length - 1;
  expect(mayEarlierRun && numbers.length === 0, "run record-writes of the release before").toBe(false);
});

test("the statements of each recorded release do to the newest tables what they did to its own", async () => {
  for (const recording of recordings) {
    const { url } = await createTestDatabase();
    expect([recording.migration, ...(await replay(url, recording))]).toEqual([recording.migration]);
  }
});

/** The database of a made-up next release, whose migration has these statements. */
const migrateWith = async (...statements: string[]) => {
  const { url } = await createTestDatabase();
  await migratePostgres(url, await makeNextRelease(...statements));
  return url;
};

describe("the statements of this release, sent to the tables of the next one,", () => {
  let own: Recording;
  beforeAll(async () => {
    // As a file holds it.
    own = JSON.parse(writeRecording(await recordWrites()));
  });

  test("do what they did to its own where a migration only adds", async () => {
    const url = await migrateWith(
      "ALTER TABLE scans ADD COLUMN note text",
      "ALTER TABLE containers ADD COLUMN rank integer DEFAULT 0 NOT NULL",
      "CREATE TABLE notes (scan_id text REFERENCES scans)",
      "CREATE INDEX audit_log_note ON audit_log (at)",
    );
    expect((await replay(url, own)).join("\n\n")).toBe("");
    expect(own.sent.length).toBeGreaterThan(1_000);
  });

  test.each([
    ["a dropped column", "alter table scans drop column model_name"],
    ["a renamed column", "alter table containers rename column size_type to type_code"],
    ["a new column that they do not fill", "alter table audit_log add column site text not null"],
    ["a column that became required", "alter table escalations alter column scan_id set not null"],
    ["a renamed table", "alter table idempotency_receipts rename to receipts"],
    ["a key that an upsert names no longer", "alter table devices drop constraint devices_pkey cascade"],
    ["a narrower check", "alter table scans add check (type <> 'defect')"],
  ])("notice %s", async (_what, statement) => {
    expect(await replay(await migrateWith(statement), own)).not.toEqual([]);
  });
});
