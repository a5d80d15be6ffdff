import { readFileSync } from "node:fs";
import { waitUntil } from "../demo/wait-until.ts";
import { shellBlocksOf } from "../read-markdown.ts";
import type { bootMachine } from "./bare-machine.ts";

/** The commands of a section of a page, block by block. */
export function blocksOf(page: string, section: string): string[] {
  const text = readFileSync(page, "utf8")
    .split(/^## /m)
    .find((part) => part.startsWith(`${section}\n`));
  if (text === undefined) throw new Error(`${page} has no section "${section}"`);
  return shellBlocksOf(text);
}

type Machine = Pick<Awaited<ReturnType<typeof bootMachine>>, "run">;

/** Runs commands on a machine as a new user would, and prints how long they took; shows none of its secrets. */
export function followOn(machine: Machine) {
  const hideSecrets = (text: string) => text.replaceAll(/[0-9a-f]{48}/g, "(secret)");
  /** Runs commands that must all succeed; resolves to their output. */
  const run = async (title: string, commands: string): Promise<string> => {
    console.log(`\n── ${title}`);
    const startedMs = Date.now();
    const { output, failures } = await machine.run(commands);
    if (failures !== "") throw new Error(hideSecrets(`failed: ${failures}\n${output}`));
    console.log(`   ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
    return output;
  };
  /** Repeats a check until it prints the expected text. */
  const check = async (command: string, expected: RegExp, minutes = 2): Promise<void> => {
    let seen = "";
    const look = async () => {
      seen = (await machine.run(command)).output;
      return expected.test(seen) || undefined;
    };
    await waitUntil(`${command} prints ${expected}`, look, { timeoutMs: minutes * 60_000, everyMs: 2_000 }).catch(
      (error: Error) => {
        throw new Error(hideSecrets(`${error.message}; it printed\n${seen}`));
      },
    );
    console.log(`   ${hideSecrets(command)}: ${expected}`);
  };
  return { run, check };
}
