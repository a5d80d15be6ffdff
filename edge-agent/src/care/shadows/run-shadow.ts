import { setTimeout as delay } from "node:timers/promises";
import type { Detections } from "../../inference/detections.ts";
import { createInferencePool } from "../../inference/inference-pool.ts";
import type { Picture } from "../../base/pictures/picture.ts";
import type { ModelSettings } from "../../inference/load-model.ts";
import { nameFindings } from "../../inference/name-findings.ts";
import type { Logger } from "../../base/logger.ts";
import type { ShadowCounts } from "./shadow-counts.ts";

/** Time in ms after a picture was processed for which the models in use must have had no further work. */
const QUIET_MS = 20;

/** A picture that the model in use has processed. */
export type Processed = {
  picture: Picture;
  /** Findings that belong to the station. */
  found: Detections;
  /** Selects what belongs to the station. */
  choose: (found: Detections) => Detections;
};

export type ShadowSettings = ModelSettings & {
  /** Weaker findings are in no scan, and not compared. */
  scanConfidence: number;
  nameConfidence?: number | undefined;
};

export type Shadow = {
  /** Compares the picture if the shadow has a turn; otherwise it is counted as skipped. Never waits. */
  offer(processed: Processed): void;
  counts: ShadowCounts;
  close(): Promise<void>;
};

/**
 * Loads a model beside the one in use, in a separate worker with the lowest priority, and compares its findings with
 * those of the model in use for the same pictures: one at a time, and only when the models in use have no work.
 * Closing frees its memory. Throws a ModelLoadError.
 */
export async function runShadow(parts: {
  settings: ShadowSettings;
  counts: ShadowCounts;
  threadsPerWorker: number;
  /** Computes with the lowest priority; false only in tests, where a busy machine would never give it a turn. */
  isBackground?: boolean;
  /** Returns true if the models in use have no work. */
  isIdle: () => boolean;
  logger: Logger;
}): Promise<Shadow> {
  const { settings, counts, threadsPerWorker, isBackground = true, isIdle, logger } = parts;
  const pool = createInferencePool({ workers: 1, threadsPerWorker, isBackground, logger });
  const model = await pool.load(settings).catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  let isBusy = false;
  let isClosed = false;

  const certain = (found: Detections): Detections => ({
    ...found,
    items: found.items.filter(({ confidence }) => confidence >= settings.scanConfidence),
  });
  const compare = async ({ picture, found, choose }: Processed): Promise<void> => {
    await delay(QUIET_MS, undefined, { ref: false });
    if (isClosed) return;
    if (!isIdle()) return counts.skip(found.model.version);
    const seen = nameFindings(await model.detect(picture, "shadow"), settings.nameConfidence);
    counts.add(certain(found), certain(choose(seen)));
  };
  const fail = (processed: Processed, error: unknown): void => {
    if (isClosed) return;
    // A model that fails, fails on many pictures.
    if (counts.fail(processed.found.model.version) === 1)
      logger.warn({ err: error, file: settings.file }, "a model that is compared failed on a picture");
  };

  return {
    counts,
    offer(processed) {
      if (isClosed) return;
      if (isBusy) {
        counts.skip(processed.found.model.version);
        return;
      }
      isBusy = true;
      void compare(processed)
        .catch((error: unknown) => fail(processed, error))
        .finally(() => (isBusy = false));
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}
