import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { connectPostgres } from "../db/connect.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { createMetrics } from "./create-metrics.ts";
import { measureQueries } from "./measure-queries.ts";

test("every statement of the pools is timed, and the errors of Postgres are counted by their class", async () => {
  const { url } = await createTestDatabase();
  const metrics = createMetrics({ version: "test" });
  const observe = measureQueries(metrics);
  const { pools, close } = await connectPostgres(url, pino({ level: "silent" }), { migrate: false, observe });
  cleanUpLater(close);
  const count = async (series: string) => {
    const line = (await metrics.registry.metrics()).split("\n").find((each) => each.startsWith(series));
    return line === undefined ? 0 : Number(line.replace(/^.* /, ""));
  };
  const ok = () => count('cloud_database_statement_duration_seconds_count{outcome="ok"}');

  await pools.people.execute(sql`select 1`);
  expect(await ok()).toBe(1);
  await pools.edge.transaction((tx) => Promise.all([tx.execute(sql`select 1`), tx.execute(sql`select 2`)]));
  // Begin and commit are statements, too.
  expect(await ok()).toBe(5);
  await expect(pools.edge.execute(sql`select * from missing`)).rejects.toThrow(/missing/);
  expect(await count('cloud_database_errors_total{class="42"}')).toBe(1);
  expect(await count('cloud_database_statement_duration_seconds_count{outcome="failed"}')).toBe(1);
});
