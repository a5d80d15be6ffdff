import type { AgentConfig } from "../../config/config.ts";
import type { Logger } from "../../base/logger.ts";
import type { PoolStatus } from "../../inference/inference-pool.ts";
import { TRACKING_CONFIDENCE } from "../../tracking/tracker.ts";
import { type Processed, runShadow, type Shadow } from "./run-shadow.ts";
import { createShadowCounts, type SavedCounts, type ShadowCounts } from "./shadow-counts.ts";

/** A model that runs beside the one in use. */
type Running = { releaseId: string; name: string; shadow: Shadow };

/** Functions through which a station passes on its pictures; see `ofStation`. */
export type StationShadows = {
  /** The model in use has processed a picture. */
  note(model: string, processed: Processed): void;
  /** Starts the comparison, after the scans of the noted pictures are made. */
  compare(): void;
};

/** Model of an unpacked release at `file`, and the name of the model with which it is to be compared. */
export type ShadowModel = { releaseId: string; name: string; file: string };

/** Models that run beside those in use, for comparison. Their findings reach only the counts. */
export function createShadows(parts: {
  config: Pick<AgentConfig, "models">;
  /** The models in use. */
  models: { isIdle: () => boolean; workers: () => PoolStatus };
  nowMs: () => number;
  logger: Logger;
}) {
  const { config, models, nowMs, logger } = parts;
  const running = new Map<string, Running>();

  return {
    /**
     * Loads a model beside the one in use of the same name, in place of another shadow of that name; continues `saved`
     * where it fits. Throws a ModelLoadError.
     */
    async open({ releaseId, name, file }: ShadowModel, saved: SavedCounts | null): Promise<void> {
      const own = config.models.get(name);
      if (!own) throw new Error(`the configuration of this device has no model "${name}"`);
      await running.get(name)?.shadow.close();
      running.delete(name);
      const confidence = Math.min(own.confidence, TRACKING_CONFIDENCE);
      const settings = { ...own, file, confidence, scanConfidence: own.confidence };
      const key = JSON.stringify([releaseId, own]);
      const counts = createShadowCounts(saved, { settings: key, nowMs });
      const { threadsPerWorker } = models.workers();
      const { isIdle } = models;
      const shadow = await runShadow({ settings, counts, threadsPerWorker, isIdle, logger });
      running.set(name, { releaseId, name, shadow });
    },
    /** Ends a shadow and frees its memory. */
    async close(releaseId: string): Promise<void> {
      const found = [...running.values()].find((each) => each.releaseId === releaseId);
      if (!found) return;
      running.delete(found.name);
      await found.shadow.close();
    },
    countsOf: (releaseId: string): ShadowCounts | undefined =>
      [...running.values()].find((each) => each.releaseId === releaseId)?.shadow.counts,
    /** Keeps, for one station, the newest picture of each model until the scans of it are made. */
    ofStation(): StationShadows {
      const noted = new Map<string, Processed>();
      return {
        note: (model, processed) => void (running.has(model) && noted.set(model, processed)),
        compare() {
          for (const [model, processed] of noted) running.get(model)?.shadow.offer(processed);
          noted.clear();
        },
      };
    },
    async stop(): Promise<void> {
      await Promise.all([...running.values()].map(({ shadow }) => shadow.close()));
      running.clear();
    },
  };
}
export type Shadows = ReturnType<typeof createShadows>;
