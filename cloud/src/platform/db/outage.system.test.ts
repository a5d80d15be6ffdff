import { createRoute } from "@hono/zod-openapi";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { describe, expect, inject, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { defineRoute } from "../http/define-route.ts";
import { ok } from "../http/replies.ts";
import type { Parts } from "../../parts.ts";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { connectPostgres } from "./connect.ts";
import { DEFAULT_POOL_SIZES, DEFAULT_TIMEOUTS } from "./pools.ts";
import { startPostgres } from "../../testing/postgres.ts";
import { administer, createTestDatabase } from "../../testing/database.ts";

const AWAY = { status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } };

/** A route of the test that does `work` with the database. */
const routeOf = (path: string, work: (parts: Parts) => Promise<unknown>) =>
  defineRoute(
    "public",
    createRoute({ method: "get", path, responses: { 200: { description: "Done" } } }),
    (parts: Parts) => {
      return async (c) => {
        await work(parts);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description names no body
        return ok(c, "done") as never;
      };
    },
  );

async function connectClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  return client;
}

describe("Postgres that is shut down at once, and returns", () => {
  test("causes 503s and nothing else: reads, edge writes and jobs resume by themselves", async () => {
    const server = await startPostgres({ keepsCommits: true });
    cleanUpLater(server.stop);
    await administer(server.url, "create database cloud");
    const connection = await connectPostgres(server.url.replace(/postgres$/, "cloud"), pino({ level: "silent" }));
    cleanUpLater(connection.close);
    const cloud = await createTestApp({ connection });
    await startWorkers(cloud.parts);
    const { scan } = edgeSender(cloud);
    const { authorization: headers } = await cloud.signIn("supervisor");
    const body = await scanBody();
    expect(await scan("MSKU1234565", body, { "Idempotency-Key": "before" })).toMatchObject({ status: 200 });

    await server.crash();
    const refusals = [
      await cloud.send("GET", "/v1/containers", { headers }),
      await scan("MSKU1234565", body, { "Idempotency-Key": "meanwhile" }),
      await cloud.send("POST", "/v1/user/auth/email/login", { body: { email: "a@b.c", password: "x" } }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers: sent } of refusals) expect(Number(sent.get("Retry-After"))).toBeGreaterThan(0);
    const readiness = await cloud.send("GET", "/ready");
    expect(readiness.status).toBe(503);
    expect(readiness.body.error.message).toContain("The database does not answer.");
    expect(await cloud.send("GET", "/health")).toMatchObject({ status: 200 });

    await server.restart();
    await expect.poll(async () => (await cloud.send("GET", "/ready")).status, { timeout: 120_000 }).toBe(200);
    for (const key of ["before", "meanwhile"])
      expect(await scan("MSKU1234565", body, { "Idempotency-Key": key })).toMatchObject({ status: 200 });
    const { rows } = await connection.db.execute(sql`select count(*)::int as scans from scans`);
    expect(rows).toEqual([{ scans: 2 }]);
    await cloud.send("POST", "/v1/user/auth/email/forgot-password", { body: { email: "admin@localhost" } });
    const mails = async () => (await connection.db.execute(sql`select status from email_jobs`)).rows;
    await expect.poll(() => mails(), { timeout: 120_000 }).toEqual([{ status: "no-mail-server" }]);
  });
});

describe("connections that are terminated", () => {
  test("while idle are replaced", async () => {
    const connection = await createTestDatabase({ timeouts: DEFAULT_TIMEOUTS });
    const { send, signIn } = await createTestApp({ connection });
    const { authorization: headers } = await signIn("operator");
    await Promise.all(Array.from({ length: 8 }, () => send("GET", "/v1/containers", { headers })));
    const name = new URL(connection.url).pathname.slice(1);
    await administer(
      inject("postgresUrl"),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    const statuses = [];
    for (let time = 0; time < 10; time++) statuses.push((await send("GET", "/v1/containers", { headers })).status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.at(-1)).toBe(200);
  });

  test("in the middle of an edge write leave nothing of it, and the retry does it once", async () => {
    const connection = await createTestDatabase({ timeouts: DEFAULT_TIMEOUTS });
    const cloud = await createTestApp({ connection });
    const { scan } = edgeSender(cloud);
    const blocker = await connectClient(connection.url);
    await blocker.query("begin; lock table scans in access exclusive mode");
    const body = await scanBody();
    const cut = scan("MSKU1234565", body, { "Idempotency-Key": "one" });
    const terminated = `select pg_terminate_backend(pid) as done from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
    // Not on the blocker's connection: within its transaction it keeps seeing the sessions that it saw first.
    await expect.poll(async () => (await connection.db.execute(terminated)).rows, { timeout: 120_000 }).toHaveLength(1);
    expect(await cut).toMatchObject(AWAY);
    await blocker.query("rollback");
    const count = async () =>
      (
        await connection.db
          .execute(sql`select (select count(*) from containers)::int + (select count(*) from scans)::int
        + (select count(*) from idempotency_receipts)::int as rows`)
      ).rows;
    expect(await count()).toEqual([{ rows: 0 }]);
    expect(await scan("MSKU1234565", body, { "Idempotency-Key": "one" })).toMatchObject({ status: 200 });
    expect(await count()).toEqual([{ rows: 3 }]);
  });
});

describe("transactions that Postgres gives up", () => {
  test("are 503 with Retry-After: deadlocks, serialisation failures, statements that take too long", async () => {
    const inOrder = (path: string, ...locks: [number, number]) =>
      routeOf(path, ({ db }) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(${locks[0]})`);
          const held = () =>
            tx.execute(sql`select 1 from pg_locks where locktype = 'advisory'
              and database = (select oid from pg_database where datname = current_database())`);
          await expect.poll(async () => (await held()).rows.length).toBeGreaterThan(1);
          await tx.execute(sql`select pg_advisory_xact_lock(${locks[1]})`);
        }),
      );
    const { send } = await createTestApp({
      extraRoutes: [
        inOrder("/v1/deadlock/one", 1, 2),
        inOrder("/v1/deadlock/two", 2, 1),
        routeOf("/v1/serialisation", ({ db }) =>
          db.transaction(
            async (tx) => {
              await tx.execute(sql`select role from users`);
              await db.execute(sql`update users set name = 'first'`);
              await tx.execute(sql`update users set name = 'second'`);
            },
            { isolationLevel: "repeatable read" },
          ),
        ),
        routeOf("/v1/slow", ({ db }) =>
          db.transaction(async (tx) => {
            await tx.execute(sql`set local statement_timeout = 50`);
            await tx.execute(sql`select pg_sleep(60)`);
          }),
        ),
      ],
    });
    const crossed = await Promise.all([send("GET", "/v1/deadlock/one"), send("GET", "/v1/deadlock/two")]);
    expect(crossed.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 503]));
    for (const path of ["/v1/serialisation", "/v1/slow"]) {
      const reply = await send("GET", path);
      expect([path, reply]).toMatchObject([path, AWAY]);
      expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
  });
});

describe("a pool without a free connection", () => {
  test("makes requests wait for 10 s at most, then 503; the process stays ready, and requests succeed again afterwards", async () => {
    const connection = await createTestDatabase({ timeouts: DEFAULT_TIMEOUTS });
    const { send, signIn } = await createTestApp({
      connection,
      extraRoutes: [
        routeOf("/v1/hold", ({ db }) =>
          db.transaction(async (tx) => {
            await tx.execute(sql`set local lock_timeout = 0`);
            await tx.execute(sql`select pg_advisory_xact_lock(1)`);
          }),
        ),
      ],
    });
    const { authorization: headers } = await signIn("operator");
    const blocker = await connectClient(connection.url);
    await blocker.query("begin; select pg_advisory_xact_lock(1)");
    const busy = DEFAULT_POOL_SIZES.people;
    const holders = Array.from({ length: busy }, () => send("GET", "/v1/hold"));
    await expect.poll(() => connection.poolStates?.().people, { timeout: 120_000 }).toMatchObject({ busy, idle: 0 });
    const reply = await send("GET", "/v1/containers", { headers });
    expect(reply).toMatchObject(AWAY);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    for (const path of ["/ready", "/health"]) await expect.poll(() => send("GET", path)).toMatchObject({ status: 200 });
    await blocker.query("rollback");
    for (const holder of holders) expect(await holder).toMatchObject({ status: 200 });
    expect(await send("GET", "/v1/containers", { headers })).toMatchObject({ status: 200 });
  });
});
