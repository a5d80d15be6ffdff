import { sql } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { codeOf } from "../../platform/db/error-code.ts";
import { administer, createTestDatabase } from "../../testing/database.ts";
import { nameOutcome, readRecordings, type Recording, restore } from "./recording.ts";

const recordings = readRecordings();

/** What went otherwise than with the release's own tables, with the statement. */
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

/** How many rows a query returns depends on rows that Postgres makes up, such as numbers of transactions. */
const isAsExpected = (expected: string, found: string) =>
  expected.startsWith("error") || found.startsWith("error")
    ? found.startsWith(expected)
    : found === expected || (expected.startsWith("SELECT") && found.startsWith("SELECT"));

test("those of a release that may no longer run are deleted, and one of a release that may run is left", async () => {
  const { db } = await createTestDatabase();
  const { rows } = await db.execute<{ migration: number }>(sql`select migration from drizzle.oldest_release`);
  const numbers = recordings.map(({ migration }) => Number.parseInt(migration, 10));
  expect(numbers.filter((number) => number < (rows[0]?.migration ?? 0))).toEqual([]);
  // The oldest release was raised: its own recording takes the place of the deleted ones.
  expect(numbers).not.toEqual([]);
});

const change = async (statement: string) => {
  const { url } = await createTestDatabase();
  await administer(url, statement);
  return url;
};

describe("the statements of a release that may still run", () => {
  test.each(recordings)("do to the newest tables what they did to its own: $migration", async (recording) => {
    const { url } = await createTestDatabase();
    expect((await replay(url, recording)).join("\n\n")).toBe("");
  });
});

describe("the statements of the newest recorded release notice", () => {
  const newest = recordings.at(-1)!;

  test.each([
    ["a dropped column", "alter table scans drop column model_name"],
    ["a renamed column", "alter table containers rename column size_type to type_code"],
    ["a new column that they do not fill", "alter table audit_log add column site text not null"],
    ["a column that became required", "alter table escalations alter column scan_id set not null"],
    ["a renamed table", "alter table idempotency_receipts rename to receipts"],
    ["a key that an upsert names no longer", "alter table devices drop constraint devices_pkey cascade"],
    ["a narrower check", "alter table scans add check (type <> 'defect')"],
  ])("%s", async (_what, statement) => {
    expect(await replay(await change(statement), newest)).not.toEqual([]);
  });
});
