import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cloud, edgeApiKey, startCloud } from "./harness/cloud-process.ts";

const found = spawnSync("schemathesis", ["--version"], { encoding: "utf8" }).stdout?.trim();
if (!found) console.warn("Skipped: the fuzz run needs schemathesis on the PATH (pipx install schemathesis)");

const folder = mkdtempSync(path.join(tmpdir(), "fuzz-"));
let cloud: Cloud;

beforeAll(async () => {
  if (found) cloud = await startCloud(folder);
});
afterAll(async () => {
  await cloud?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!found)(
  "no request made up from the OpenAPI document gets a 5xx, an undocumented status, or a reply of another shape",
  { timeout: 600_000 },
  async () => {
    const env = {
      ...process.env,
      TOKEN: await cloud.signIn(),
      LOGOUT_TOKEN: await cloud.signIn(),
      REFRESH_TOKEN: await cloud.signIn(),
      EDGE_API_KEY: edgeApiKey,
    };
    const config = path.resolve(import.meta.dirname, "schemathesis.toml");
    const document = `${cloud.url}/v1/openapi.json`;
    const run = spawn("schemathesis", ["--config-file", config, "run", document], { cwd: folder, env });
    let printed = "";
    for (const stream of [run.stdout, run.stderr]) stream.on("data", (text) => (printed += String(text)));
    const exitCode = await new Promise<number | null>((resolve) => run.once("close", resolve));
    if (exitCode !== 0) throw new Error(`schemathesis ended with ${exitCode}:\n${printed}`);
    expect(printed).toMatch(/[1-9]\d{2,} generated/);
  },
);
