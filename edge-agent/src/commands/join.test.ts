import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { layOutSite, startFakeCloud } from "./testing/small-site.ts";
import { runLine } from "./testing/run-line.ts";

test("join does not use up the code where the key file cannot be written, and reports the fix", async () => {
  const cloud = await startFakeCloud();
  const keyFile = "missing/edge-api-key";
  const { folder, configFile } = await layOutSite(cloud.url, { cloud: { url: cloud.url, apiKeyFile: keyFile } });
  const { code, stderr } = await runLine(["join", "K7MXQ-9RTWA", "--config", configFile]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^\/.*edge-api-key cannot be written \(ENOENT\): create the folder \/.*missing, or run the .*$/,
  );
  expect(cloud.received).toEqual([]);
  expect(existsSync(path.join(folder, "missing"))).toBe(false);
});
