import { closeSync, openSync, writeSync } from "node:fs";
import { expect, test } from "vitest";
import { findFileDamage, WHOLE_CHECK_BYTES } from "./check-file.ts";
import { openDatabase, PAGE_SIZE_BYTES } from "../database.ts";
import { openTestOutbox, scanCapture, temporaryFolder } from "../testing/captures.ts";

const BOUNDS = { maxBytes: 64 * 1024 ** 2, busyTimeoutMs: 1_000 };

/** An outbox with scans in it, whose table's first page is overwritten. */
function damageTable(table: "records" | "pictures") {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  for (let count = 0; count < 20; count++) outbox.insert(scanCapture());
  outbox.close();
  const sound = openDatabase(outbox.file, BOUNDS);
  const rootPage = sound
    .prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .pluck()
    .get(table);
  sound.close();
  const descriptor = openSync(outbox.file, "r+");
  writeSync(descriptor, Buffer.alloc(PAGE_SIZE_BYTES, 0x5a), 0, PAGE_SIZE_BYTES, (rootPage! - 1) * PAGE_SIZE_BYTES);
  closeSync(descriptor);
  return openDatabase(outbox.file, BOUNDS);
}

/** The finding of a check, or its error. */
function check(db: ReturnType<typeof openDatabase>, sizeBytes: number): string | null {
  try {
    return findFileDamage(db, sizeBytes);
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

test("a file up to 512 MiB is checked as a whole, a larger one all but its pictures", () => {
  expect(check(damageTable("records"), WHOLE_CHECK_BYTES)).not.toBeNull();
  expect(check(damageTable("pictures"), WHOLE_CHECK_BYTES)).not.toBeNull();
  expect(check(damageTable("records"), WHOLE_CHECK_BYTES + 1)).not.toBeNull();
  expect(check(damageTable("pictures"), WHOLE_CHECK_BYTES + 1)).toBeNull();
});
