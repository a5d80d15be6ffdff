import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readTime } from "./read-time.ts";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";

const MOMENTS = [
  "0001-01-01T00:00:00.000Z",
  "0099-02-28T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "2026-11-22T02:00:00.500Z",
  "9999-12-31T23:59:59.999Z",
];

describe.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createEmbeddedTestDatabase],
])("of %s", async (_, createDatabase) => {
  const { db } = await createDatabase();

  test.each(["UTC", "Europe/Berlin", "America/Caracas", "Asia/Kathmandu"])(
    "a time is read back in %s",
    async (zone) => {
      const read = await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('timezone', ${zone}, true)`);
        const written = MOMENTS.map((moment) => sql`(${moment}::timestamptz(3))`);
        const { rows } = await tx.execute<{ at: string }>(
          sql`select at::text from (values ${sql.join(written, sql`, `)}) as moments (at)`,
        );
        return rows.map(({ at }) => readTime(at).toISOString());
      });
      expect(read).toEqual(MOMENTS);
    },
  );
});
