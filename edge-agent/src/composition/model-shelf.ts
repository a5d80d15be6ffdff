import { availableParallelism } from "node:os";
import type { AgentConfig } from "../config/config.ts";
import { chooseInferenceThreads } from "../inference/choose-threads.ts";
import {
  createInferencePool,
  type InferencePool,
  type PooledModel,
  type PooledNumberReader,
} from "../inference/inference-pool.ts";
import { TRACKING_CONFIDENCE } from "../tracking/tracker.ts";
import { nameFindings } from "../inference/name-findings.ts";
import type { Logger } from "../base/logger.ts";

/**
 * The configured models, each loaded once, when it is first asked for, into the inference workers that all cameras
 * share. `askers` is how many cameras or other users may ask for a picture at the same time.
 */
export function createModelShelf(parts: {
  config: Pick<AgentConfig, "models" | "numbers" | "inference">;
  askers: number;
  logger: Logger;
}) {
  const { config, askers, logger } = parts;
  const threads = chooseInferenceThreads(config.inference, { askers, cores: availableParallelism() });
  const pool = createInferencePool({ ...threads, logger });
  const loading = new Map<string, Promise<PooledModel>>();
  let numberReader: Promise<PooledNumberReader> | null = null;
  const loaded: LoadedModel[] = [];
  let isClosing = false;
  // A check that a shutdown has cut off is no finding about the model.
  const reportProblem = (facts: { model: string; file: string; problem: string }) => {
    if (!isClosing) logger.error(facts, "model failed its check and is not used");
  };

  const load = async (id: string): Promise<PooledModel> => {
    const settings = config.models.get(id);
    if (!settings) throw new Error(`the model "${id}" is not configured`);
    const entry = await loadModel(id, settings, { pool, reportProblem });
    loaded.push(entry);
    return entry.model;
  };

  const loadNumberReader = async (): Promise<PooledNumberReader> => {
    if (!config.numbers) throw new Error("no reader of container numbers is configured");
    return pool.loadNumberReader(config.numbers);
  };

  return {
    /** Loads the configured reader of container numbers. Throws ModelLoadError. */
    numberReader: (): Promise<PooledNumberReader> => (numberReader ??= loadNumberReader()),
    /**
     * Loads a model, and begins to check it with the golden pictures beside its file; its first picture waits for the
     * result. A model that fails is listed in the status and rejects every picture. Throws ModelLoadError.
     */
    named(id: string): Promise<PooledModel> {
      const model = loading.get(id) ?? load(id);
      loading.set(id, model);
      return model;
    },
    /** Resolves once every model that was loaded is checked. */
    whenChecked: async (): Promise<void> => void (await Promise.all(loaded.map(({ checked }) => checked))),
    status: () =>
      loaded.map(({ id, model, check, problem }) => ({
        id,
        name: model.name,
        version: model.version,
        classNames: model.classNames,
        executionProvider: model.executionProvider,
        task: model.task,
        layout: model.layout,
        inputWidthPixels: model.inputWidthPixels,
        inputHeightPixels: model.inputHeightPixels,
        check,
        problem,
      })),
    workers: () => pool.status(),
    /** Returns true if no picture waits for a model or is being processed. */
    isIdle: () => pool.isIdle(),
    close() {
      isClosing = true;
      return pool.close();
    },
  };
}
export type ModelShelf = ReturnType<typeof createModelShelf>;

/** Result of a model's check with its golden pictures, and the reason why it must not be used on this machine. */
type ModelFitness = { check: "passed" | "failed" | "unchecked"; problem: string | null };
/** `checked` resolves once `check` and `problem` are known, before which no picture is processed. */
type LoadedModel = ModelFitness & { id: string; model: PooledModel; checked: Promise<void> };
type ModelSettings = Parameters<InferencePool["load"]>[0] & {
  confidence: number;
  nameConfidence?: number | undefined;
  executionProvider: string;
};

/** Loads a model and begins its check, so that a start does not wait for it. */
async function loadModel(
  id: string,
  settings: ModelSettings,
  parts: { pool: InferencePool; reportProblem: (facts: { model: string; file: string; problem: string }) => void },
): Promise<LoadedModel> {
  const { file, confidence } = settings;
  const { pool, reportProblem } = parts;
  const model = await pool.load({ ...settings, confidence: Math.min(confidence, TRACKING_CONFIDENCE) });
  const entry: LoadedModel = { id, model, check: "unchecked", problem: null, checked: Promise.resolve() };
  const check = async () => {
    const { check: state, problem } = await checkFitness(pool, settings);
    Object.assign(entry, { check: state, problem });
    if (problem !== null) reportProblem({ model: id, file, problem });
  };
  entry.checked = check();
  entry.model = {
    ...model,
    async detect(picture, asker) {
      await entry.checked;
      if (entry.problem === null) return nameFindings(await model.detect(picture, asker), settings.nameConfidence);
      throw new Error(`model ${id} is not used: ${entry.problem}; run "edge-agent model check ${id}"`);
    },
  };
  return entry;
}

async function checkFitness(
  pool: InferencePool,
  settings: { file: string; executionProvider: string },
): Promise<ModelFitness> {
  try {
    const check = await pool.check(settings);
    return { check: check.state, problem: check.state === "failed" ? check.problems.join("; ") : null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check: "failed", problem: `it could not be checked: ${reason}` };
  }
}
