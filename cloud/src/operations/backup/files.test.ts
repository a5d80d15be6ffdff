import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createOpener } from "./encryption.ts";
import { measureFile, readLines } from "./files.ts";

const open = await createOpener(undefined);

/** A file of a backup with these bytes, and the number of times that this process has it open. */
async function createFile(name: string, bytes: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), "backup-files-"));
  cleanUpLater(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  const countOpen = async () => {
    const descriptors = await readdir("/proc/self/fd");
    const files = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
    return files.filter((one) => one === file).length;
  };
  return { file, countOpen };
}

describe("a file of a backup is closed", needs("Linux"), () => {
  test("when the opener refuses it before it reads its bytes", async () => {
    const { file, countOpen } = await createFile("users.age", gzipSync('["1"]\n'));
    await expect(readLines(file, open).next()).rejects.toThrow("The backup is encrypted");
    expect(await countOpen()).toBe(0);
  });

  test("when its reader stops early, and at its end", async () => {
    const { file, countOpen } = await createFile("users", gzipSync('["1"]\n'.repeat(1_000)));
    const lines = readLines(file, open);
    expect((await lines.next()).value).toHaveLength(500);
    await lines.return(undefined);
    await expect.poll(countOpen).toBe(0);
    expect(await measureFile(file)).toMatchObject({ sizeBytes: expect.any(Number) });
    expect(await countOpen()).toBe(0);
  });
});
