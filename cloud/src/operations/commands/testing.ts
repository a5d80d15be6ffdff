import { workers } from "../../workers.ts";
import { runCommand } from "./run-command.ts";

/** Runs a command as main.ts does, and keeps its output. */
export async function runCloud(
  environment: Record<string, string>,
  args: readonly string[],
  { nowMs = Date.now }: { nowMs?: () => number } = {},
): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const jobKinds = workers.map(({ kind }) => kind);
  const code = await runCommand(args, { environment, nowMs, jobKinds, print: keep, note: keep });
  return { code, output: lines.join("\n") };
}
