import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outboxChecker } from "./check-outbox.ts";
import { cutPower } from "./cuts.ts";
import type { WriteOutboxArgs } from "./programs/write-outbox.ts";
import { createRecording } from "./recording.ts";

const program = (name: string) => path.join(import.meta.dirname, "programs", name);
const FILE = "data/outbox.db";
const CUTS = 500;

/**
 * Different work each time: small and large pictures, more or fewer checkpoints, a full outbox, a disk that fails now
 * and then.
 */
const RUNS: (Partial<WriteOutboxArgs> & { checkpointPages: number; faults?: string })[] = [
  { sessions: 5, operations: 150, pictureBytes: 500, checkpointPages: 20 },
  { sessions: 2, operations: 400, pictureBytes: 3_000, checkpointPages: 100 },
  { sessions: 1, operations: 300, pictureBytes: 60_000, checkpointPages: 1_000 },
  { sessions: 20, operations: 20, pictureBytes: 6_000, checkpointPages: 1_000 },
  { sessions: 3, operations: 150, pictureBytes: 20_000, checkpointPages: 40, limits: { maxBytes: 1_500_000 } },
  { sessions: 1, operations: 400, pictureBytes: 6_000, checkpointPages: 40, faults: "fail-once" },
  { sessions: 1, operations: 400, pictureBytes: 60_000, checkpointPages: 100, faults: "fail-once" },
  { sessions: 3, operations: 200, pictureBytes: 6_000, checkpointPages: 40, capturePercent: 30 },
];

test.each(RUNS.map((run, index) => ({ ...run, seed: 1_000 + index })))(
  "run $seed loses no record in 500 power cuts",
  async (run) => {
    const { checkpointPages, faults, ...args } = run;
    const recording = createRecording(onTestFinished);
    recording.begin();
    if (faults !== undefined) {
      recording.setFaults(Array.from({ length: 16 }, (_, index) => `${faults} ${24 + 13 * index} *\n`).join(""));
    }
    const hook = `${program("change-pragmas.ts")}?wal_autocheckpoint=${checkpointPages}`;
    await recording.run(program("write-outbox.ts"), { file: path.join(recording.folder, FILE), ...args }, [hook]);
    const check = outboxChecker({
      file: FILE,
      mayReduce: run.limits !== undefined,
      ...(run.limits && { limits: run.limits }),
    });
    const losses = await cutPower(recording, recording.finish(), {
      moments: { atRandom: CUTS },
      seed: run.seed,
      check,
    });
    expect(losses).toEqual([]);
  },
);
