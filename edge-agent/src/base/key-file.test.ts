import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readKeyFile } from "./key-file.ts";

test("a key file that cannot be read has the fix of its cause: one that is missing, join; another, what it is", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await readKeyFile(path.join(folder, "missing"))).toMatchObject({ fix: expect.stringContaining("join CODE") });
  expect(await readKeyFile(folder)).toMatchObject({ ok: false, fix: expect.stringContaining("not a folder") });
});
