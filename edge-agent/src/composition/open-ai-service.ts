import { type AiService, startAiService } from "../ai-service/start-ai-service.ts";
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { loadOffers, readAiToken } from "./model-offers.ts";
import type { ModelShelf } from "./model-shelf.ts";

/** The rest of the agent stops after it, within the time that service managers give. */
const DRAIN_MS = 5_000;

/**
 * Serves the models of a running agent to the cloud, if its configuration asks for it: they are loaded once for the
 * cameras and for the cloud. It listens once they are checked; the agent does not wait for that, and runs on without
 * the service where it cannot start.
 */
export function openAiService(parts: {
  config: AgentConfig;
  models: ModelShelf;
  clock: Pick<Clock, "monotonicMs">;
  environment: Record<string, string | undefined>;
  logger: Logger;
}): { stop: () => Promise<void> } | null {
  const { config, models, clock, environment, logger } = parts;
  if (!config.aiService) return null;
  const { host, port, maxInFlight } = config.aiService;
  let isStopping = false;
  const start = async (): Promise<AiService | undefined> => {
    try {
      const token = readAiToken(environment);
      const loaded = await loadOffers(config, models);
      if (isStopping) return undefined;
      const { monotonicMs } = clock;
      const service = await startAiService({ ...loaded, host, port, token, maxInFlight, monotonicMs, logger });
      logger.info({ address: service.url }, "AI service started");
      return service;
    } catch (error) {
      if (!isStopping) logger.error({ err: error }, "the AI service could not start; the agent runs without it");
      return undefined;
    }
  };
  const starting = start();
  return {
    async stop() {
      isStopping = true;
      await (await starting)?.stop(DRAIN_MS);
    },
  };
}
