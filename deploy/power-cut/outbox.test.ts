import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { outboxChecker } from "./check-outbox.ts";
import { cutPower } from "./cuts.ts";
import { whyNoPowerCuts } from "./library.ts";
import type { WriteOutboxArgs } from "./programs/write-outbox.ts";
import { createRecording } from "./recording.ts";

const program = (name: string) => path.join(import.meta.dirname, "programs", name);
const WRITER = program("write-outbox.ts");
const FILE = "data/outbox.db";

describe.skipIf(whyNoPowerCuts !== undefined)("a power cut and the outbox", { timeout: 300_000 }, () => {
  async function record(args: Partial<WriteOutboxArgs>, pragmas: string) {
    const recording = createRecording(onTestFinished);
    recording.begin();
    const file = path.join(recording.folder, FILE);
    const whole = { file, seed: 1, sessions: 3, operations: 120, pictureBytes: 6_000, ...args };
    await recording.run(WRITER, whole, [`${program("change-pragmas.ts")}?${pragmas}`]);
    return { recording, entries: recording.finish() };
  }

  it("loses no record that was acknowledged, wherever it falls", async () => {
    const { recording, entries } = await record({}, "wal_autocheckpoint=40");
    const losses = await cutPower(recording, entries, {
      moments: { atRandom: 200 },
      seed: 1,
      check: outboxChecker({ file: FILE }),
    });
    expect(losses).toEqual([]);
  });

  it.each(["OFF", "NORMAL"])("shows losses when the outbox is opened with synchronous=%s", async (synchronous) => {
    const { recording, entries } = await record({ sessions: 1 }, `synchronous=${synchronous}&wal_autocheckpoint=40`);
    const losses = await cutPower(recording, entries, {
      moments: { atRandom: 40 },
      seed: 1,
      check: outboxChecker({ file: FILE }),
    });
    expect(losses.length).toBeGreaterThan(10);
  });
});
