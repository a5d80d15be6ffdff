import { availableParallelism } from "node:os";
import type { AgentConfig } from "./config.ts";
import { chooseInferenceThreads } from "./inference/choose-threads.ts";
import { createInferencePool, type PooledModel } from "./inference/inference-pool.ts";
import type { Logger } from "./logger.ts";

/** The tracker also uses findings that are too weak for a scan. */
const TRACKING_CONFIDENCE = 0.1;

/**
 * The configured models, each loaded once, when it is first asked for, into the inference workers that all cameras
 * share. `askers` is how many cameras or other users may ask for a picture at the same time.
 */
export function createModelShelf(parts: {
  config: Pick<AgentConfig, "models" | "inference">;
  askers: number;
  logger: Logger;
}) {
  const { config, askers, logger } = parts;
  const threads = chooseInferenceThreads(config.inference, { askers, cores: availableParallelism() });
  const pool = createInferencePool({ ...threads, logger });
  const loading = new Map<string, Promise<PooledModel>>();
  const loaded: { id: string; model: PooledModel }[] = [];

  const load = async (id: string): Promise<PooledModel> => {
    const settings = config.models.get(id);
    if (!settings) throw new Error(`the model "${id}" is not configured`);
    const model = await pool.load({ ...settings, confidence: Math.min(settings.confidence, TRACKING_CONFIDENCE) });
    loaded.push({ id, model });
    return model;
  };

  return {
    /** Throws ModelLoadError. */
    named(id: string): Promise<PooledModel> {
      const model = loading.get(id) ?? load(id);
      loading.set(id, model);
      return model;
    },
    status: () =>
      loaded.map(({ id, model: { name, version, classNames, executionProvider } }) => ({
        id,
        name,
        version,
        classNames,
        executionProvider,
      })),
    workers: () => pool.status(),
    close: () => pool.close(),
  };
}
export type ModelShelf = ReturnType<typeof createModelShelf>;
