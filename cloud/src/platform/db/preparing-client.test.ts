import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { PreparingClient } from "./preparing-client.ts";
import { createTestDatabase } from "../../testing/database.ts";

/** One connection, so that every statement meets what earlier ones left on it. */
async function openOne() {
  const { url } = await createTestDatabase();
  const pool = new Pool({ connectionString: url, max: 1, pipeline: true, Client: PreparingClient });
  // The database may be dropped before its connections have ended.
  pool.on("connect", (client) => client.on("error", () => {}));
  cleanUpLater(() => pool.end());
  return { pool, db: drizzle({ client: pool }) };
}

const prepared = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query("select statement from pg_prepared_statements order by prepare_time");
  return rows.map(({ statement }) => statement);
};

test("a statement with values is prepared once, and run with others", async () => {
  const { pool } = await openOne();
  const sums = [1, 2, 3].map(async (value) => pool.query({ text: "select $1::int + 1 as sum" }, [value]));
  expect((await Promise.all(sums)).map(({ rows }) => rows[0].sum)).toEqual([2, 3, 4]);
  expect(await prepared(pool)).toEqual(["select $1::int + 1 as sum"]);
});

test("a statement that was prepared by name keeps its name", async () => {
  const { pool } = await openOne();
  await pool.query({ name: "mine", text: "select $1::int as one" }, [1]);
  const { rows } = await pool.query("select name from pg_prepared_statements");
  expect(rows).toEqual([{ name: "mine" }]);
});

test("what came too late to be prepared is answered all the same", async () => {
  const { pool } = await openOne();
  for (let width = 1; width <= 210; width += 1) {
    const { rows } = await pool.query({ text: `select ${width} * $1::int as product` }, [2]);
    expect(rows).toEqual([{ product: 2 * width }]);
  }
  expect(await prepared(pool)).toHaveLength(200);
});

test("a statement whose first use fell into a failed transaction works in the next one", async () => {
  const { db, pool } = await openOne();
  await pool.query("create table numbers (value int primary key)");
  const insert = (value: number) => sql`insert into numbers values (${value})`;
  const late = sql`select ${7}::int as late`;
  const failing = db.transaction(async (tx) => {
    const sent = [tx.execute(insert(1)), tx.execute(insert(1)), tx.execute(late)];
    const outcomes = await Promise.allSettled(sent);
    throw outcomes.some(({ status }) => status === "rejected") ? new Error("refused") : new Error("accepted");
  });
  await expect(failing).rejects.toThrow("refused");
  expect((await db.execute(late)).rows).toEqual([{ late: 7 }]);
  expect((await pool.query("select count(*)::int as count from numbers")).rows).toEqual([{ count: 0 }]);
});

test("statements of one turn leave in one write", async () => {
  const { pool } = await openOne();
  const client = await pool.connect();
  try {
    const { stream } = Reflect.get(client, "connection");
    const replies = [1, 2].map(async (value) => client.query({ text: "select $1::int as one" }, [value]));
    const heldBackBytes = stream.writableLength;
    expect(heldBackBytes).toBeGreaterThan("select $1::int as one".length);
    await Promise.all(replies);
    expect(stream).toMatchObject({ writableLength: 0, writableCorked: 0 });
  } finally {
    client.release();
  }
});
