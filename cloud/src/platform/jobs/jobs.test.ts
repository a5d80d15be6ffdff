import { sql } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";
import type { Connection } from "../db/connect.ts";
import type { JobKind, JobTry } from "./job-kind.ts";
import { openJobs } from "./jobs.ts";

type Note = { note: string };
const kind: JobKind<Note> = {
  name: "write-note",
  data: z.object({ note: z.string() }),
  retries: 2,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  timeoutSeconds: 10,
  atOnce: 2,
};
const logger = pino({ level: "silent" });

const setUp = async (createDatabase: () => Promise<Connection> = createTestDatabase) => {
  const connection = await createDatabase();
  const open = async (pollSeconds = 0.5) => {
    const jobs = await openJobs(connection.jobSource, { kinds: [kind], logger, pollSeconds });
    cleanUpLater(() => jobs.stop(1_000));
    return jobs;
  };
  const seen: (Note & Omit<JobTry, "signal" | "jobId">)[] = [];
  const note = async ({ note }: Note, { attempt, isLast }: JobTry) => void seen.push({ note, attempt, isLast });
  return { ...connection, jobs: await open(), open, seen, note };
};

describe.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createEmbeddedTestDatabase],
])("jobs on %s", (_name, createDatabase) => {
  test("exist when the transaction that enqueues them commits, and never otherwise", async () => {
    const { db, jobs, seen, note } = await setUp(createDatabase);
    const failing = db.transaction(async (tx) => {
      await jobs.enqueue(tx, kind, { note: "rolled back" });
      throw new Error("a change of mind");
    });
    await expect(failing).rejects.toThrow(/change of mind/);
    await db.transaction(async (tx) => void (await jobs.enqueue(tx, kind, { note: "committed" })));
    await jobs.work(kind, note);
    await expect.poll(() => seen).toHaveLength(1);
    expect(seen).toEqual([{ note: "committed", attempt: 1, isLast: false }]);
  });

  test("outlive the process that enqueued them", async () => {
    const { db, jobs, open, seen, note } = await setUp(createDatabase);
    await jobs.enqueue(db, kind, { note: "later" });
    await jobs.stop(1_000);
    await (await open()).work(kind, note);
    await expect.poll(() => seen).toMatchObject([{ note: "later" }]);
  });
});

describe("jobs", () => {
  test("are retried when they fail, as often as their kind allows", async () => {
    const { db, jobs, seen, note } = await setUp();
    await jobs.enqueue(db, kind, { note: "bad" });
    await jobs.work(kind, async (data, attempt) => {
      await note(data, attempt);
      throw new Error("not today");
    });
    await expect.poll(() => seen).toHaveLength(3);
    expect(seen.map(({ attempt, isLast }) => [attempt, isLast])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  test("of one batch that fail are tried again without the others", async () => {
    const { db, jobs, seen, note } = await setUp();
    await jobs.enqueueAll(db, kind, [{ note: "good" }, { note: "bad" }, { note: "fine" }]);
    await jobs.work({ ...kind, batchSize: 3 }, async (data, attempt) => {
      await note(data, attempt);
      if (data.note === "bad" && attempt.attempt === 1) throw new Error("not today");
    });
    await expect.poll(() => seen.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2]);
    expect(seen.find(({ attempt }) => attempt === 2)).toMatchObject({ note: "bad" });
    const states = sql`select count(*)::int as jobs from jobs.job where state = 'completed'`;
    await expect.poll(async () => (await db.execute(states)).rows).toEqual([{ jobs: 3 }]);
  });

  test("that filled a batch are followed at once by the next ones", async () => {
    const { db, open, seen, note } = await setUp();
    const jobs = await open(3_600);
    const notes = ["1", "2", "3", "4", "5"];
    await jobs.enqueueAll(
      db,
      kind,
      notes.map((note) => ({ note })),
    );
    await jobs.work({ ...kind, atOnce: 1, batchSize: 2 }, note);
    await expect.poll(() => seen.map(({ note }) => note).toSorted()).toEqual(notes);
  });

  test("finish, when under way, before the queue has stopped", async () => {
    const { db, jobs } = await setUp();
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let finished = false;
    await jobs.enqueue(db, kind, { note: "slow" });
    await jobs.work(kind, async () => {
      started.resolve();
      await mayEnd.promise;
      finished = true;
    });
    await started.promise;
    const stopped = jobs.stop(10_000);
    mayEnd.resolve();
    await stopped;
    expect(finished).toBe(true);
  });
});

test("two processes do each job once", async () => {
  const { jobs: first, open, db } = await setUp();
  const queues = [first, await open()];
  const seen: string[] = [];
  const notes = Array.from({ length: 12 }, (_, index) => String(index).padStart(2, "0"));
  for (const note of notes) await first.enqueue(db, kind, { note });
  for (const jobs of queues) await jobs.work(kind, async ({ note }) => void seen.push(note));
  await expect.poll(() => seen.toSorted()).toEqual(notes);
});
