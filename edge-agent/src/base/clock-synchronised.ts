import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

/** The file that systemd-timesyncd creates once the clock is synchronised. */
const SYNCHRONISED_MARK = "/run/systemd/timesync/synchronized";
const LOOK_EVERY_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** Result of a program; `code` is null when it is not installed or timed out. */
export type ProgramResult = { code: number | null; text: string };
type Witness = { program: string; args: readonly string[]; confirms: (result: ProgramResult) => boolean };

/** The number of the system call adjtimex(2) on Linux; -1 is none. */
const ADJTIMEX: Partial<Record<NodeJS.Architecture, number>> = { x64: 159, arm64: 171, arm: 124, riscv64: 171 };
const adjtimex = (process.platform === "linux" ? ADJTIMEX[process.arch] : undefined) ?? -1;
/** Highest value that adjtimex returns while the clock is synchronised; otherwise it returns 5 (TIME_ERROR). */
const LAST_GOOD_STATE = 4;

/** Programs that know whether the clock is synchronised; the first that confirms it decides. */
const WITNESSES: readonly Witness[] = [
  {
    program: "chronyc",
    args: ["-c", "tracking"],
    confirms: ({ text }) => /,(?:Normal|(?:Insert|Delete) second)\s*$/.test(text),
  },
  { program: "ntpq", args: ["-c", "rv"], confirms: ({ text }) => /\bleap_(?:none|add_sec|del_sec)\b/.test(text) },
  // The kernel, which every time service keeps informed: through Perl, which is part of Debian, and through BusyBox.
  {
    program: "perl",
    args: ["-e", `my $state = "\\0" x 256; exit syscall(${adjtimex}, $state)`],
    confirms: ({ code }) => code !== null && code <= LAST_GOOD_STATE,
  },
  {
    program: "busybox",
    args: ["adjtimex"],
    confirms: ({ text }) => Number(/return value:\s*(\d+)/.exec(text)?.[1] ?? Infinity) <= LAST_GOOD_STATE,
  },
];

/** Asks chrony, ntpd and the kernel whether the clock agrees with a time server. Never rejects. */
export async function askWitnesses(
  run: (program: string, args: readonly string[]) => Promise<ProgramResult>,
): Promise<boolean> {
  for (const { program, args, confirms } of WITNESSES) if (confirms(await run(program, args))) return true;
  return false;
}

const runProgram = (program: string, args: readonly string[]): Promise<ProgramResult> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: TIMEOUT_MS }, (error, text) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, text });
    });
  });

/** The state of this machine's clock; it has only one. */
const known = { isSynchronised: false, isRecent: false };
let looking: Promise<void> | null = null;

/** Looks whether the clock is synchronised, and keeps that for `isClockSynchronised`. Never rejects. */
export function lookAtClock(): Promise<void> {
  return (looking ??= look());
}

async function look(): Promise<void> {
  // A machine without memory for another process cannot ask.
  known.isSynchronised = await askWitnesses(runProgram).catch(() => false);
  known.isRecent = true;
  looking = null;
  setTimeout(() => (known.isRecent = false), LOOK_EVERY_MS).unref();
}

/**
 * Returns true if the wall clock is known to agree with a time server: by systemd-timesyncd, chrony, ntpd or the
 * kernel. An answer of all but the first may be a minute old, because none is waited for.
 */
export function isClockSynchronised(): boolean {
  if (existsSync(SYNCHRONISED_MARK)) return true;
  if (!known.isRecent) void lookAtClock();
  return known.isSynchronised;
}
