import { closeSync, copyFileSync, mkdirSync, openSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { openOutbox } from "../../edge-agent/src/outbox/open-outbox.ts";
import { fewOrMany } from "../testing/few-or-many.ts";
import { outboxChecker } from "./check-outbox.ts";
import { cutPower, type Moments } from "./cuts.ts";
import { captureScan } from "./programs/capture-scan.ts";
import { createRecording, temporaryFolder, withoutSyncs } from "./recording.ts";

const program = (name: string) => path.join(import.meta.dirname, "programs", name);
const FILE = "data/outbox.db";
const quiet = { info() {}, warn() {}, error() {} };

/** Damage that costs no record, and whether the last records are still in the write-ahead log then. */
const DAMAGE = {
  "whose first page is overwritten": { isLogged: false, harm: overwriteFirstPage },
  "that is emptied while its log holds all records": { isLogged: true, harm: (file: string) => truncateSync(file, 0) },
};
type Damage = keyof typeof DAMAGE;

function overwriteFirstPage(file: string): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(8_192, 0xaa), 0, 8_192, 0);
  closeSync(descriptor);
}

describe("a power cut while a damaged outbox is mended", needs("gcc", "Linux"), () => {
  /** Cuts the power while a file `DAMAGE` is taken to quarantine, salvaged and used again. */
  async function mend(damage: Damage, hooks: string[], moments: Moments) {
    const { isLogged, harm } = DAMAGE[damage];
    const recording = createRecording(onTestFinished);
    const file = path.join(recording.folder, FILE);
    const source = path.join(temporaryFolder(onTestFinished), "outbox.db");
    const newId = () => crypto.randomUUID();
    const options = { nowMs: Date.now, newId, logger: quiet, sign: undefined, limits: { ballastBytes: 0 } };
    const outbox = openOutbox({ ...options, file: source });
    const before = Array.from({ length: 5 }, (_, index) => captureScan(outbox, `old-${index}`, 3_000));
    if (!isLogged) outbox.close();
    mkdirSync(path.dirname(file));
    for (const suffix of isLogged ? ["", "-wal"] : [""]) copyFileSync(source + suffix, file + suffix);
    if (isLogged) outbox.close();
    harm(file);
    recording.begin();
    await recording.run(program("open-outbox.ts"), { file, prefix: "new", count: 2 }, hooks);
    const check = outboxChecker({ file: FILE, before, mayQuarantine: true });
    return cutPower(recording, recording.finish(), { moments, seed: 3, check });
  }

  test.each(Object.keys(DAMAGE) as Damage[])("loses no record of one %s", async (damage) => {
    expect(await mend(damage, [], { atRandom: fewOrMany(10, 20), afterEachStep: fewOrMany(2, 4) })).toEqual([]);
  });

  test.each(["syncPath(quarantine);", "syncPath(path.dirname(file));"])("shows losses without %s", async (sync) => {
    const mutant = withoutSyncs("/outbox/recovery/quarantine.ts", [sync]);
    const losses = await mend("whose first page is overwritten", [mutant], { atRandom: 0, afterEachStep: 3 });
    expect(losses.length).toBeGreaterThan(0);
  });
});
