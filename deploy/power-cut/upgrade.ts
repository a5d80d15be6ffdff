import path from "node:path";
import { cutPower, type Loss, type Moments } from "./cuts.ts";
import { buildLibrary } from "./library.ts";
import {
  examineLink,
  examineUnit,
  expectedFiles,
  installRelease,
  linkedRelease,
  packRelease,
} from "./made-up-releases.ts";
import type { UpgradeReleaseArgs } from "./programs/upgrade-release.ts";
import { createRandom } from "./random.ts";
import { createRecording, temporaryFolder, withoutSyncs } from "./recording.ts";

const PROGRAM = path.join(import.meta.dirname, "programs/upgrade-release.ts");
const FIRST = "3.0.0";
const SECOND = "3.1.0";

/** The syncs of an upgrade, by the module that has them; the tests leave them out to show that they notice. */
export const SYNCS = {
  "of what was unpacked": withoutSyncs("/upgrade/installed-release.ts", ["await syncDisk(folder);"]),
  "of the link": withoutSyncs("/upgrade/installed-release.ts", ["syncPath(path.dirname(link));"]),
  "of the unit": withoutSyncs("/upgrade/switch-release.ts", ["syncPath(path.dirname(file));"]),
};

type CleanUp = (remove: () => void) => void;

/** A box with the first release in /opt, and a stick with the second one. */
function layOut(cleanUp: CleanUp, library?: string) {
  const recording = createRecording(cleanUp, library);
  const stick = temporaryFolder(cleanUp);
  installRelease(recording.folder, "edge-agent", FIRST);
  const args: UpgradeReleaseArgs = {
    root: recording.folder,
    installed: "edge-agent",
    archive: packRelease(stick, SECOND),
    isRepeated: false,
  };
  const expected = expectedFiles(temporaryFolder(cleanUp), [FIRST, SECOND]);
  recording.begin();
  return { recording, args, expected };
}

/**
 * Cuts the power during an upgrade, its rollback, and the same upgrade again, which replaces what the first one has
 * unpacked. Returns after which cuts unit or link lead to no whole release.
 */
export async function cutUpgrade(
  cleanUp: CleanUp,
  { moments, seed, hooks = [] }: { moments: Moments; seed: number; hooks?: readonly string[] },
): Promise<Loss[]> {
  const { recording, args, expected } = layOut(cleanUp);
  await recording.run(PROGRAM, { ...args, isRepeated: true }, hooks);
  const root = recording.folder;
  return cutPower(recording, recording.finish(), {
    moments,
    seed,
    check: ({ folder }) => [...examineUnit(folder, root, expected), ...examineLink(folder, root, expected)],
  });
}

/** Faults after a kill, or after the upgrade that followed it. */
export type Killed = { atBytes: number; problems: string[] };

/**
 * Kills `kills` upgrades, each at a random operation of those in a complete one; runs the same upgrade again if the
 * link still points to the first release. Returns the kills after which something was wrong.
 */
export async function killUpgrades(
  cleanUp: CleanUp,
  { kills, seed }: { kills: number; seed: number },
): Promise<Killed[]> {
  const library = buildLibrary(temporaryFolder(cleanUp));
  const whole = layOut(cleanUp, library);
  await whole.recording.run(PROGRAM, whole.args);
  const entries = whole.recording.finish();
  const random = createRandom(seed);
  const failed: Killed[] = [];
  for (let index = 0; index < kills; index += 1) {
    const removers: (() => void)[] = [];
    try {
      // The last lines of the ledger follow the upgrade.
      const { end } = entries[random.below(entries.length - 3)] ?? { end: 0 };
      const problems = await killOnce((remove) => removers.push(remove), library, end);
      if (problems.length > 0) failed.push({ atBytes: end, problems });
    } finally {
      for (const remove of removers) remove();
    }
  }
  return failed;
}

async function killOnce(cleanUp: CleanUp, library: string, atBytes: number): Promise<string[]> {
  const { recording, args, expected } = layOut(cleanUp, library);
  const root = recording.folder;
  const examine = () => [...examineUnit(root, root, expected), ...examineLink(root, root, expected)];
  await recording.runUntilKilled(PROGRAM, args, atBytes);
  const problems = examine();
  if (linkedRelease(root) === args.installed) await recording.run(PROGRAM, args);
  if (linkedRelease(root) !== `edge-agent-${SECOND}`) problems.push("the upgrade after it did not complete");
  return [...problems, ...examine()];
}
