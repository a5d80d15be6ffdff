import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { z } from "zod";
import { type CommandContext, exitCodes } from "./commands/terminal/command-context.ts";
import { createPaint } from "./commands/terminal/colours.ts";
import { createHangUpJudge } from "./commands/terminal/hang-up.ts";
import { runProgram } from "./commands/program/run-program.ts";

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")));

// A command continues when the reader of its output has ended, as in `queue list | head`: its further output is
// dropped, and the log book has the lines that a closed terminal no longer shows.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const context: CommandContext = {
  environment: process.env,
  version,
  clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  random: () => Math.random(),
  isTerminal: process.stderr.isTTY,
  paint: createPaint(process.stdout),
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  onStopSignal(stop) {
    let isStopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(exitCodes.failed);
        isStopping = true;
        stop();
      });
    }
  },
  onReaderEnded: (stop) => void process.stdout.once("error", stop),
  onHangUp(hungUp) {
    const causeOf = createHangUpJudge([0, 1, 2], isatty);
    process.on("SIGHUP", () => hungUp(causeOf()));
  },
};

await runProgram(process.argv.slice(2), context);
