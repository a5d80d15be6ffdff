import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ANALYZE = "/usr/bin/systemd-analyze";
const whyNot = existsSync(ANALYZE) ? "" : " (skipped: no systemd-analyze here; on Debian: apt-get install systemd)";
const folder = path.join(import.meta.dirname, "systemd");

it.skipIf(whyNot !== "")(`systemd accepts the units and timers of backups${whyNot}`, async () => {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  expect(files).toHaveLength(5);
  const { stderr } = await promisify(execFile)(ANALYZE, ["verify", "--man=no", ...files]);
  expect(stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
});
