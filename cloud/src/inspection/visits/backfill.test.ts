import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { administer } from "../../testing/database.ts";

const folder = path.resolve(import.meta.dirname, "../../../drizzle");
const OWN = /_visits\.sql$/;

test("containers of before have one visit with all that they have, whatever its state", async () => {
  const name = `backfill_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(inject("postgresUrl"), `create database ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql")).sort(); // prettier-ignore
  const own = files.findIndex((file) => OWN.test(file));
  // The migrator makes it for its own table.
  await client.query("create schema drizzle");
  const apply = (file: string) => client.query(readFileSync(path.join(folder, file), "utf8"));
  for (const file of files.slice(0, own)) await apply(file);
  const at = "'2026-03-01T00:00:00Z'";
  await client.query(`
    insert into users (id, email, role, created_at, updated_at) values ('ann', 'a@b.c', 'operator', ${at}, ${at});
    insert into containers (id, container_number, number_key, number_check, status, owner_id, source, created_at, updated_at)
      values ('empty', 'E', 'E', 'not-iso6346', 'REGISTERED', 'ann', 'user', ${at}, ${at}),
        ('cleared', 'C', 'C', 'not-iso6346', 'CLEARED', 'ann', 'edge', ${at}, ${at});
    insert into scans (id, container_id, type, source, status, detections, summary, timestamp, received_at, clock_suspect)
      values ('one', 'cleared', 'category', 'edge', 'done', '[]', '[]', '2026-02-28T00:00:00Z', ${at}, false),
        ('wild', 'cleared', 'category', 'edge', 'done', '[]', '[]', '2006-01-01T00:00:00Z', '2026-03-02T00:00:00Z', true);
    insert into escalations (id, container_id, state, source, reason, findings, decision, resolved_at, created_at, updated_at)
      values ('e', 'cleared', 'RESOLVED', 'user', 'x', '[]', 'clear', '2026-03-03T00:00:00Z', ${at}, ${at});`);
  for (const file of files.slice(own)) await apply(file);
  const visits = (await client.query("select * from visits order by id")).rows;
  expect(visits).toMatchObject([
    {
      id: "cleared",
      container_id: "cleared",
      number: 1,
      opened_by: "edge",
      opened_at: new Date("2026-02-28T00:00:00Z"),
      last_write_at: new Date("2026-03-02T00:00:00Z"),
      closed_at: new Date("2026-03-03T00:00:00Z"),
      decision: "clear",
    },
    { id: "empty", number: 1, opened_by: "user", opened_at: new Date("2026-03-01T00:00:00Z"), last_write_at: null, closed_at: null },
  ]); // prettier-ignore
  const refer = "select visit_id from containers where id = 'cleared' union all select visit_id from scans union all select visit_id from escalations"; // prettier-ignore
  expect((await client.query(refer)).rows).toEqual(Array.from({ length: 4 }, () => ({ visit_id: "cleared" })));
  await client.end();
  await administer(inject("postgresUrl"), `drop database ${name}`);
});
