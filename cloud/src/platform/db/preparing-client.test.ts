import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { PreparingClient } from "./preparing-client.ts";
import { createTestDatabase } from "../../testing/database.ts";

/** One connection, so that every statement meets what earlier ones left on it. */
async function openOne(Client: typeof PreparingClient = PreparingClient) {
  const { url } = await createTestDatabase();
  const pool = new Pool({ connectionString: url, max: 1, pipeline: true, Client });
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

test("a transaction begins with its first statement, and what was done in it goes where it fails", async () => {
  const { db, pool } = await openOne();
  await pool.query("create table kept (value int)");
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (${1})`);
    throw new Error("the work failed");
  });
  await expect(failing).rejects.toThrow("the work failed");
  await db.transaction((tx) => tx.execute(sql`insert into kept values (${2})`));
  expect((await pool.query("select value from kept")).rows).toEqual([{ value: 2 }]);
});

/** Connects to a server that refuses to begin. */
class RefusedClient extends PreparingClient {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's query has ten signatures.
  override query(statement: any, ...rest: any[]): any {
    const isBegin = statement?.text === "begin";
    return Reflect.apply(Reflect.get(PreparingClient.prototype, "query"), this, [
      isBegin ? { ...statement, text: "begin nothing" } : statement,
      ...rest,
    ]);
  }
}

test.each([
  ["a write", []],
  ["a query and a write", [sql`select ${1}::int`]],
])("nothing stays of %s in a transaction that the server has refused to begin", async (_what, first) => {
  const { db, pool } = await openOne(RefusedClient);
  await pool.query("create table refused (value int)");
  const failing = db.transaction(async (tx) => {
    const sent = [...first, sql`insert into refused values (${1})`].map((statement) => tx.execute(statement));
    await Promise.all(sent);
  });
  await expect(failing).rejects.toThrow("Failed query");
  expect((await pool.query("select value from refused")).rows).toEqual([]);
});
