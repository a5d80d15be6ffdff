import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "./store.ts";
import { createTestLogger, NOW_MS, temporaryFolder } from "./testing/captures.ts";

const FULL = new Database.SqliteError("database or disk is full", "SQLITE_FULL");
const LIMITS = { maxBytes: 4 * 1024 ** 2, busyTimeoutMs: 100, deliveredHistory: 10, ballastBytes: 0 };

/** A store with a file in the ballast's place. */
function open(limits: Partial<typeof LIMITS> = {}) {
  const file = path.join(temporaryFolder(), "outbox.db");
  writeFileSync(`${file}.ballast`, "ballast");
  const logger = createTestLogger();
  const openNow = () => {
    const store = openStore({ file, nowMs: () => NOW_MS, logger, ...LIMITS, ...limits });
    onTestFinished(() => store.close());
    return store;
  };
  return { file, logger, openNow, hasBallast: () => existsSync(`${file}.ballast`) };
}

/** Creates work that fails with `error` the given number of times before it succeeds. */
function failing(error: Error, times: number) {
  const work = { tries: 0 };
  const run = () => {
    work.tries += 1;
    if (work.tries <= times) throw error;
    return "done";
  };
  return { work, run };
}

test("settling on a full disk takes the reserve of pages first, then the ballast, once", () => {
  const { file, logger, openNow, hasBallast } = open();
  const store = openNow();
  const once = failing(FULL, 1);
  expect(store.drain("delete the record", "test-1", once.run)).toBe("done");
  expect([once.work.tries, hasBallast(), logger.lines]).toEqual([2, true, []]);
  const twice = failing(FULL, 2);
  expect(store.drain("delete the record", "test-1", twice.run)).toBe("done");
  expect([twice.work.tries, hasBallast()]).toEqual([3, false]);
  const line = `warn disk full; released the ballast file so that the outbox can drain {"file":"${file}"}`;
  expect(logger.lines).toEqual([line]);
  const always = failing(FULL, 9);
  expect(() => store.drain("delete the record", "test-1", always.run)).toThrow(
    "Cannot delete the record test-1: database or disk is full (SQLITE_FULL). Free space on the disk",
  );
  expect([always.work.tries, logger.lines]).toEqual([2, [line]]);
});

test("what fails for another reason than space is tried once, and the ballast stays", () => {
  const { logger, openNow, hasBallast } = open();
  const { work, run } = failing(new Database.SqliteError("disk I/O error", "SQLITE_IOERR_WRITE"), 9);
  const store = openNow();
  expect(() => store.drain("park the record", "test-1", run)).toThrow(
    /^Cannot park the record test-1: disk I\/O error/,
  );
  expect([work.tries, hasBallast(), logger.lines]).toEqual([1, true, []]);
});

test("opening without space takes the ballast, and leaves nothing locked where that does not suffice", () => {
  const { file, logger, openNow, hasBallast } = open({ maxBytes: 3 * 8_192 });
  const refusal = `Cannot open ${file}: database or disk is full (SQLITE_FULL). Free space on the disk`;
  expect(openNow).toThrow(refusal);
  const line = `warn disk full; released the ballast file so that the outbox can open {"file":"${file}"}`;
  expect([hasBallast(), logger.lines]).toEqual([false, [line]]);
  // Without a ballast nothing is left to try.
  expect(openNow).toThrow(refusal);
  expect(logger.lines).toEqual([line]);
});

test("opening that fails for another reason leaves the ballast", () => {
  const { file, logger, openNow, hasBallast } = open();
  mkdirSync(file);
  expect(openNow).toThrow(/^Cannot open /);
  expect([hasBallast(), logger.lines]).toEqual([true, []]);
});
