import type { Clock } from "./clock.ts";
import type { ModelConfig } from "./config.ts";
import { loadModel, type Model } from "./inference/load-model.ts";

/** The tracker also uses findings that are too weak for a scan. */
const TRACKING_CONFIDENCE = 0.1;

/** The configured models, each loaded once, when it is first asked for. */
export function createModelShelf(configs: ReadonlyMap<string, ModelConfig>, { monotonicMs }: Clock) {
  const loading = new Map<string, Promise<Model>>();
  const loaded: { id: string; model: Model }[] = [];

  const load = async (id: string): Promise<Model> => {
    const config = configs.get(id);
    if (!config) throw new Error(`the model "${id}" is not configured`);
    const confidence = Math.min(config.confidence, TRACKING_CONFIDENCE);
    const model = await loadModel({ ...config, confidence }, monotonicMs);
    loaded.push({ id, model });
    return model;
  };

  return {
    /** Throws ModelLoadError. */
    named(id: string): Promise<Model> {
      const model = loading.get(id) ?? load(id);
      loading.set(id, model);
      return model;
    },
    status: () => loaded.map(({ id, model: { name, version, classNames } }) => ({ id, name, version, classNames })),
    async close(): Promise<void> {
      for (const { model } of loaded) await model.close();
    },
  };
}
export type ModelShelf = ReturnType<typeof createModelShelf>;
