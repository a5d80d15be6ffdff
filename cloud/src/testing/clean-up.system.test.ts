import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

test("resources that a file opens in its hooks and tests are closed, the newest first", async () => {
  const note = path.join(await mkdtemp(path.join(tmpdir(), "clean-up-")), "note.txt");
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const env = { PATH: process.env["PATH"], NOTE: note };
  await promisify(execFile)(process.execPath, [vitest, "run", "--config", "deploy/testing/opens/vitest.config.ts"], {
    cwd: root,
    env,
  });
  expect((await readFile(note, "utf8")).trim().split("\n")).toEqual(["test", "second hook", "first hook"]);
});
