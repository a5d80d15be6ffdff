import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, inject, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { isDatabaseUnavailable, isDuplicateOf } from "./error-code.ts";
import { lockFolder } from "./lock-folder.ts";
import { migrationState } from "./migrate.ts";
import { rateLimits, users } from "./tables.ts";
import { administer, createNewEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";

describe.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createNewEmbeddedTestDatabase],
])("%s", (_name, open) => {
  test("is migrated, rolls back, names the constraint that refused, and serves the routes", async () => {
    const connection = await open();
    const { db } = connection;
    expect(await migrationState(db)).toMatchObject({ state: "current" });
    const user = {
      id: "0".repeat(24),
      email: "a@b.c",
      role: "admin" as const,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    };
    const failing = db.transaction(async (tx) => {
      await tx.insert(users).values(user);
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    expect(await db.select().from(users)).toEqual([]);
    await db.insert(users).values(user);
    const duplicate = await db
      .insert(users)
      .values({ ...user, id: "1" })
      .catch((error: unknown) => error);
    expect(isDuplicateOf(duplicate, "users_email_unique")).toBe(true);
    expect(isDuplicateOf(duplicate, "users_pkey")).toBe(false);

    const { send, signIn } = await createTestApp({ connection });
    await expect.poll(() => send("GET", "/ready")).toMatchObject({ status: 200 });
    const { authorization } = await signIn("operator");
    expect(await send("GET", "/v1/user/me", { headers: authorization })).toMatchObject({ status: 200 });
    const wrong = { body: { email: "a@b.c", password: "x" } };
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await send("POST", "/v1/user/auth/email/login", wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await db.select({ points: rateLimits.points }).from(rateLimits)).toEqual([{ points: 5 }]);
    // The embedded database takes seconds of computing to make its first folder.
  });
});

describe("a database that goes away", () => {
  test("makes the service not ready and its routes 503 with Retry-After; it comes back by itself", async () => {
    const connection = await createTestDatabase();
    const { send, signIn } = await createTestApp({ connection });
    const { authorization: headers } = await signIn("operator");
    const name = new URL(connection.url).pathname.slice(1);
    const allow = (yes: boolean) =>
      administer(inject("postgresUrl"), `alter database ${name} allow_connections ${yes}`);
    await allow(false);
    await administer(
      inject("postgresUrl"),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    expect(await send("GET", "/health")).toMatchObject({ status: 200 });
    expect(await send("GET", "/ready")).toMatchObject({
      status: 503,
      body: { success: false, error: { code: "SERVICE_UNAVAILABLE" } },
    });
    const reply = await send("GET", "/v1/user/me", { headers });
    expect(reply).toMatchObject({ status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } });
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    await allow(true);
    expect(await send("GET", "/v1/user/me", { headers })).toMatchObject({ status: 200 });
    await expect.poll(() => send("GET", "/ready")).toMatchObject({ status: 200 });
  });

  test("differs from the error of a wrong statement", async () => {
    const { db } = await createTestDatabase();
    const wrong = await db.execute(sql`select * from nothing_here`).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(wrong)).toBe(false);
  });
});

describe("the lock of the embedded database's folder", () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "lock-")), "database");
  afterAll(() => rmSync(path.dirname(folder), { recursive: true }));

  test("refuses a second process, and names the first", () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
    unlock();
    lockFolder(folder)();
  });

  test.each([
    ["a process that has ended", "999999999-1"],
    ["another process that got the same id", `${process.pid}-1`],
  ])("is taken over from %s", (_name, stale) => {
    mkdirSync(`${folder}.lock`, { recursive: true });
    writeFileSync(path.join(`${folder}.lock`, stale), "");
    const unlock = lockFolder(folder);
    expect(readdirSync(`${folder}.lock`)).toEqual([expect.stringMatching(new RegExp(`^${process.pid}-(?!1$)`))]);
    unlock();
  });
});
