import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { errorCodeOf, explainStorageError, isDamage, isFull, isStorageFailure, OutboxError } from "./outbox-error.ts";

const failure = (code: string) =>
  code.startsWith("SQLITE")
    ? new Database.SqliteError("it failed", code)
    : Object.assign(new Error("it failed"), { code });

const SPACE = "Free space on the disk, restore the connection to the cloud, or raise the outbox limit.";
const WRITABLE =
  "Make the folder writable for the user that runs the agent, and check that the disk is not mounted read-only.";
const FOLDER = "Check the folder in the configuration: part of its path is missing or is a file.";
const DISK = "The disk failed to read or write: check the system log and the disk, and replace it if this repeats.";
const BUSY = "Another process uses the outbox: stop it, or wait until it is done.";
const DAMAGED = "The file is damaged: start the agent, which moves it to quarantine and saves every readable record.";

test.each([
  [SPACE, "full", ["SQLITE_FULL", "ENOSPC", "EDQUOT"]],
  [SPACE, "full, refused", ["SQLITE_IOERR_SHMSIZE"]],
  [WRITABLE, "refused", ["SQLITE_READONLY_DBMOVED", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"]],
  [WRITABLE, "refused", ["EACCES", "EROFS", "EPERM"]],
  [FOLDER, "", ["ENOTDIR", "EEXIST"]],
  [FOLDER, "refused", ["ENOENT"]],
  [DISK, "refused", ["SQLITE_IOERR_FSYNC", "EIO"]],
  [BUSY, "refused", ["SQLITE_BUSY", "SQLITE_LOCKED"]],
  [DAMAGED, "damaged", ["SQLITE_CORRUPT_VTAB", "SQLITE_NOTADB"]],
])("%s is the fix where the storage is %s: %j", (hint, kind, codes) => {
  for (const code of codes) {
    const error = failure(code);
    const kinds = { full: isFull(error), refused: isStorageFailure(error), damaged: isDamage(error) };
    expect(Object.entries(kinds).flatMap(([name, is]) => (is ? [name] : []))).toEqual(kind.split(", ").filter(Boolean));
    const explained = explainStorageError("open", "/data/outbox.db", error);
    expect(explained).toBeInstanceOf(OutboxError);
    const message = `Cannot open /data/outbox.db: it failed (${code}). ${hint}`;
    expect(explained).toMatchObject({ name: "OutboxError", code, message, cause: error });
    // A second explanation changes nothing, and the meaning of the code is kept.
    expect(explainStorageError("read", "elsewhere", explained)).toBe(explained);
    expect(isFull(explained)).toBe(kinds.full);
  }
});

test("an error that is no storage failure does not change, and is none of its kinds", () => {
  const others = [failure("SQLITE_CONSTRAINT_UNIQUE"), failure("NOT_SQLITE_FULL"), failure("NOT_SQLITE_CORRUPT")];
  for (const other of [...others, failure("NOT_EIO"), failure(""), new Error("plain"), "text", null, { code: "EIO" }]) {
    expect(explainStorageError("open", "/data/outbox.db", other)).toBe(other);
    expect([isFull(other), isStorageFailure(other), isDamage(other)]).toEqual([false, false, false]);
  }
  const codes = [new Error("plain"), Object.assign(new Error("numbered"), { code: 7 }), { code: "EIO" }, null, "text"];
  expect(codes.map(errorCodeOf)).toEqual(["", "", "", "", ""]);
});

test("a finding of the outbox's own has the code OUTBOX", () => {
  const parts = {
    operation: "read",
    subject: "/data/outbox.db",
    reason: "it is newer",
    hint: "Install the newer one.",
  };
  const error = new OutboxError(parts);
  expect(error.message).toBe("Cannot read /data/outbox.db: it is newer (OUTBOX). Install the newer one.");
  expect(error).toMatchObject({ code: "OUTBOX", cause: undefined });
});
