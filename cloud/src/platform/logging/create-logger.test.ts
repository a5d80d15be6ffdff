import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createLogger } from "./create-logger.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import { openJobs } from "../jobs/jobs.ts";

const openLog = () => {
  const lines: string[] = [];
  return { lines, logger: createLogger("info", { write: (line) => lines.push(line) }) };
};

describe("log lines", () => {
  test("name the service, its version, the host and the process", () => {
    const { lines, logger } = openLog();
    logger.info("hello");
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: "info",
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: "container-inspection-cloud",
      version: "3.0.0",
      hostname: hostname(),
      pid: process.pid,
      msg: "hello",
    });
  });

  test.each([
    ["an error with a cause", new Error("outer", { cause: Object.assign(new Error("inner"), { code: "ECONNREFUSED" }) }),
      { type: "Error", message: "outer", cause: { message: "inner", code: "ECONNREFUSED" } }],
    ["a copy of an error", { message: "the copy", stack: "Error: the copy\n    at here", queue: "deliver" },
      { type: "Object", message: "the copy", stack: "    at here", queue: "deliver" }],
    ["an object that is no error", { password: "hush", host: "db" }, { message: "an object with the fields password, host" }],
    ["an object without a prototype", Object.create(null), { message: "an object with the fields " }],
    ["text", "just text", "just text"],
  ])("describe %s", (_what, err, described) => {
    const { lines, logger } = openLog();
    logger.warn({ err }, "failed");
    expect(JSON.parse(lines[0]!)).toMatchObject({ err: described });
    expect(lines[0]).not.toContain("hush");
    expect(lines[0]).not.toContain("[object Object]");
  }); // prettier-ignore

  test("of the job queue's failures name what failed, once and with a count", async () => {
    const { lines, logger } = openLog();
    const { db, jobSource } = await createTestDatabase();
    const kind: JobKind<object> = {
      name: "write-note",
      data: z.object({}),
      retries: 0,
      firstRetrySeconds: 1,
      longestRetrySeconds: 1,
      timeoutSeconds: 10,
      atOnce: 4,
    };
    const jobs = await openJobs(jobSource, { kinds: [kind], logger, pollSeconds: 0.5, countErrorsMs: 1_500 });
    cleanUpLater(() => jobs.stop(0));
    await jobs.work(kind, async () => {});
    // Again where it deadlocks with a worker that asks for jobs at this moment.
    const drop = () => db.execute(sql`drop schema if exists jobs cascade`);
    await expect.poll(() => drop().then(() => "dropped", String)).toBe("dropped");
    const ofQueue = () => lines.filter((line) => line.includes("the job queue could not reach"));
    const counted = () => lines.filter((line) => line.includes("the same error occurred again"));
    await expect.poll(() => counted().length, { interval: 200 }).toBeGreaterThan(0);
    expect(JSON.parse(ofQueue()[0]!)).toMatchObject({
      err: { code: "42P01", message: expect.stringContaining("jobs.") },
    });
    const { times } = JSON.parse(counted()[0]!);
    expect(times).toBeGreaterThan(1);
    expect(ofQueue().length).toBeLessThan(times);
  });
});
