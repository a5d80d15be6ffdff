import { expect, test } from "vitest";
import { runCommand } from "../cloud/src/operations/commands/run-command.ts";
import { buildProgram } from "../edge-agent/src/commands/program/run-program.ts";
import { createContext } from "../edge-agent/src/commands/testing/test-context.ts";
import { NOT_RUN } from "./documented-commands.ts";

const argumentsOf = (program: string): string[][] =>
  Object.values(NOT_RUN)
    .flat()
    .flatMap((command) => command.split(` run ${program} -- `).slice(1))
    .map((words) => words.replaceAll('"', "").split(" "));

type Program = ReturnType<typeof buildProgram>;

/** Replaces what the commands of a program do by nothing. */
function silence(command: Program): void {
  if (command.commands.length === 0) command.action(() => {});
  for (const each of command.commands) silence(each);
}

/** Parses a command line as the edge agent does, and runs nothing. */
async function parseForAgent(words: readonly string[]): Promise<string> {
  const { context, err } = createContext();
  const program = buildProgram(context, false);
  silence(program);
  await program.parseAsync(words, { from: "user" }).catch((error: Error) => err.push(error.message));
  return err.join("\n");
}

test.each(argumentsOf("edge-agent"))(
  "the edge agent accepts the documented command line %s %s %s",
  async (...words) => {
    expect(await parseForAgent(words)).toBe("");
  },
);

test("a command line that the edge agent does not know fails", async () => {
  expect(await parseForAgent(["queue", "parkd"])).toContain("unknown command");
  expect(await parseForAgent(["run", "--onec"])).toContain("unknown option");
});

/** The help that the cloud prints for a command. */
async function helpOfCloud(command: string): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await runCommand([command, "--help"], { environment: {}, nowMs: () => 0, jobKinds: [], print, note: print });
  return lines.join("\n");
}

test.each(argumentsOf("cloud").map((words) => [words.join(" "), words] as const))(
  "the cloud accepts the documented command line %s",
  async (_, [command = "", ...words]) => {
    const help = await helpOfCloud(command);
    expect(help).toContain(`Usage: cloud ${command} `);
    for (const option of words.filter((word) => word.startsWith("--"))) expect(help).toContain(option);
  },
);
