import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DIRECT } from "../forwarding/link/open-dispatcher.ts";
import { openDelivery } from "./open-delivery.ts";
import { explainDataFolder } from "./explain-data-folder.ts";
import { createTestLogger, temporaryFolder } from "../outbox/testing/captures.ts";

const refused = (code: string, failedPath?: string) => Object.assign(new Error(code), { code, path: failedPath });
const explain = (error: Error) => String(explainDataFolder("/srv/agent", error));
const user = userInfo().username;

test.each([
  [
    "EACCES",
    `the user ${user} may not write /srv (EACCES); run "mkdir -p /srv/agent && chown -R ${user} /srv/agent" as root`,
  ],
  ["EROFS", "it is mounted read-only (EROFS); check the disk and the system log, then mount it writable"],
  ["ENOTDIR", "/srv is or passes through a file (ENOTDIR); set dataDir to a folder, or remove the file"],
  ["ENOSPC", "its disk is full (ENOSPC); free up space, or set dataDir to a folder on another disk"],
  ["EIO", "its disk fails to read or write (EIO); check the system log, and replace the disk"],
])("%s is explained in one sentence with its fix", (code, reason) => {
  expect(explain(refused(code, "/srv"))).toBe(`DataFolderError: the data folder /srv/agent cannot be used: ${reason}`);
});

test("other errors stay as they are", () => {
  const other = refused("SQLITE_BUSY");
  expect(explainDataFolder("/srv/agent", other)).toBe(other);
});

test("a data folder that is a file, lies below one or has a folder in place of the outbox is explained", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "file"), "");
  const clock = { nowMs: Date.now, monotonicMs: () => performance.now() };
  const open = async (dataDir: string) => {
    const config = {
      dataDir,
      cloud: {
        url: "http://127.0.0.1:9",
        apiKey: "k",
        apiKeyFile: null,
        network: DIRECT,
        sending: { limits: { eventsEveryMs: 1_000, maxBytesPerSecond: 1_000 }, windows: [] },
      },
      outbox: { maxSizeBytes: 1e8 },
      device: { id: "gate-1", userEmail: undefined },
      traces: null,
    };
    const delivery = await openDelivery({
      config,
      version: "test",
      clock,
      random: Math.random,
      logger: createTestLogger(),
    });
    await delivery.close();
    return "opened";
  };
  await expect(open(path.join(folder, "file"))).rejects.toThrow(
    /cannot be used: .*file is or passes through a file \(EEXIST\); /,
  );
  await expect(open(path.join(folder, "file", "data"))).rejects.toThrow(/cannot be used: .* \(ENOTDIR\); /);
  expect(await open(path.join(folder, "data"))).toBe("opened");
  mkdirSync(path.join(folder, "other", "outbox.sqlite"), { recursive: true });
  await expect(open(path.join(folder, "other"))).rejects.toThrow(/SQLITE_CANTOPEN/);
});
