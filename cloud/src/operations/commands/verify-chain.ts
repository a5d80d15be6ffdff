import { describeChain, verifyChainFile } from "../../inspection/case-files/verify-chain.mjs";
import { CommandError, type CommandContext } from "./open-system.ts";

/** Verifies an exported chain without a database or a network; rejects where it is broken. */
export async function verifyChain(context: CommandContext, file: string): Promise<void> {
  const result = await verifyChainFile(file);
  const lines = describeChain(result);
  if (result.problems.length > 0) throw new CommandError(lines.join("\n"));
  for (const line of lines) context.print(line);
}
