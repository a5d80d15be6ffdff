import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { examineUser } from "./examine-user.ts";

test("the user of a check is compared with the owner of the data folder", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "user-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { uid, username } = userInfo();
  const shown = (folder: string, userId: number | undefined) =>
    examineUser({ dataDir: folder }, userId).map(({ state, message, fix }) => [state, `${message} | ${fix}`]);
  expect(shown(dataDir, uid)).toEqual([["ok", `belongs to the user of this check, ${username} | `]]);
  expect(shown(dataDir, 3_999_999_999)).toEqual([
    ["warn", expect.stringContaining(`sudo -u "${username}" edge-agent doctor`)],
  ]);
  expect(shown(path.join(dataDir, "missing"), uid)).toEqual([]);
  expect(shown(dataDir, undefined)).toEqual([]);
});
