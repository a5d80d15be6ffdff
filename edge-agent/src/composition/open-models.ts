import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { createModelShelf, type ModelShelf } from "./model-shelf.ts";
import { numberLanes } from "./open-number-cameras.ts";

/** Loads the models of the stations. Throws ModelLoadError. */
export async function openModels({ config, logger }: { config: AgentConfig; logger: Logger }): Promise<ModelShelf> {
  const watched = config.cameras.filter(({ id }) => config.stations.some(({ camera }) => camera === id));
  const models = createModelShelf({ config, askers: watched.length + numberCamerasOf(config).length, logger });
  const named = config.stations.flatMap(({ model, alsoScan }) => [model, ...Object.values(alsoScan)]);
  try {
    for (const name of named) if (name !== undefined) await models.named(name);
  } catch (error) {
    await models.close();
    throw error;
  }
  return models;
}

/** The cameras that read container numbers. */
export const numberCamerasOf = (config: AgentConfig): string[] =>
  numberLanes(config).flatMap(({ cameraIds }) => cameraIds);
