import { readFileSync, statSync } from "node:fs";
import type { AgentConfig } from "../../config/config.ts";
import type { Finding } from "./finding.ts";

/**
 * Compares the user of this check with that of the agent, who owns the data folder: one may lack access that the other
 * has. Empty if there is no data folder yet, and on systems without such users.
 */
export function examineUser({ dataDir }: Pick<AgentConfig, "dataDir">, userId: number | undefined): Finding[] {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (userId === undefined || owner === undefined) return [];
  const base = { layer: "user" as const, subject: dataDir };
  const name = nameOfUser(owner);
  if (owner === userId)
    return [{ ...base, state: "ok", message: `belongs to the user of this check, ${name}`, fix: "" }];
  const message = `belongs to ${name}, and this check runs as ${nameOfUser(userId)}: it may find what the agent's user does not`;
  return [{ ...base, state: "warn", message, fix: `repeat it as that user: sudo -u "${name}" edge-agent doctor` }];
}

/** Name of a user of this machine; its number where the machine does not list it. */
function nameOfUser(userId: number): string {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    const found = users.map((line) => line.split(":")).find((fields) => fields[2] === String(userId));
    return found?.[0] ?? `#${userId}`;
  } catch {
    return `#${userId}`;
  }
}
