import type { ScanType } from "@container-inspection/shared-schemas/scans";
import type { Offer } from "../ai-service/answer-request.ts";
import type { AiServiceParts } from "../ai-service/start-ai-service.ts";
import type { AgentConfig } from "../config/config.ts";
import type { ModelShelf } from "./model-shelf.ts";

/** The models or the token of an AI service cannot be used; the message states what to do. */
export class AiServiceSettingsError extends Error {
  override readonly name = "AiServiceSettingsError";
}

/** A configured model serves the task of the same name. */
const TASKS: readonly ScanType[] = ["category", "defect", "illegal"];

/** The models that work on this machine, and the tasks whose model failed its check: those are not offered. */
export async function loadOffers(
  { models: configs, numbers, file }: Pick<AgentConfig, "models" | "numbers" | "file">,
  models: Pick<ModelShelf, "named" | "whenChecked" | "status" | "numberReader">,
) {
  const offers: Offer[] = [];
  const failedModels: AiServiceParts["failedModels"][number][] = [];
  for (const task of TASKS) {
    const config = configs.get(task);
    if (!config) continue;
    const model = await models.named(task);
    await models.whenChecked();
    const problem = models.status().find(({ id }) => id === task)?.problem ?? null;
    if (problem === null) offers.push({ task, model, minimumConfidence: config.confidence });
    else failedModels.push({ task, model: model.name, problem });
  }
  if (numbers) {
    const { minimumConfidence } = numbers;
    offers.push({ task: "identify", model: await models.numberReader(), minimumConfidence });
  }
  if (offers.length > 0) return { offers, failedModels };
  if (failedModels.length === 0) {
    throw new AiServiceSettingsError(
      `${file}: no model to serve: name a model "category", "defect" or "illegal", after its purpose, or configure numbers`,
    );
  }
  const reasons = failedModels.map(({ task, problem }) => `${task}: ${problem}`).join("\n");
  throw new AiServiceSettingsError(
    `no model to serve: every model failed its check on this machine; run "edge-agent model check"\n${reasons}`,
  );
}

/** The token of the environment; no option, because every user of the machine can read the command line. */
export function readAiToken(environment: Record<string, string | undefined>): string {
  const token = environment["AI_SERVICE_TOKEN"]?.trim() ?? "";
  if (/^[\x21-\x7e]{16,}$/.test(token)) return token;
  const problem = token === "" ? "is not set" : "is too short or contains characters that are not visible ASCII";
  throw new AiServiceSettingsError(
    `AI_SERVICE_TOKEN ${problem}: set it to the token of the cloud, at least 16 characters ` +
      "(create one with: openssl rand -base64 32)",
  );
}
