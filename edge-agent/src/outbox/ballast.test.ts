import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import Database from "better-sqlite3";
import { needs } from "../../../deploy/testing/needs.ts";
import { createBallast, DRAIN_BYTES, spareDiskBytes } from "./ballast.ts";
import { lockOutbox } from "./lock-outbox.ts";
import { openStore } from "./store.ts";
import { NOW_MS, scanCapture, temporaryFolder } from "./testing/captures.ts";
import { insertCapture } from "./insert-record.ts";
import { openFilesIn } from "./testing/damage-file.ts";
import { createFieldLogger } from "./testing/field-logger.ts";
import { tidyDrained } from "./tidy-drained.ts";

/** More than any disk has. */
const HUGE = 2 ** 60;

test("the ballast is made to the byte where the disk has ample space, and given up once", () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "ballast");
  const ballast = createBallast(file, 1.5 * 1024 ** 2);
  expect([ballast.inPlace(), ballast.isCovered()]).toEqual([false, true]);
  ballast.restore();
  expect([statSync(file).size, ballast.inPlace(), openFilesIn(folder)]).toEqual([1.5 * 1024 ** 2, true, []]);
  // In place, it is left as it is.
  const { mtimeNs } = statSync(file, { bigint: true });
  ballast.restore();
  expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
  expect([ballast.release(), existsSync(file), ballast.release()]).toEqual([true, false, false]);
  expect(createBallast(file, 0).inPlace()).toBe(true);
});

test("where no ballast is, draining is covered by the free space that it needs itself", () => {
  expect(DRAIN_BYTES).toBe(16_777_216);
  const file = path.join(temporaryFolder(), "ballast");
  const ballast = createBallast(file, HUGE);
  // Never restored here: without the check of the free space, that would fill the disk.
  expect([ballast.inPlace(), ballast.isCovered()]).toEqual([false, true]);
  expect(spareDiskBytes(file, { sizeBytes: HUGE, inPlace: false })).toBeGreaterThan(0);
  expect(spareDiskBytes(path.join(file, "missing", "file"), { sizeBytes: 0, inPlace: true })).toBeNull();
});

test("on a file system without any space nothing is covered", needs("Linux"), () => {
  const nowhere = "/proc/ballast";
  expect(createBallast(nowhere, 1024).isCovered()).toBe(false);
  expect(spareDiskBytes(nowhere, { sizeBytes: 1024, inPlace: false })).toBe(0);
});

test("a ballast that cannot be written leaves nothing behind and stops nothing", () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "ballast");
  symlinkSync(path.join(folder, "missing", "ballast"), file);
  const ballast = createBallast(file, 1024);
  ballast.restore();
  expect(ballast.inPlace()).toBe(false);
  // The link was removed, so that the next try can succeed.
  ballast.restore();
  expect(ballast.inPlace()).toBe(true);
});

test("a held outbox names its holder at once, and a broken lock is reported with what to do", () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "outbox.db");
  const held = lockOutbox(file);
  expect(readFileSync(`${file}.pid`, "utf8")).toBe(`${process.pid}\n`);
  const refusal = (holder: string) =>
    `Cannot open ${file}: process ${holder} uses it (SQLITE_BUSY). Only one agent may run on a data folder: stop that process, or configure another data folder.`;
  expect(() => lockOutbox(file)).toThrow(refusal(String(process.pid)));
  writeFileSync(`${file}.pid`, "");
  expect(() => lockOutbox(file)).toThrow(refusal("unknown"));
  rmSync(`${file}.pid`);
  expect(() => lockOutbox(file)).toThrow(refusal("unknown"));
  held.release();
  expect(openFilesIn(folder)).toEqual([]);

  writeFileSync(`${file}.lock`, "x".repeat(4_096));
  expect(() => lockOutbox(file)).toThrow(
    `Cannot lock ${file}: file is not a database (SQLITE_NOTADB). The file is damaged: start the agent, which moves it to quarantine and saves every readable record.`,
  );
  rmSync(`${file}.lock`);
  mkdirSync(`${file}.lock`);
  expect(() => lockOutbox(file)).toThrow(
    `Cannot lock ${file}.lock: unable to open database file (SQLITE_CANTOPEN). Make the folder writable for the user that runs the agent, and check that the disk is not mounted read-only.`,
  );
  expect(openFilesIn(folder)).toEqual([]);
});

test("when no record waits, the ballast comes back and the file shrinks; a failure is only logged", () => {
  const file = path.join(temporaryFolder(), "outbox.db");
  const logger = createFieldLogger();
  const limits = { maxBytes: 256 * 1024 ** 2, busyTimeoutMs: 0, ballastBytes: 1024 ** 2 };
  const store = openStore({ file, nowMs: () => NOW_MS, logger, ...limits });
  onTestFinished(() => store.close());
  const freePages = () => store.run("", "", (db) => Number(db.pragma("freelist_count", { simple: true })));
  store.run("", "", (db) => {
    insertCapture(db, scanCapture(), { nowMs: NOW_MS, sign: () => null });
    db.exec("CREATE TABLE padding (bytes); INSERT INTO padding VALUES (zeroblob(170000000)); DELETE FROM padding");
    db.pragma(`incremental_vacuum(${Number(db.pragma("freelist_count", { simple: true })) - 20_480})`);
  });
  expect(freePages()).toBe(20_480);
  store.ballast.release();
  tidyDrained(store, logger);
  expect([freePages(), store.ballast.inPlace()]).toEqual([20_480, false]);

  // A parked record does not wait.
  store.run("", "", (db) => db.exec("UPDATE records SET parked_at_ms = 1"));
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  tidyDrained(store, logger);
  expect(logger.entries).toEqual([
    {
      level: "warn",
      message: "outbox maintenance failed; continuing",
      fields: {
        err: "OutboxError: Cannot tidy the drained outbox: database is locked (SQLITE_BUSY). Another process uses the outbox: stop it, or wait until it is done.",
      },
    },
  ]);
  other.exec("COMMIT");
  expect([freePages(), store.ballast.inPlace()]).toEqual([20_480, true]);
  for (const left of [4_096, 2_048, 2_048]) {
    tidyDrained(store, logger);
    expect(freePages()).toBe(left);
  }
  expect(logger.entries).toHaveLength(1);
});
