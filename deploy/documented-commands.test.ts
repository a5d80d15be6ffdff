import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createProgram as buildCloud } from "../cloud/src/operations/commands/run-command.ts";
import { createProgram as buildAgent } from "../edge-agent/src/commands/program/run-program.ts";
import { createContext } from "../edge-agent/src/commands/testing/test-context.ts";
import { NOT_RUN } from "./documented-commands.ts";

type Program = ReturnType<typeof buildAgent>;

/** The words of a command line, as a shell splits them; within quotes, spaces do not. */
const splitWords = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ""));

const documented = (program: string): [string, string[]][] =>
  Object.values(NOT_RUN)
    .flat()
    .flatMap((command) => command.split(` run ${program} -- `).slice(1))
    .map((line) => [line, splitWords(line)]);

/** Replaces what the commands of a program do by nothing. */
function silence(command: Program): void {
  if (command.commands.length === 0) command.action(() => {});
  for (const each of command.commands) silence(each);
}

/** Parses a command line as the program does, runs nothing, and returns what it finds wrong. */
async function parse(program: Program, errors: readonly string[], words: readonly string[]): Promise<string> {
  silence(program);
  const thrown: string[] = [];
  await program.parseAsync(words, { from: "user" }).catch((error: Error) => thrown.push(error.message));
  return [...errors, ...thrown].join("\n");
}

function parseForAgent(words: readonly string[]): Promise<string> {
  const { context, err } = createContext();
  return parse(buildAgent(context, false), err, words);
}

function parseForCloud(words: readonly string[]): Promise<string> {
  const errors: string[] = [];
  const note = (line: string) => void errors.push(line);
  const context = { environment: {}, nowMs: () => 0, jobKinds: [], print: note, note };
  return parse(buildCloud(context), errors, words);
}

test.each(documented("edge-agent"))("the edge agent accepts the documented command line %s", async (_, words) => {
  expect(await parseForAgent(words)).toBe("");
});

test.each(documented("cloud"))("the cloud accepts the documented command line %s", async (_, words) => {
  expect(await parseForCloud(words)).toBe("");
});

test("a command line that the edge agent does not know fails", async () => {
  expect(await parseForAgent(["queue", "parkd"])).toContain("unknown command");
  expect(await parseForAgent(["run", "--onec"])).toContain("unknown option");
});

test("a command line that the cloud does not know, or that lacks a part, fails", async () => {
  expect(await parseForCloud(["bakup", "/backups"])).toContain("unknown command");
  expect(await parseForCloud(["backup"])).toContain("missing required argument");
  expect(await parseForCloud(["migrate", "now"])).toContain("too many arguments");
  expect(await parseForCloud(splitWords("erase-picture 6543f0c2a1b2c3d4e5f60718"))).toContain("--reason");
});

test("the administrator's chapter has every command of the cloud", () => {
  const chapter = readFileSync(path.join(import.meta.dirname, "docs/administrator/commands.md"), "utf8");
  const context = { environment: {}, nowMs: () => 0, jobKinds: [], print: () => {}, note: () => {} };
  const names = buildCloud(context).commands.map((command) => command.name());
  const shown = new Set([...chapter.matchAll(/^npm run cloud -- (\S+)/gm)].map(([, name]) => name));
  expect(names).toContain("backup");
  expect(names.filter((name) => !shown.has(name))).toEqual([]);
});
