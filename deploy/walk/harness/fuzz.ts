import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { toolAt } from "../../testing/needs.ts";
import { type Cloud, edgeApiKey, startCloud } from "./cloud-process.ts";

/** Without these, the lists for terminal systems answer that they are off. */
const TRADE_EVENTS = { TRADE_PARTY: "SMDG:TCT", TRADE_LOCATION: "NLRTM" };

/**
 * Starts a cloud and has schemathesis send it requests generated from the OpenAPI document. `options` precede those of
 * schemathesis.toml. Returns the output of schemathesis; throws when a reply was wrong.
 */
export async function fuzz(options: string[] = []): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "fuzz-"));
  let cloud: Cloud | undefined;
  try {
    cloud = await startCloud(folder, TRADE_EVENTS);
    return await runSchemathesis(cloud, folder, options);
  } finally {
    await cloud?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runSchemathesis(cloud: Cloud, folder: string, options: string[]): Promise<string> {
  const env = {
    ...process.env,
    TOKEN: await cloud.signIn(),
    LOGOUT_TOKEN: await cloud.signIn(),
    REFRESH_TOKEN: await cloud.signIn(),
    EDGE_API_KEY: edgeApiKey,
  };
  const config = path.resolve(import.meta.dirname, "../schemathesis.toml");
  const document = `${cloud.url}/v1/openapi.json`;
  const run = spawn(toolAt("schemathesis"), ["--config-file", config, "run", ...options, document], {
    cwd: folder,
    env,
  });
  let printed = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (text) => (printed += String(text)));
  const exitCode = await new Promise<number | null>((resolve) => run.once("close", resolve));
  if (exitCode !== 0) throw new Error(`schemathesis ended with ${exitCode}:\n${printed}`);
  return printed;
}
