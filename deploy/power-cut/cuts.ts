import type { Entry } from "./journal.ts";
import { createRandom } from "./random.ts";
import { type Recording, temporaryFolder } from "./recording.ts";

/** Input of the checker of a cut: the folder as a power cut left it, and the lines acknowledged before. */
export type Cut = {
  folder: string;
  /** Lines of the ledger, oldest first. */
  acknowledged: string[];
  /** Bytes of the journal before the cut: `Recording.position` counts the same. */
  position: number;
};

/** A cut after which something acknowledged is missing or wrong; the numbers reproduce it. */
export type Loss = { cut: number; of: number; seed: number; problems: string[]; more: number };

const MAX_PROBLEMS = 5;

/**
 * Moments of the cuts: `atRandom` random ones and the end, and `afterEachStep` cuts after each operation on names and
 * after each sync.
 */
export type Moments = { atRandom: number; afterEachStep?: number };

/**
 * Cuts the power, rebuilds a possible disk state each time, and passes it to `check`, which returns the losses.
 * Returns the cuts with losses.
 */
export async function cutPower(
  recording: Recording,
  entries: readonly Entry[],
  options: { moments: Moments; seed: number; check: (cut: Cut) => string[] | Promise<string[]> },
): Promise<Loss[]> {
  const { seed, check } = options;
  const moments = chooseMoments(options.moments, entries, seed);
  const disk = recording.startDisk();
  // A failed sync drops the same bytes whichever cuts are chosen.
  const ofFailures = createRandom(seed);
  const acknowledged: string[] = [];
  const losses: Loss[] = [];
  let done = 0;
  for (const [index, moment] of moments.entries()) {
    for (const { operation } of entries.slice(done, moment)) {
      disk.apply(operation, ofFailures);
      if (operation.kind === "acknowledge") acknowledged.push(operation.text.trimEnd());
    }
    done = moment;
    const cutSeed = (seed + index) >>> 0;
    let remove = () => {};
    const folder = temporaryFolder((remover) => (remove = remover));
    try {
      disk.cutInto(folder, createRandom(cutSeed));
      const position = entries[moment - 1]?.end ?? 0;
      const problems = await check({ folder, acknowledged: [...acknowledged], position });
      if (problems.length > 0) {
        const more = Math.max(0, problems.length - MAX_PROBLEMS);
        losses.push({
          cut: moment,
          of: entries.length,
          seed: cutSeed,
          problems: problems.slice(0, MAX_PROBLEMS),
          more,
        });
      }
    } finally {
      remove();
    }
  }
  return losses;
}

/** Returns the number of operations done at each cut, in ascending order. */
function chooseMoments({ atRandom, afterEachStep = 0 }: Moments, entries: readonly Entry[], seed: number): number[] {
  const random = createRandom(seed);
  const chosen = Array.from({ length: atRandom }, () => random.below(entries.length + 1));
  const steps = entries.flatMap(({ operation }, index) => {
    const isStep = !["write", "truncate", "acknowledge"].includes(operation.kind);
    return isStep ? Array.from({ length: afterEachStep }, () => index + 1) : [];
  });
  return [...chosen, ...steps, entries.length].toSorted((a, b) => a - b);
}
