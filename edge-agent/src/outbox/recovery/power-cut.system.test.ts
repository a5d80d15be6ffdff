import fs, { mkdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { placeRescued, rescueDisplacedDatabase } from "./displaced-file.ts";
import { markSalvaged, moveToQuarantine } from "./quarantine.ts";
import { createBallast } from "../ballast.ts";
import { openDatabase } from "../database.ts";
import { makeFolder } from "../../base/sync-path.ts";
import { NOW_MS, temporaryFolder } from "../testing/captures.ts";
import { openFilesIn } from "../testing/damage-file.ts";

const QUARANTINE = "outbox-quarantine-20261120T080000000Z";

/** Lists the syncs, removals and renames of `work`, in its order, by the paths within the folder. */
function stepsOf(folder: string, work: () => void): string[] {
  const steps: string[] = [];
  const original = { fsyncSync: fs.fsyncSync, renameSync: fs.renameSync, rmSync: fs.rmSync };
  const within = (file: fs.PathLike) => path.relative(folder, String(file)) || ".";
  Object.assign(fs, {
    fsyncSync(descriptor: number) {
      steps.push(`sync ${within(readlinkSync(`/proc/self/fd/${descriptor}`))}`);
      original.fsyncSync(descriptor);
    },
    renameSync(from: fs.PathLike, to: fs.PathLike) {
      steps.push(`rename ${within(from)} ${within(to)}`);
      original.renameSync(from, to);
    },
    rmSync(file: fs.PathLike, options?: fs.RmOptions) {
      steps.push(`remove ${within(file)}`);
      original.rmSync(file, options);
    },
  });
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    Object.assign(fs, original);
    syncBuiltinESMExports();
  }
  expect(openFilesIn(folder)).toEqual([]);
  return steps;
}

test("changes that must survive a power cut are synced in this order", needs("Linux"), () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "outbox.db");
  for (const suffix of ["", "-wal", "-shm"]) writeFileSync(file + suffix, "x");
  expect(stepsOf(folder, () => moveToQuarantine(file, NOW_MS))).toEqual([
    "sync .",
    ...["-wal", "-shm", ""].map((suffix) => `rename outbox.db${suffix} ${QUARANTINE}/outbox.db${suffix}`),
    `sync ${QUARANTINE}`,
    "sync .",
  ]);
  expect(stepsOf(folder, () => markSalvaged(path.join(folder, QUARANTINE), {}))).toEqual([
    `sync ${QUARANTINE}/salvaged.json`,
    `sync ${QUARANTINE}`,
  ]);

  const db = openDatabase(file, { maxBytes: 1024 ** 2, busyTimeoutMs: 0 });
  onTestFinished(() => void db.close());
  rmSync(file);
  expect(stepsOf(folder, () => rescueDisplacedDatabase(db, file))).toEqual([
    "remove outbox.db.rescued",
    "sync outbox.db.rescued",
    "sync .",
    "remove outbox.db-wal",
    "remove outbox.db-shm",
  ]);
  expect(stepsOf(folder, () => placeRescued(file, () => undefined))).toEqual([
    "rename outbox.db.rescued outbox.db",
    "sync .",
  ]);
  expect(stepsOf(folder, () => createBallast(`${file}.ballast`, 1024).restore())).toEqual(["sync outbox.db.ballast"]);

  mkdirSync(path.join(folder, "there"));
  expect(stepsOf(folder, () => makeFolder(path.join(folder, "there/a/b/c")))).toEqual([
    "sync there/a/b",
    "sync there/a",
    "sync there",
  ]);
  expect(stepsOf(folder, () => makeFolder(path.join(folder, "there/a")))).toEqual([]);
});
