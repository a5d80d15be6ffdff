import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { findObjectKeys } from "../../../operations/backup/object-key-store.ts";
import { deleteExpiredRows } from "../../../operations/retention/testing.ts";
import { sweepOrphans } from "../../../operations/retention/sweep-orphans.ts";
import { StorageUnavailableError } from "../../../platform/storage/object-storage.ts";
import { createTestApp } from "../../../testing/app.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { DAY_MS } from "../partition-days.ts";
import { storedEvent } from "../testing.ts";
import { archiveClosedDays } from "./archive-days.ts";
import { findFilesOfDay, keyOfFile } from "./file-store.ts";
import { createRandom } from "../../../../../deploy/power-cut/random.ts";
import { archiving, randomEvents, useTracking } from "./testing.ts";

const always = async () => true;

async function openArchive() {
  const connection = await createTestDatabase();
  const cloud = await createTestApp({ connection, settings: archiving });
  return { ...cloud, url: connection.url, ...(await useTracking(cloud)) };
}

const CAMERAS = ["gate-1", "gate 2, north", "ärger'\"3"];

/** A service with random events of three cameras on one closed day, and what is read of them. */
async function openDay(seed: number) {
  const cloud = await openArchive();
  const day = cloud.daysAgo(20);
  const random = createRandom(seed);
  for (const cameraId of CAMERAS) await cloud.insert(day, randomEvents(day, random, 300), { cameraId });
  const readAll = async () => ({
    events: await Promise.all(CAMERAS.map((cameraId) => cloud.exported(cameraId, day - DAY_MS, 3))),
    counts: await cloud.counted(day - DAY_MS, 3),
    ofCamera: await cloud.counted(day, 1, CAMERAS[1]),
  });
  const before = await readAll();
  expect(before.events.map((events) => events.length)).toEqual([300, 300, 300]);
  return { ...cloud, day, before, readAll };
}

test("reads over files and database are those over the database, for random events", async () => {
  for (const seed of [1, 2]) {
    const { archive, day, before, readAll, partitions } = await openDay(seed);
    expect(await archive(day)).toMatchObject({ kind: "done", events: 900 });
    expect(await partitions()).toEqual([]);
    expect(await readAll()).toEqual(before);
    // From local copies, too.
    expect(await readAll()).toEqual(before);
  }
});

test("only parts of days are exported where a range begins and ends inside them", async () => {
  const { archive, day, request, before } = await openDay(3);
  const url = `/v1/admin/cameras/gate-1/tracking-events?from=${new Date(day + 6 * 3_600_000).toISOString()}&to=${new Date(day + 9 * 3_600_000).toISOString()}`;
  const read = async () => (await request(url)).text.split("\n").length;
  const lines = await read();
  expect(lines).toBeGreaterThan(5);
  expect(lines).toBeLessThan(before.events[0]?.length ?? 0);
  await archive(day);
  expect(await read()).toBe(lines);
});

describe("an interruption", () => {
  test.each([
    ["of the first write", "write", 1],
    ["of the last write", "write", 2],
    ["of the first look at what was written", "read", 1],
    ["of the last look", "read", 2],
  ] as const)("%s leaves the day in the database, and the next run moves it", async (_what, method, nth) => {
    const { archive, day, before, readAll, partitions, parts } = await openDay(4);
    const { storage } = parts;
    let calls = 0;
    const failing = async <Result>(name: string, work: () => Promise<Result>) => {
      if (name === method && ++calls === nth) throw new StorageUnavailableError("it is unavailable");
      return work();
    };
    const interrupted = {
      ...storage,
      write: (...args: Parameters<typeof storage.write>) => failing("write", () => storage.write(...args)),
      read: (...args: Parameters<typeof storage.read>) => failing("read", () => storage.read(...args)),
    };
    await expect(archive(day, interrupted)).rejects.toThrow(StorageUnavailableError);
    expect(await findFilesOfDay(parts.db, day)).toEqual([]);
    expect(await partitions()).toHaveLength(3);
    expect(await readAll()).toEqual(before);
    expect(await archive(day)).toMatchObject({ kind: "done" });
    expect(await readAll()).toEqual(before);
  });

  test("between record and drop counts nothing twice, and the next run only drops", async () => {
    const { archive, day, before, readAll, partitions, parts, url, storedKeys } = await openDay(5);
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query("begin; lock table tracking_events in access share mode");
    expect(await archive(day)).toEqual({ kind: "busy" });
    await reader.end();
    const files = await findFilesOfDay(parts.db, day);
    expect(files.map(({ kind }) => kind)).toEqual(["events", "counts"]);
    expect(await partitions()).toHaveLength(3);
    expect(await readAll()).toEqual(before);
    expect(await archive(day)).toMatchObject({ kind: "done" });
    expect(await partitions()).toEqual([]);
    expect(await storedKeys()).toEqual(files.map(keyOfFile));
    expect(await readAll()).toEqual(before);
  });
});

test("a byte that the storage changes is noticed before the partition goes", async () => {
  const { archive, day, before, readAll, partitions, parts } = await openDay(6);
  const { storage } = parts;
  const changing = {
    ...storage,
    write: (key: string, bytes: Uint8Array) =>
      storage.write(
        key,
        bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte)),
      ),
  };
  await expect(archive(day, changing)).rejects.toThrow("other bytes");
  expect(await partitions()).toHaveLength(3);
  expect(await findFilesOfDay(parts.db, day)).toEqual([]);
  expect(await readAll()).toEqual(before);
});

describe("events that come after their day has left", () => {
  test("are read with it at once, counted with the next run, and repeated ones change nothing", async () => {
    const { archive, day, insert, exported, counted, partitions, parts, storedKeys } = await openArchive().then(
      (cloud) => ({
        ...cloud,
        day: cloud.daysAgo(20),
      }),
    );
    const first = [storedEvent("a", day + 1, { tracking_id: 1 }), storedEvent("b", day + 2, { tracking_id: 2 })];
    await insert(day, first);
    await archive(day);
    const former = await findFilesOfDay(parts.db, day);
    const late = storedEvent("late", day + 3, { tracking_id: 1, class_name: "drum" });
    await insert(day, [...first, late]);
    await insert(day, [storedEvent("other", day + 4)], { cameraId: "gate-0" });
    const ids = async () => (await exported("gate-1", day)).map((event) => event["event_id"]);
    expect(await ids()).toEqual(["a", "b", "late"]);
    expect(await counted(day)).toEqual([{ at: new Date(day).toISOString(), className: "container", objects: 2 }]);
    expect(await archive(day)).toMatchObject({ kind: "done" });
    expect(await partitions()).toEqual([]);
    expect(await ids()).toEqual(["a", "b", "late"]);
    expect(await exported("gate-0", day)).toHaveLength(1);
    expect((await counted(day)).map(({ className, objects }) => [className, objects])).toEqual([["container", 2], ["drum", 1]]); // prettier-ignore
    const files = await findFilesOfDay(parts.db, day);
    expect(files.map(({ rows }) => rows)).toEqual([4, 3]);
    expect(await storedKeys()).toEqual(files.map(keyOfFile));
    expect(files.some(({ id }) => former.some((file) => file.id === id))).toBe(false);
  });

  test("keep a partition that changes while it is moved", async () => {
    const { archive, day, insert, readAll, parts, exported, partitions } = await openDay(7);
    const { storage } = parts;
    let isFirst = true;
    const slow = {
      ...storage,
      write: async (...args: Parameters<typeof storage.write>) => {
        if (isFirst) await insert(day, [storedEvent("meanwhile", day + 5)]);
        isFirst = false;
        await storage.write(...args);
      },
    };
    expect(await archive(day, slow)).toEqual({ kind: "busy" });
    expect(await partitions()).toHaveLength(3);
    expect(await exported("gate-1", day)).toHaveLength(301);
    expect(await archive(day)).toMatchObject({ kind: "done" });
    expect(await exported("gate-1", day)).toHaveLength(301);
    expect((await readAll()).events.map((events) => events.length)).toEqual([301, 300, 300]);
  });
});

test("two processes that move the same day record one set of files", async () => {
  const { archive, day, before, readAll, parts, storedKeys, partitions } = await openDay(8);
  const outcomes = await Promise.all([archive(day), archive(day)]);
  expect(outcomes.map(({ kind }) => kind)).toContain("done");
  await archiveClosedDays(parts, always);
  expect(await partitions()).toEqual([]);
  expect(await storedKeys()).toEqual((await findFilesOfDay(parts.db, day)).map(keyOfFile));
  expect(await readAll()).toEqual(before);
});

describe("a run", () => {
  test("moves the days past the setting, once, and none without it", async () => {
    const { parts, insert, daysAgo, partitions } = await openArchive();
    for (const days of [9, 8, 7]) await insert(daysAgo(days), [storedEvent(`e-${days}`, daysAgo(days) + 1)]);
    const off = { ...parts, settings: { ...parts.settings, trackingArchiveAfterDays: undefined } };
    expect(await archiveClosedDays(off, always)).toMatchObject({ days: 0 });
    expect(await partitions()).toHaveLength(9);
    expect(await archiveClosedDays(parts, always)).toMatchObject({ days: 2, events: 2, isBusy: false });
    expect(await partitions()).toHaveLength(3);
    expect(await archiveClosedDays(parts, always)).toMatchObject({ days: 0 });
  });

  test("continues after a day that fails, and then fails", async () => {
    const { parts, insert, daysAgo, partitions, logLines } = await openArchive();
    for (const days of [9, 8]) await insert(daysAgo(days), [storedEvent(`e-${days}`, daysAgo(days) + 1)]);
    const { storage } = parts;
    let isFirst = true;
    const failingOnce = {
      ...storage,
      write: async (...args: Parameters<typeof storage.write>) => {
        if (isFirst) {
          isFirst = false;
          throw new StorageUnavailableError("it is full");
        }
        await storage.write(...args);
      },
    };
    await expect(archiveClosedDays({ ...parts, storage: failingOnce }, always)).rejects.toThrow("1 days");
    expect(await partitions()).toHaveLength(3);
    expect(logLines.filter((line) => line.includes("could not be archived")).length).toBe(1);
  });
});

test("retention deletes files with their rows, the search for orphans knows them, and backups name them", async () => {
  const cloud = await openArchive();
  const { parts, advanceMs, insert, daysAgo, archive, storedKeys } = cloud;
  const [old, young] = [daysAgo(300), daysAgo(20)];
  for (const day of [old, young]) {
    await insert(day, [storedEvent("e", day + 1)]);
    await archive(day);
  }
  const keys = await storedKeys();
  expect(keys).toHaveLength(4);
  expect((await findObjectKeys(parts.db)).toSorted()).toEqual(keys);
  advanceMs(2 * DAY_MS);
  expect(await sweepOrphans(parts, always)).toMatchObject({ deleted: 0, unnamed: 0, missing: 0 });
  advanceMs(120 * DAY_MS);
  expect(await deleteExpiredRows(cloud)).toMatchObject({ trackingFiles: 2 });
  expect(await storedKeys()).toEqual((await findFilesOfDay(parts.db, young)).map(keyOfFile));
  await parts.storage.delete((await storedKeys())[0] ?? "");
  expect(await sweepOrphans(parts, always)).toMatchObject({ missing: 1 });
});

test("ranges that are empty or longer than a year are refused", async () => {
  const { request } = await openArchive();
  for (const range of [
    "from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
    "from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
  ])
    for (const url of ["/v1/tracking-data/object-counts", "/v1/admin/cameras/gate-1/tracking-events"])
      expect(await request(`${url}?${range}`)).toMatchObject({ status: 400 });
});
