import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { needs, toolAt } from "../testing/needs.ts";

const folder = path.join(import.meta.dirname, "systemd");

test("systemd accepts the units and timers of backups", needs("systemd-analyze", "/usr/bin/pgbackrest"), async () => {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  expect(files).toHaveLength(7);
  const { stderr } = await promisify(execFile)(toolAt("systemd-analyze"), ["verify", "--man=no", ...files]);
  expect(stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
});

test("a night's verification reads 3 % of the copies, and no failed backup keeps it from running", () => {
  const commandsOf = (unit: string) =>
    [...readFileSync(path.join(folder, unit), "utf8").matchAll(/^ExecStart=.* -- (.*)$/gm)].map(
      ([, command]) => command,
    );
  expect(commandsOf("inspection-picture-backup.service")).toEqual(["backup-pictures /backups/pictures"]);
  expect(commandsOf("inspection-picture-verification.service")).toEqual([
    "verify-pictures /backups/pictures --percent 3",
  ]);
  const timer = readFileSync(path.join(folder, "inspection-picture-verification.timer"), "utf8");
  expect(timer).toContain("\nOnCalendar=04:00\n");
});
