import { expect, test } from "vitest";
import { needs } from "../../../../../deploy/testing/needs.ts";
import { createBackup } from "../../../operations/backup/create-backup.ts";
import { createSeal } from "../../../operations/backup/encryption.ts";
import { startS3Server } from "../../../platform/storage/testing.ts";
import { createTestApp } from "../../../testing/app.ts";
import { createEmbeddedTestDatabase } from "../../../testing/database.ts";
import { createEmptyDatabase } from "../../../testing/processes.ts";
import { storedEvent } from "../testing.ts";
import { openTracking } from "../own-database-testing.ts";
import { findFilesOfDay, keyOfFile } from "./file-store.ts";
import { createRandom } from "../../../../../deploy/power-cut/random.ts";
import { archiving, randomEvents, useTracking } from "./testing.ts";

test("a day leaves a tracking database of its own, is read from the files, and is in a backup once", async () => {
  const tracking = openTracking(await createEmptyDatabase());
  const cloud = await createTestApp({ tracking, settings: archiving });
  const { archive, daysAgo, exported, counted, insert, partitions } = await useTracking(cloud);
  const day = daysAgo(20);
  await insert(day, randomEvents(day, createRandom(1), 200));
  const read = async () => [await exported("gate-1", day), await counted(day)];
  const before = await read();
  expect(await archive(day)).toMatchObject({ kind: "done", events: 200 });
  expect(await partitions()).toEqual([]);
  expect(await read()).toEqual(before);
  const { parts } = cloud;
  const files = await findFilesOfDay(parts.db, day);
  const { background: trackingDb } = await tracking.pools();
  const { dataDir } = parts.settings;
  const rest = {
    dataDir,
    seal: createSeal([]),
    withPictures: true,
    version: "3.0.0",
    nowMs: parts.nowMs,
    note: () => {},
  };
  const manifest = await createBackup({ ...parts, trackingDb, ...rest }, `${dataDir}/backup`);
  expect(manifest.objects.count).toBe(files.length);
  expect(manifest.tables.find(({ name }) => name === "tracking_files")?.rows).toBe(files.length);
});

test("a day is stored in a bucket, read again and deleted", needs("moto_server"), async () => {
  const server = await startS3Server();
  const cloud = await createTestApp({ storage: server.open(), settings: archiving });
  const { archive, daysAgo, exported, insert, storedKeys } = await useTracking(cloud);
  const day = daysAgo(20);
  await insert(day, randomEvents(day, createRandom(2), 200));
  const before = await exported("gate-1", day);
  expect(await archive(day)).toMatchObject({ kind: "done" });
  const former = await storedKeys();
  await insert(day, [storedEvent("late", day + 1)], { cameraId: "gate-2" });
  expect(await archive(day)).toMatchObject({ kind: "done" });
  expect(await exported("gate-1", day)).toEqual(before);
  expect(await exported("gate-2", day)).toHaveLength(1);
  const keys = await storedKeys();
  expect(keys).toEqual((await findFilesOfDay(cloud.parts.db, day)).map(keyOfFile));
  expect(keys.some((key) => former.includes(key))).toBe(false);
});

test("a day leaves the embedded database, which has one connection", async () => {
  const cloud = await createTestApp({ connection: await createEmbeddedTestDatabase(), settings: archiving });
  const { archive, daysAgo, exported, counted, insert, partitions } = await useTracking(cloud);
  const day = daysAgo(20);
  await insert(day, randomEvents(day, createRandom(3), 200));
  const read = async () => [await exported("gate-1", day), await counted(day)];
  const before = await read();
  expect(await archive(day)).toMatchObject({ kind: "done", events: 200 });
  expect(await partitions()).toEqual([]);
  expect(await read()).toEqual(before);
});
