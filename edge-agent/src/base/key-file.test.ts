import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readKeyFile } from "./key-file.ts";

test("an unreadable key file reports the fix for its cause: join if missing, else a file instead of a folder", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await readKeyFile(path.join(folder, "missing"))).toMatchObject({ fix: expect.stringContaining("join CODE") });
  expect(await readKeyFile(folder)).toMatchObject({ ok: false, fix: expect.stringContaining("not a folder") });
});
