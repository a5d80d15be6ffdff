import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Address of a running agent, written into its data folder so that the command line finds it. */
const agentAddress = z.object({ url: z.url(), instanceId: z.string() });
export type AgentAddress = z.infer<typeof agentAddress>;

const fileIn = (dataDir: string) => path.join(dataDir, "agent-address.json");

/** Throws when the folder cannot be written. */
export function writeAgentAddress(dataDir: string, address: AgentAddress): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(address)}\n`);
}

export function removeAgentAddress(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** Null when no agent left one; the agent it names may have died since. */
export function readAgentAddress(dataDir: string): AgentAddress | null {
  try {
    return agentAddress.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}
