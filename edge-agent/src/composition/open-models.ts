import { PICTURES_AT_ONCE } from "../ai-service/start-ai-service.ts";
import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { createModelShelf, type ModelShelf } from "./model-shelf.ts";
import { numberCamerasOf } from "./open-number-cameras.ts";

/** Opens the shelf for the cameras of the stations and those that read numbers; it holds no model yet. */
export function openModels({ config, logger }: { config: AgentConfig; logger: Logger }): ModelShelf {
  const watched = config.cameras.filter(({ id }) => config.stations.some(({ camera }) => camera === id));
  const served = config.aiService ? PICTURES_AT_ONCE : 0;
  return createModelShelf({ config, askers: watched.length + numberCamerasOf(config).length + served, logger });
}

/** Loads the models of the stations, one after the other. Throws ModelLoadError. */
export async function loadModels({
  config,
  models,
}: {
  config: AgentConfig;
  models: Pick<ModelShelf, "named">;
}): Promise<void> {
  const named = config.stations.flatMap(({ model, alsoScan }) => [model, ...Object.values(alsoScan)]);
  for (const name of named) if (name !== undefined) await models.named(name);
}
