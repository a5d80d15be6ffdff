import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createFileStorage } from "../../../platform/storage/file-storage.ts";
import { cleanUpLater } from "../../../testing/clean-up.ts";
import { keyOfFile } from "./file-store.ts";
import { createLocalCopies, DamagedFileError } from "./local-copies.ts";

async function openCopies(maxBytes: number) {
  const top = await mkdtemp(path.join(tmpdir(), "copies-"));
  cleanUpLater(() => rm(top, { recursive: true }));
  let ids = 0;
  let timeMs = 1_790_000_000_000;
  const newId = () => String(++ids).padStart(24, "0");
  const storage = createFileStorage(path.join(top, "objects"), newId);
  const [folder, work] = [path.join(top, "copies"), path.join(top, "work")];
  await mkdir(work);
  const store = async (bytes: Buffer) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const described = { dayMs: 0, kind: "events", firstCamera: "a", lastCamera: "a", rows: 1 } as const;
    const file = { ...described, id: newId(), sizeBytes: bytes.length, sha256 };
    await storage.write(keyOfFile(file), bytes);
    return file;
  };
  return {
    storage,
    folder,
    work,
    store,
    open: () => createLocalCopies({ storage, folder, maxBytes, nowMs: () => ++timeMs }),
  };
}

test("copies stay within their limit, and those that were not used for longest go", async () => {
  const { folder, work, store, open } = await openCopies(250);
  const files = [
    await store(Buffer.alloc(100, 1)),
    await store(Buffer.alloc(100, 2)),
    await store(Buffer.alloc(100, 3)),
  ];
  const copies = open();
  const [first, second, third] = files;
  if (!first || !second || !third) throw new Error("three files were stored");
  const place = await copies.copyTo(work, first);
  await copies.copyTo(work, second);
  await rm(place);
  await copies.copyTo(work, first);
  await copies.copyTo(work, third);
  expect(await readdir(folder)).toEqual([first, third].map(({ id }) => `${id}.events.parquet`));
  // A reader keeps its file.
  expect(await readFile(path.join(work, `${second.id}.events.parquet`))).toEqual(Buffer.alloc(100, 2));
});

test("a copy is found again by the next process, without the storage", async () => {
  const { storage, work, store, open } = await openCopies(1_000);
  const file = await store(Buffer.from("events"));
  await rm(await open().copyTo(work, file));
  await storage.delete(keyOfFile(file));
  expect(String(await readFile(await open().copyTo(work, file)))).toBe("events");
});

test("a file that the storage lost or changed is refused, and nothing of it is left", async () => {
  const { storage, folder, work, store, open } = await openCopies(1_000);
  const file = await store(Buffer.from("events"));
  await storage.write(keyOfFile(file), Buffer.from("evemts"));
  await expect(open().copyTo(work, file)).rejects.toThrow(DamagedFileError);
  await storage.delete(keyOfFile(file));
  await expect(open().copyTo(work, file)).rejects.toThrow("lost");
  expect([await readdir(folder), await readdir(work)]).toEqual([[], []]);
});
