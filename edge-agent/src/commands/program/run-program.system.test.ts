import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Command } from "commander";
import { needs, toolAt } from "../../../../deploy/testing/needs.ts";
import { exitCodeMeanings } from "../terminal/command-context.ts";
import { runLine } from "../testing/run-line.ts";
import { createContext } from "../testing/test-context.ts";
import { cli, runCli, startProgram } from "../testing/small-site.ts";
import { createProgram } from "./run-program.ts";

const namesOf = (command: Command): string[] => (command.parent ? [...namesOf(command.parent), command.name()] : []);
const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
const commands = everyCommand(createProgram(createContext().context, false))
  .map(namesOf)
  .filter((names) => names.join(" ") !== "complete");

describe("help", () => {
  test("each command shows a description, its usage and an example, on standard output", async () => {
    expect(commands.length).toBeGreaterThan(20);
    for (const names of commands) {
      const { code, stdout, stderr } = await runLine([...names, "--help"]);
      expect({ names, code, stderr }).toEqual({ names, code: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`^Usage: ${["edge-agent", ...names].join(" ")}\\b.*\n\n\\S`));
      const examples = stdout.split(/\nExamples?:\n/)[1] ?? "";
      expect(examples).toContain(["edge-agent", ...names].join(" "));
    }
  });

  test("the version is printed alone", async () => {
    expect(await runLine(["--version"])).toEqual({ code: 0, stdout: "1.2.3", stderr: "" });
  });
});

describe("a mistyped command line", () => {
  test.each([
    [["statsu"], "unknown command 'statsu'", "Did you mean status?"],
    [["queue", "parkd"], "unknown command 'parkd'", "Did you mean parked?"],
    [["config", "chekc"], "unknown command 'chekc'", "Did you mean check?"],
    [["scan", "--contaner", "X"], "unknown option '--contaner'", "Did you mean --container?"],
    [["config", "check", "--ofline"], "unknown option '--ofline'", "Did you mean --offline?"],
  ])("%j names what was meant", async (args, problem, meant) => {
    const { code, stdout, stderr } = await runLine(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(problem);
    expect(stderr).toContain(meant);
  });

  test("a command is missing: the help is on standard error", async () => {
    const { code, stdout, stderr } = await runLine([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: edge-agent");
  });
});

describe("with --json", () => {
  test.each([
    [["status", "--json", "--config", "/nowhere/edge-agent.yaml"], 78, "the configuration file does not exist"],
    [["queue", "retry", "--json", "--al"], 2, "unknown option '--al'"],
    [["model", "inspect", "missing.onnx", "--json"], 2, "does not exist"],
  ])("%j prints one object about the error, and nothing on standard error", async (args, code, message) => {
    const { stdout, stderr, code: found } = await runLine(args);
    expect({ found, stderr }).toEqual({ found: code, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({ error: { exitCode: code, message: expect.stringContaining(message) } });
  });
});

test("the chapter about the commands has the exit codes and all commands", () => {
  const file = path.resolve(import.meta.dirname, "../../../../deploy/docs/technician/commands.md");
  const chapter = readFileSync(file, "utf8");
  const rows = Object.entries(exitCodeMeanings).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  expect(chapter).toContain(`| exit code | meaning |\n|---|---|\n${rows.join("\n")}\n`);
  const undocumented = commands
    .map((names) => names.join(" "))
    .filter((name) => name !== "" && !commands.some((other) => other.join(" ").startsWith(`${name} `)))
    .filter((name) => !new RegExp(`^\\|.*\`${name}[ \`]`, "m").test(chapter));
  expect(undocumented).toEqual([]);
});

describe("completion", () => {
  /** Returns the output of a completion command, which the library prints past the context of the program. */
  async function print(...args: string[]) {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const { code, stderr } = await runLine(args);
    return { code, stderr, stdout: log.mock.calls.map(([line]) => String(line)).join("\n") };
  }

  test.each(["bash", "zsh", "fish"])("prints a script for %s that asks the program", async (shell) => {
    const { code, stdout, stderr } = await print("completion", shell);
    expect({ code: code ?? 0, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("edge-agent complete --");
  });

  test("the shell gets the commands and the options that fit", async () => {
    const groups = await print("complete", "--", "camera", "d");
    expect(groups.stdout).toMatch(/^discover\t/m);
    expect(groups.stdout).not.toMatch(/^learn\t/m);
    const options = await print("complete", "--", "scan", "--con");
    expect(options.stdout).toMatch(/^--container\t/m);
  });
});

describe("colours", needs("script"), () => {
  test("are shown on a terminal, and not with NO_COLOR or in a pipe", async () => {
    const args = ["config", "check", "--config", "/nowhere/edge-agent.yaml"];
    const inTerminal = (environment: Record<string, string>) => {
      // Node.js shows no colours where CI or NO_COLOR is set.
      const command = `exec env -u CI ${"NO_COLOR" in environment ? "" : "-u NO_COLOR"} '${process.execPath}' '${cli}' ${args.join(" ")}`;
      const options = ["--quiet", "--return", "--command", command, "/dev/null"];
      return startProgram(toolAt("script"), options, { TERM: "xterm", ...environment }).ended;
    };
    expect(await inTerminal({})).toMatchObject({
      code: 78,
      stdout: expect.stringContaining("\u001b[31merror\u001b["),
    });
    expect((await inTerminal({ NO_COLOR: "1" })).stdout).toContain(":1:1: error: ");
    expect((await runCli(...args)).stdout).toContain(":1:1: error: ");
  });
});
