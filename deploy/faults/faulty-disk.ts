import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildLibrary } from "../power-cut/library.ts";

/** The disk of the gate, which the library of the power cuts makes full, read-only, slow or failing. */
export function createFaultyDisk(folder: string) {
  const faults = path.join(folder, "disk-faults");
  let library: string | undefined;
  return {
    /** Returns the environment that puts a gate on this disk; none of its operations are recorded. */
    preload(): Record<string, string> {
      library ??= buildLibrary(folder);
      return {
        LD_PRELOAD: library,
        POWER_CUT_FOLDER: path.join(folder, "gate"),
        POWER_CUT_JOURNAL: "/dev/null",
        POWER_CUT_FAULTS: faults,
      };
    },
    /** The faults from now on, one on each line, as power-cut.c describes them. */
    set: (text: string): void => writeFileSync(faults, text),
  };
}
