import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFileStorage } from "./file-storage.ts";
import { testObjectStorage, testUnusableStorage } from "./object-storage-contract.ts";

const folder = await mkdtemp(path.join(tmpdir(), "objects-"));
afterAll(() => rm(folder, { recursive: true }));
let ids = 0;
const newId = () => String(ids++);
const storage = createFileStorage(path.join(folder, "objects"), newId);

testObjectStorage(storage);

const blocked = path.join(folder, "a-file");
await writeFile(blocked, "");
testUnusableStorage(
  "a file where the folder should be",
  () => createFileStorage(path.join(blocked, "objects"), newId),
  /ENOTDIR/,
);

test("leaves no unfinished files and no empty folders behind", async () => {
  await storage.write("scans/one/image", new Uint8Array([1]));
  await storage.write("scans/one/visualization", new Uint8Array([1]));
  expect(await readdir(path.join(folder, "objects/unfinished"))).toEqual([]);
  await storage.delete("scans/one/image");
  expect(await readdir(path.join(folder, "objects/scans"))).toEqual(["one"]);
  await storage.delete("scans/one/visualization");
  expect(await readdir(path.join(folder, "objects/scans"))).toEqual([]);
});

test("only the service's account can read the written files, regardless of the umask", async () => {
  await storage.write("private/one/image", new Uint8Array([1]));
  const modes = ["", "private", "private/one", "private/one/image", "unfinished"].map(async (name) => {
    const { mode } = await stat(path.join(folder, "objects", name));
    return [name, mode & 0o077];
  });
  for (const [name, others] of await Promise.all(modes)) expect([name, others]).toEqual([name, 0]);
});

test("a write that fails leaves nothing", async () => {
  await storage.write("contract/taken", new Uint8Array([1]));
  await expect(storage.write("contract/taken/below", new Uint8Array([1]))).rejects.toThrow("could not write");
  expect(await readdir(path.join(folder, "objects/unfinished"))).toEqual([]);
});

test("files of others among the objects are left out, and stop nothing", async () => {
  await storage.write("foreign/one/image", new Uint8Array([1]));
  const place = path.join(folder, "objects/foreign");
  for (const name of ["a\\b", "two words", ".hidden", "line\nfeed", "\u001b[2J"])
    await writeFile(path.join(place, name), "");
  await mkdir(path.join(place, "..data"));
  await symlink("/etc", path.join(place, "elsewhere"));
  const found = [];
  for await (const { key } of storage.list("foreign")) found.push(key);
  expect(found).toEqual(["foreign/one/image"]);
});
