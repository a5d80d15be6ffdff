import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { needs, toolAt } from "../testing/needs.ts";

const folder = path.join(import.meta.dirname, "systemd");

it("systemd accepts the units and timers of backups", needs("systemd-analyze", "/usr/bin/pgbackrest"), async () => {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  expect(files).toHaveLength(5);
  const { stderr } = await promisify(execFile)(toolAt("systemd-analyze"), ["verify", "--man=no", ...files]);
  expect(stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
});
