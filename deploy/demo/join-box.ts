import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Program } from "./child-process.ts";
import type { CloudApi } from "./cloud-api.ts";
import type { Site } from "./site.ts";

/** Returns true if the cloud accepts the key in the site's key file. */
export async function hasJoined({ cloudUrl, keyFile }: Site): Promise<boolean> {
  if (!existsSync(keyFile)) return false;
  const headers = { "x-api-key": readFileSync(keyFile, "utf8").trim() };
  return (await fetch(`${cloudUrl}/v1/edge/expected-numbers`, { headers })).status !== 401;
}

/**
 * Creates the box as a device, and lets the agent join with a code, as a technician does: it gets its own key, and its
 * scans are signed. Throws with the agent's message if it cannot.
 */
export async function joinBox(api: CloudApi, runAgent: (...args: string[]) => Program): Promise<void> {
  const { joinCode } = await api.post<{ joinCode: { code: string } }>("/v1/admin/edge-devices", {
    name: "demo-gate-box",
    credential: "join-code",
  });
  const program = runAgent("join", joinCode.code);
  const how = await program.ended;
  if (how !== "exit code 0") throw new Error(`edge-agent join: ${how}\n${program.lastLines()}`);
}

/** Gives the box the key that all devices of a small installation may share; its scans are unsigned. */
export function useSharedKey({ keyFile }: Site, edgeApiKey: string): void {
  writeFileSync(keyFile, `${edgeApiKey}\n`, { mode: 0o600 });
}
