import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { Disk } from "./disk.ts";
import { type Entry, readJournal } from "./journal.ts";
import { buildLibrary } from "./library.ts";
import { createRandom } from "./random.ts";

/** A folder that is watched, and what programs that run with `preload` did to it. */
export type Recording = {
  /** The watched folder; its content when `begin` is called is safe. */
  folder: string;
  /** A file outside the folder: text that a program writes to it counts as acknowledged from then on. */
  ledger: string;
  /** Treats the content of the folder as safe; call it after the folder is prepared, before a program runs. */
  begin(): void;
  /** Environment variables that a program needs to be recorded. */
  preload: Record<string, string>;
  /** Replaces the faults, one on each line; power-cut.c describes them. */
  setFaults(faults: string): void;
  /** Bytes recorded so far: whatever a caller has seen by now happened before this point. */
  position(): number;
  /** Runs a program under the library until it ends; `hooks` are modules that are imported before it. */
  run(program: string, args: object, hooks?: readonly string[]): Promise<void>;
  /** Runs a program and kills it, with the programs that it has started, once the journal reaches `atBytes`. */
  runUntilKilled(program: string, args: object, atBytes: number): Promise<void>;
  /** Returns the operations, once all programs have ended. Throws if a change bypassed the library. */
  finish(): Entry[];
  /** The disk as it was at the beginning. */
  startDisk(): Disk;
};

/**
 * Folder for temporary files, in memory if the system has such a place: thousands of cuts are rebuilt, and none of them
 * has to last.
 */
const TEMPORARY = existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();

/** A hook for `run` that removes these syncs from a module of the program. */
export function withoutSyncs(module: string, syncs: readonly string[]): string {
  const search = new URLSearchParams({ module });
  for (const sync of syncs) search.append("sync", sync);
  return `${path.join(import.meta.dirname, "programs/without-syncs.ts")}?${search.toString()}`;
}

/** A new folder; `cleanUp` is handed what removes it. */
export function temporaryFolder(cleanUp: (remove: () => void) => void): string {
  const folder = realpathSync(mkdtempSync(path.join(TEMPORARY, "power-cut-")));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Prepares a recording in a new temporary folder; passes `cleanUp` a function that removes it. `built` is the library
 * if it is already built.
 */
export function createRecording(cleanUp: (remove: () => void) => void, built?: string): Recording {
  const place = temporaryFolder(cleanUp);
  const [folder, ledger, journal, faults] = ["folder", "ledger", "journal", "faults"].map((name) =>
    path.join(place, name),
  ) as [string, string, string, string];
  mkdirSync(folder);
  for (const file of [ledger, journal, faults]) writeFileSync(file, "");
  const preload = {
    LD_PRELOAD: built ?? buildLibrary(place),
    POWER_CUT_FOLDER: folder,
    POWER_CUT_JOURNAL: journal,
    POWER_CUT_LEDGER: ledger,
    POWER_CUT_FAULTS: faults,
  };
  // The initial content is read at once: a copy would have other inode numbers.
  let disks: Disk[] = [];
  return {
    folder,
    ledger,
    begin() {
      disks = [new Disk(folder), new Disk(folder)];
    },
    preload,
    setFaults: (text) => writeFileSync(faults, text),
    position: () => statSync(journal).size,
    async run(program, args, hooks = []) {
      const { ending, errors } = await start(program, args, preload, hooks);
      if (ending !== 0) throw new Error(`${path.basename(program)} ended with ${ending}:\n${errors}`);
    },
    async runUntilKilled(program, args, atBytes) {
      const { ending, errors } = await start(program, args, { ...preload, POWER_CUT_KILL: String(atBytes) });
      if (ending !== "SIGKILL") throw new Error(`${path.basename(program)} ended with ${ending}:\n${errors}`);
    },
    finish() {
      const entries = readJournal(readFileSync(journal));
      const whole = disks.pop();
      if (whole === undefined) throw new Error("the recording was never begun");
      const random = createRandom(0);
      for (const { operation } of entries) whole.apply(operation, random);
      const differences = whole.compare(folder);
      if (differences.length > 0) {
        throw new Error(`the folder was changed past the power-cut library:\n${differences.join("\n")}`);
      }
      return entries;
    },
    startDisk() {
      const disk = disks.pop();
      if (disk === undefined) throw new Error("a recording can be cut once");
      return disk;
    },
  };
}

/** Runs a program in a separate process group until it ends. */
async function start(program: string, args: object, preload: Record<string, string>, hooks: readonly string[] = []) {
  const imports = hooks.flatMap((hook) => ["--import", hook]);
  const child = spawn(process.execPath, [...imports, program, JSON.stringify(args)], {
    env: { ...process.env, ...preload },
    stdio: ["ignore", "inherit", "pipe"],
    detached: true,
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { ending: code ?? signal, errors };
}
