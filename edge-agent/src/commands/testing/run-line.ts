import type { CommandContext } from "../terminal/command-context.ts";
import { runProgram } from "../program/run-program.ts";
import { createContext } from "./test-context.ts";

/** Runs one command line in the process of its test, which costs less than a separate process. */
export async function runLine(args: readonly string[], changes: Partial<CommandContext> = {}) {
  const { context, out, err } = createContext();
  const codeBefore = process.exitCode;
  try {
    await runProgram(args, { ...context, ...changes });
    return { code: process.exitCode, stdout: out.join("\n"), stderr: err.join("\n") };
  } finally {
    process.exitCode = codeBefore;
  }
}
