import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { composeOnce, composeStatementOnce, insertRow, placeholders, setters } from "./compose-once.ts";
import type { DatabaseOrTransaction } from "./database.ts";

const notes = pgTable("composed_notes", {
  id: text().primaryKey(),
  at: timestamp({ withTimezone: true }),
  data: jsonb().$type<{ size: number } | null>(),
  kind: text().notNull().default("plain"),
});
const owners = pgTable("composed_owners", { noteId: text().notNull(), name: text().notNull() });

const { db, url } = await createTestDatabase();
await db.execute(
  sql`create table composed_notes (id text primary key, at timestamptz, data jsonb, kind text not null default 'plain')`,
);
await db.execute(sql`create table composed_owners ("noteId" text not null, name text not null)`);

const AT = new Date("2026-11-20T08:00:00.123Z");
const findNote = composeOnce((on) =>
  on
    .select()
    .from(notes)
    .where(eq(notes.id, sql.placeholder("id"))),
);

describe("a statement that is composed once", () => {
  test("runs with the values of each call, on any connection", async () => {
    await insertRow(db, notes, { id: "one", at: AT, data: { size: 1 } });
    await insertRow(db, notes, { id: "two", at: null, data: null, kind: "other" });
    const pool = new Pool({ connectionString: url, max: 1 });
    cleanUpLater(() => pool.end());
    for (const on of [db, drizzle({ client: pool })]) {
      expect(await findNote(on, { id: "one" })).toEqual([{ id: "one", at: AT, data: { size: 1 }, kind: "plain" }]);
      expect(await findNote(on, { id: "two" })).toEqual([{ id: "two", at: null, data: null, kind: "other" }]);
    }
  });

  test("is composed at its first call alone", async () => {
    let built = 0;
    const count = composeStatementOnce((): ReturnType<typeof sql> => {
      built += 1;
      return sql`select ${sql.placeholder("value")}::int + 1 as sum`;
    });
    for (const value of [1, 2]) expect((await count(db, { value })).rows).toEqual([{ sum: value + 1 }]);
    expect(built).toBe(1);
  });

  test("writes null for null, also into a column of JSON", async () => {
    await insertRow(db, notes, { id: "null", at: null, data: null });
    const { rows } = await db.execute(sql`select data is null as "isNull" from composed_notes where id = 'null'`);
    expect(rows).toEqual([{ isNull: true }]);
  });

  test("is refused without a value for one of its placeholders", async () => {
    await expect(findNote(db, {})).rejects.toThrow("a statement was given no value for id");
  });

  test("takes an expression in a row for what it is", async () => {
    await insertRow(db, notes, { id: "expression", data: sql`jsonb_build_object('size', 2 + 1)` });
    expect(await findNote(db, { id: "expression" })).toMatchObject([{ data: { size: 3 } }]);
  });

  test("sets columns of a row by its encoders", async () => {
    await insertRow(db, notes, { id: "set", data: { size: 1 } });
    const update = composeOnce((on: DatabaseOrTransaction) =>
      on
        .update(notes)
        .set(setters(notes, ["data", "at"]))
        .where(eq(notes.id, sql.placeholder("id"))),
    );
    await update(db, { id: "set", at: AT, data: { size: 2 } });
    expect(await findNote(db, { id: "set" })).toMatchObject([{ at: AT, data: { size: 2 } }]);
  });

  test("returns null for a table that an outer join found nothing in", async () => {
    await insertRow(db, notes, { id: "alone" });
    const find = composeOnce((on) =>
      on
        .select({ id: notes.id, owner: owners })
        .from(notes)
        .leftJoin(owners, eq(owners.noteId, notes.id))
        .where(eq(notes.id, sql.placeholder("id"))),
    );
    expect(await find(db, { id: "alone" })).toEqual([{ id: "alone", owner: null }]);
  });

  test("rolls back with its transaction", async () => {
    const failing = db.transaction(async (tx) => {
      await insertRow(tx, notes, { id: "undone" });
      throw new Error("the work failed");
    });
    await expect(failing).rejects.toThrow("the work failed");
    expect(await findNote(db, { id: "undone" })).toEqual([]);
  });
});

test("placeholders have the names that they are made with", () => {
  expect(Object.keys(placeholders("one", "two"))).toEqual(["one", "two"]);
});
