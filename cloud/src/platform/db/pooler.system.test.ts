import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createLogger } from "../logging/create-logger.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createEmptyDatabase, createFolder, startCloud } from "../../testing/processes.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { connectPostgres } from "./connect.ts";
import { startPgBouncer } from "../../testing/pgbouncer.ts";
import { openJobs } from "../jobs/jobs.ts";
import { migratePostgres } from "./migrate.ts";
import { findPooler } from "./pooler.ts";
import { PLANNER_OPTIONS } from "./pools.ts";
import { createTestDatabase } from "../../testing/database.ts";

const quiet = createLogger("fatal");

async function connectClient(url: string, options?: string): Promise<Client> {
  const client = new Client({ connectionString: url, options });
  await client.connect();
  cleanUpLater(() => client.end());
  return client;
}

test("a pooler that accepts a connection and never answers does not hang the start", async () => {
  // AuthenticationOk and ReadyForQuery, and nothing afterwards.
  const greeting = Buffer.concat([Buffer.from("R\0\0\0\x08\0\0\0\0"), Buffer.from("Z\0\0\0\x05I")]);
  const server = createServer((socket) => {
    socket.once("data", () => socket.write(greeting));
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUpLater(async () => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `postgres://someone@127.0.0.1:${address.port}/app`;
  await expect(findPooler(url, quiet, { timeoutMs: 500 })).rejects.toThrow(/timeout/);
});

describe("behind PgBouncer in transaction mode", needs("pgbouncer"), () => {
  test("sessions have what the planner is to know, with the chapter's connect_query", async () => {
    const file = path.resolve(import.meta.dirname, "../../../../deploy/docs/administrator/connections.md");
    const chapter = await readFile(file, "utf8");
    const [, connectQuery = ""] = /connect_query='([^']+)'/.exec(chapter) ?? [];
    const { url } = await createTestDatabase();
    const pooled = await connectClient(await startPgBouncer(url, { connectQuery }));
    const direct = await connectClient(url, PLANNER_OPTIONS);
    const names = [...PLANNER_OPTIONS.matchAll(/-c (\w+)=/g)].map(([, name]) => name);
    expect(names).not.toEqual([]);
    for (const name of names)
      expect((await pooled.query(`show ${name}`)).rows).toEqual((await direct.query(`show ${name}`)).rows);
  });

  test("parallel requests, writes, jobs and live events work as they do without it, and no request fails", async () => {
    const { url: directUrl } = await createTestDatabase();
    const url = await startPgBouncer(directUrl, { connectQuery: "set lock_timeout = 2000" });
    const connection = await connectPostgres(url, quiet, { directUrl });
    cleanUpLater(connection.close);
    const cloud = await createTestApp({ connection });
    const { scan } = edgeSender(cloud);
    const [body, { authorization: headers }] = [await scanBody(), await cloud.signIn("supervisor")];
    const stream = await cloud.app.request("/v1/events", { headers });
    const events = stream.body?.getReader();
    const scans = await Promise.all(
      Array.from({ length: 10 }, (_, index) => scan(`POOL-${index}`, body, { "Idempotency-Key": `key-${index}` })),
    );
    expect(scans.map(({ status }) => status)).toEqual(scans.map(() => 200));
    const ids = scans.map((reply) => String(reply.body.data.containerId));
    const reads = await Promise.all(
      Array.from({ length: 80 }, (_, index) => cloud.send("GET", `/v1/containers/${ids[index % 10]}`, { headers })),
    );
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    let received = "";
    while (!received.includes("POOL-9")) received += new TextDecoder().decode((await events?.read())?.value);
    await events?.cancel();

    const blocker = await connectClient(directUrl);
    await blocker.query("begin; lock table scans in access exclusive mode");
    const refused = await scan("POOL-0", body, { "Idempotency-Key": "locked" });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
    await blocker.query("rollback");
    expect(await scan("POOL-0", body, { "Idempotency-Key": "locked" })).toMatchObject({ status: 200 });
    expect(cloud.logLines.filter((line) => /^(error|fatal)$/.test(JSON.parse(line).level))).toEqual([]);
  });

  test("starts on an empty database with only this URL, logs the missing settings, and holds no lock afterwards", async () => {
    const directUrl = await createEmptyDatabase();
    const url = await startPgBouncer(directUrl, { connectQuery: "select 1" });
    const settings = { DATABASE_URL: url, EDGE_API_KEY: EDGE_KEY };
    const replicas = [
      await startCloud({ ...settings, DATA_DIR: await createFolder() }),
      await startCloud({ ...settings, DATA_DIR: await createFolder() }),
    ];
    for (const { url: base } of replicas) {
      await expect.poll(async () => (await fetch(`${await base()}/ready`)).status).toBe(200);
    }
    for (const { output } of replicas) {
      expect(output()).toContain("live events arrive up to 5 seconds late until DATABASE_DIRECT_URL");
      expect(output()).toContain("have no lock_timeout");
    }
    const client = await connectClient(directUrl);
    expect(
      (
        await client.query(
          "select * from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
        )
      ).rows,
    ).toEqual([]);
    for (const { stop } of replicas) expect(await stop()).toBe(0);
  });

  test("processes that start at once take turns at making the queue's tables", async () => {
    for (let round = 0; round < 4; round += 1) {
      const url = await startPgBouncer(await createEmptyDatabase(), { connectQuery: "select 1" });
      const start = async () => {
        await migratePostgres(url);
        await (await openJobs({ url }, { kinds: [], logger: quiet })).stop(0);
      };
      await expect(Promise.all([start(), start(), start(), start()])).resolves.toHaveLength(4);
    }
  });

  test("is noticed, and Postgres itself is not taken for it", async () => {
    const { url } = await createTestDatabase();
    expect(await findPooler(url, quiet)).toBe(false);
    expect(await findPooler(await startPgBouncer(url, { connectQuery: "select 1" }), quiet)).toBe(true);
  });
});
