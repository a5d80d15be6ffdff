import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { needs, toolAt } from "../../../../deploy/testing/needs.ts";
import { createApp } from "../../app.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createRateLimitStore } from "./rate-limit-store.ts";
import { createTestApp } from "../../testing/app.ts";
import { createRedisRateLimits } from "./redis-rate-limits.ts";

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

/** A real Redis without persistence, on the given port. */
async function startRedis(port: number): Promise<{ child: ChildProcess; stop: () => Promise<void> }> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(toolAt("redis-server"), options, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  cleanUpLater(stop);
  let log = "";
  child.stdout?.on("data", (chunk) => (log += String(chunk)));
  await expect.poll(() => log, { timeout: 120_000 }).toContain("Ready to accept connections");
  return { child, stop };
}

/** Two processes' worth of the service on one database and one Redis. */
async function setUp() {
  const port = await freePort();
  const redis = await startRedis(port);
  const cloud = await createTestApp();
  const { parts, logLines } = cloud;
  const open = async () => {
    const url = `redis://127.0.0.1:${port}`;
    const limits = createRedisRateLimits(url, createRateLimitStore(parts.db, { deletesExpired: false }), parts.logger);
    cleanUpLater(async () => limits.close());
    const app = createApp({ ...parts, rateLimits: limits });
    return async () => {
      const reply = await app.request("/v1/user/auth/email/login", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: "{}",
      });
      return { status: reply.status };
    };
  };
  const logins = [await open(), await open()] as const;
  const log = () => logLines.join("");
  await expect.poll(() => log().match(/Redis connected/g), { timeout: 120_000 }).toHaveLength(2);
  const rows = async () => (await parts.db.execute(sql`select points from rate_limits`)).rows;
  const limits = createRedisRateLimits(
    `redis://127.0.0.1:${port}`,
    createRateLimitStore(parts.db, { deletesExpired: false }),
    parts.logger,
  );
  cleanUpLater(async () => limits.close());
  await expect.poll(() => log().match(/Redis connected/g), { timeout: 120_000 }).toHaveLength(3);
  return { port, redis, logins, limits, db: parts.db, rows, log };
}

const attempts = async (times: number, ...logins: (() => Promise<{ status: number }>)[]) => {
  const statuses = [];
  for (let time = 0; time < times; time++) statuses.push((await logins[time % logins.length]!()).status);
  return statuses;
};

describe("rate limits in Redis", needs("redis-server"), () => {
  test("hold across processes, and count at most as many in the database as a limit allows", async () => {
    const { logins, rows } = await setUp();
    expect(await attempts(9, ...logins)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    expect(await rows()).toEqual([{ points: 5 }]);
  });

  test("give no fresh attempts when Redis fails, nor when it returns empty, and never answer 5xx", async () => {
    const { port, redis, logins, rows, log } = await setUp();
    expect(await attempts(2, ...logins)).toEqual([401, 401]);
    await redis.stop();
    expect(await attempts(5, ...logins)).toEqual([401, 401, 401, 429, 429]);
    expect(await rows()).toEqual([{ points: 5 }]);
    await expect.poll(() => log().match(/Redis is unavailable/g), { timeout: 120_000 }).toHaveLength(3);
    await startRedis(port);
    await expect.poll(() => log().match(/Redis connected/g), { timeout: 120_000 }).toHaveLength(6);
    expect(await attempts(6, ...logins)).toEqual([429, 429, 429, 429, 429, 429]);
    expect(await rows()).toEqual([{ points: 5 }]);
  });

  test("give a point back in both, and take none where the database refuses or fails", async () => {
    const { limits, db } = await setUp();
    const rule = { name: "counted", points: 2, windowSeconds: 900, counts: "every request" } as const;
    expect(await limits.take(rule, "a")).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limits.giveBack(rule, "a")).toMatchObject({ remaining: 2 });
    await db.execute(sql`alter table rate_limits rename to lost`);
    for (let time = 0; time < 3; time++) await expect(limits.take(rule, "a")).rejects.toThrow(/rate_limits/);
    await db.execute(sql`alter table lost rename to rate_limits`);
    const taken = [await limits.take(rule, "a"), await limits.take(rule, "a"), await limits.take(rule, "a")];
    expect(taken.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([[true, 1], [true, 0], [false, 0]]); // prettier-ignore
  });

  test("continue in the database when Redis hangs", async () => {
    const { redis, logins, rows } = await setUp();
    expect((await logins[0]()).status).toBe(401);
    redis.child.kill("SIGSTOP");
    expect((await logins[0]()).status).toBe(401);
    expect(await rows()).toEqual([{ points: 2 }]);
    redis.child.kill("SIGCONT");
  });
});
