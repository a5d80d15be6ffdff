import path from "node:path";
import { outboxChecker } from "../power-cut/check-outbox.ts";
import { cutPower } from "../power-cut/cuts.ts";
import type { WriteOutboxArgs } from "../power-cut/programs/write-outbox.ts";
import { createRecording } from "../power-cut/recording.ts";

const program = (name: string) => path.join(import.meta.dirname, "../power-cut/programs", name);
const FILE = "data/outbox.db";
/** Small and large pictures, several sessions, and an outbox that is full. */
const WORK: Partial<WriteOutboxArgs>[] = [
  { sessions: 3, operations: 120, pictureBytes: 500 },
  { sessions: 1, operations: 120, pictureBytes: 20_000 },
  { sessions: 8, operations: 20, pictureBytes: 6_000 },
  { sessions: 2, operations: 100, pictureBytes: 20_000, limits: { maxBytes: 1_500_000 } },
];

/**
 * Cuts the power of an outbox at random moments, dividing `cuts` among the kinds of work; returns the number of
 * captures accepted, and the losses.
 */
export async function cutOutboxPower(cuts: number, seed: number): Promise<{ captured: number; lost: string[] }> {
  let captured = 0;
  const lost: string[] = [];
  for (const [index, work] of WORK.entries()) {
    const cleanUps: (() => void)[] = [];
    try {
      const recording = createRecording((remove) => cleanUps.push(remove));
      recording.begin();
      const args = { file: path.join(recording.folder, FILE), seed: seed + index, ...work };
      await recording.run(program("write-outbox.ts"), args, [`${program("change-pragmas.ts")}?wal_autocheckpoint=40`]);
      const entries = recording.finish();
      captured += entries.filter(
        ({ operation }) => operation.kind === "acknowledge" && operation.text.startsWith('{"captured"'),
      ).length;
      const { limits } = work;
      const check = outboxChecker({ file: FILE, mayReduce: limits !== undefined, ...(limits && { limits }) });
      const moments = { atRandom: Math.round(cuts / WORK.length) - 1 };
      for (const loss of await cutPower(recording, entries, { moments, seed: seed + index, check }))
        lost.push(`work ${index}, cut ${loss.cut} of ${loss.of} (seed ${loss.seed}): ${loss.problems.join("; ")}`);
    } finally {
      for (const cleanUp of cleanUps) cleanUp();
    }
  }
  return { captured, lost };
}
