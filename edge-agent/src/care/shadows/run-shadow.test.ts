import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createInferencePool } from "../../inference/inference-pool.ts";
import { ModelLoadError } from "../../inference/model-errors.ts";
import { layOutModel } from "../../inference/testing/lay-out-model.ts";
import { createLogger } from "../../base/logger.ts";
import { runShadow } from "./run-shadow.ts";
import { createShadowCounts } from "./shadow-counts.ts";

const logger = createLogger({ isTerminal: false, level: "silent" });
const picture = { rgb: new Uint8Array(256 * 192 * 3), widthPixels: 256, heightPixels: 192 };

/** A model in use that finds a carton, and a shadow that finds it too, less certainly, and a barrel beside it. */
async function layOut(isIdle: () => boolean = () => true, isBackground = false) {
  const folder = mkdtempSync(path.join(tmpdir(), "shadow-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pool = createInferencePool({ workers: 1, threadsPerWorker: 1, logger });
  onTestFinished(() => pool.close());
  const active = await pool.load({ file: layOutModel(path.join(folder, "old"), { version: "1" }) });
  const found = [[128, 96, 80, 60, 0.8, 0] as const, [40, 40, 40, 40, 0, 0.7] as const];
  const file = layOutModel(path.join(folder, "new"), { version: "2", found });
  const counts = createShadowCounts(null, { settings: "s", nowMs: Date.now });
  const settings = { file, confidence: 0.1, scanConfidence: 0.5 };
  const shadow = await runShadow({ settings, counts, threadsPerWorker: 1, isBackground, isIdle, logger });
  onTestFinished(() => shadow.close());
  const offer = async (choose: Parameters<typeof shadow.offer>[0]["choose"] = (all) => all) =>
    shadow.offer({ picture, found: choose(await active.detect(picture, "camera")), choose });
  return { shadow, offer, active, pool, folder };
}

test("two models that differ are compared in the pictures that both have processed", async () => {
  const { shadow, offer } = await layOut();
  for (const compared of [1, 2]) {
    await offer();
    await expect.poll(() => shadow.counts.report()?.picturesCompared).toBe(compared);
  }
  expect(shadow.counts.report()).toMatchObject({
    activeVersion: "1",
    picturesEqual: 0,
    picturesSkipped: 0,
    both: 2,
    onlyActive: 0,
    onlyShadow: 2,
    classes: [
      { className: "carton", both: 2, onlyShadow: 0, confidenceDifference: -0.1 },
      { className: "barrel", both: 0, onlyShadow: 2, confidenceDifference: null },
    ],
  });
});

test("only what belongs to the station is compared", async () => {
  const { shadow, offer } = await layOut();
  await offer((all) => ({ ...all, items: all.items.filter(({ className }) => className === "carton") }));
  await expect.poll(() => shadow.counts.report()?.picturesCompared).toBe(1);
  expect(shadow.counts.report()).toMatchObject({ picturesEqual: 1, both: 1, onlyShadow: 0 });
});

test("a picture is skipped and counted while the models in use have work, and while another one is compared", async () => {
  let isIdle = false;
  const { shadow, offer } = await layOut(() => isIdle);
  await offer();
  await expect.poll(() => shadow.counts.report()?.picturesSkipped).toBe(1);
  isIdle = true;
  await Promise.all([offer(), offer(), offer()]);
  await expect.poll(() => shadow.counts.report()).toMatchObject({ picturesCompared: 1, picturesSkipped: 3 });
});

test("the models in use count as busy from the moment a picture waits until it is processed", async () => {
  const { active, pool } = await layOut();
  expect(pool.isIdle()).toBe(true);
  const both = Promise.all([active.detect(picture, "a"), active.detect(picture, "b")]);
  expect(pool.isIdle()).toBe(false);
  await both;
  expect(pool.isIdle()).toBe(true);
});

// With the lowest priority, a model takes minutes to load on a busy machine.
const patient = { ...needs("Linux"), timeout: 600_000 };

test("a shadow computes with the lowest priority, the model in use as before", patient, async () => {
  const before = new Set(threads().keys());
  const { shadow } = await layOut(() => true, true);
  // Other threads of this process may end at any moment.
  const opened = [...threads()].filter(([thread]) => !before.has(thread));
  const lowest = opened.filter(([, nice]) => nice === 19).map(([thread]) => thread);
  expect(lowest).not.toEqual([]);
  expect(opened.map(([, nice]) => nice)).toContain(getPriority());
  await shadow.close();
  await expect.poll(() => lowest.filter((thread) => threads().has(thread))).toEqual([]);
});

test("pictures still pending in a closed shadow are not counted, and a file that is no model is refused", async () => {
  const { shadow, offer, folder } = await layOut();
  const other = await layOut();
  await offer();
  await shadow.close();
  await offer();
  // A shadow that is still open has compared a picture that it got later.
  await other.offer();
  await expect.poll(() => other.shadow.counts.report()?.picturesCompared).toBe(1);
  expect(shadow.counts.report()).toBe(null);
  const settings = { file: path.join(folder, "old/goldens/goldens.json"), confidence: 0.1, scanConfidence: 0.5 };
  const { counts } = shadow;
  const opening = runShadow({ settings, counts, threadsPerWorker: 1, isIdle: () => true, logger });
  await expect(opening).rejects.toThrow(ModelLoadError);
});

/** The threads of this process, with their nice values. */
function threads(): Map<string, number> {
  const folder = "/proc/self/task";
  const found = readdirSync(folder).flatMap((thread): [string, number][] => {
    const stat = readStat(path.join(folder, thread, "stat"));
    return stat === undefined ? [] : [[thread, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])]];
  });
  return new Map(found);
}

/** Undefined for a thread that has ended since its folder was listed. */
function readStat(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
