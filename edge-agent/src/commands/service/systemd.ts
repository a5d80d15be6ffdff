import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

export const UNIT = "edge-agent.service";
const TIMEOUT_MS = 60_000;

/** systemd refused; the message is all that a person needs. */
class SystemdError extends Error {
  override readonly name = "SystemdError";
}

/** Returns true if systemd is the first process of this machine. */
export const hasSystemd = (): boolean => existsSync("/run/systemd/system");

/** Throws SystemdError with what systemctl printed. */
export async function systemctl(args: readonly string[]): Promise<void> {
  const { code, text } = await runProgram("systemctl", args);
  if (code !== 0) throw new SystemdError(`systemctl ${args.join(" ")} failed: ${text.trim()}`);
}

/**
 * Runs a program to its end, within a minute unless it may take longer; `text` is its output on both streams, `out`
 * that on the first.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<{ code: number; out: string; text: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: timeoutMs }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, out, text: `${out}${err}` });
    });
  });
}

/** State of the service, in systemd's words; `exitCode` is that of its last end. */
export type ServiceState = {
  isInstalled: boolean;
  activeState: string;
  exitCode: string;
  properties: Record<string, string>;
};

/** Asks systemd for the state of the agent's service; null where systemd does not run. */
export async function readServiceState(): Promise<ServiceState | null> {
  if (!hasSystemd()) return null;
  const names = "LoadState,ActiveState,SubState,ExecMainStatus,NRestarts";
  const { text } = await runProgram("systemctl", ["show", UNIT, `--property=${names}`]);
  const pairs = text.trim().split("\n");
  const properties = Object.fromEntries(
    pairs.map((line) => line.split("=", 2)).map(([name, value = ""]) => [name, value]),
  );
  return {
    isInstalled: properties["LoadState"] === "loaded",
    activeState: properties["ActiveState"] ?? "unknown",
    exitCode: properties["ExecMainStatus"] ?? "",
    properties,
  };
}
