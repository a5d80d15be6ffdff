import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { createFileStorage } from "./file-storage.ts";
import { testObjectStorage } from "./object-storage-contract.ts";

const folder = await mkdtemp(path.join(tmpdir(), "objects-"));
afterAll(() => rm(folder, { recursive: true }));
let ids = 0;
const storage = createFileStorage(folder, () => String(ids++));

testObjectStorage(storage);

it("leaves no unfinished files behind", async () => {
  await storage.write("scans/one/image", new Uint8Array([1]));
  expect(await readdir(path.join(folder, ".unfinished"))).toEqual([]);
});
