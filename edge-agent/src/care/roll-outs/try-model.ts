import type { AgentConfig } from "../../config/config.ts";
import type { InferencePool } from "../../inference/inference-pool.ts";
import { ModelLoadError, ModelOutputError } from "../../inference/model-errors.ts";

/** One part of the configuration that was tried; `fix` is empty where nothing is to be done. */
export type Check = { subject: string; ok: boolean; message: string; fix: string };

/** A grey picture, on which models are run. */
const GREY = { rgb: new Uint8Array(640 * 480 * 3).fill(114), widthPixels: 640, heightPixels: 480 };

/** Loads a configured model, checks the classes that stations select, compares it with its goldens, and runs it. */
export async function tryModel(name: string, config: AgentConfig, pool: InferencePool): Promise<Check> {
  const subject = `model ${name}`;
  const settings = config.models.get(name);
  if (!settings) throw new Error(`model ${name} is not configured`);
  try {
    const model = await pool.load(settings);
    const { layout, inputWidthPixels, inputHeightPixels, executionProvider, classNames } = model;
    for (const { id, model, objects } of config.stations) {
      const unknown = model === name ? objects.classes?.find((each) => !classNames.includes(each)) : undefined;
      if (unknown === undefined) continue;
      const fix = `select from its classes: ${classNames.join(", ")}`;
      return {
        subject,
        ok: false,
        message: `station ${id} selects the class "${unknown}", which it does not have`,
        fix,
      };
    }
    const golden = await pool.check(settings);
    if (golden.state === "failed") {
      const fix = `see edge-agent model check ${name}; copy the file again, or set executionProvider: cpu`;
      return {
        subject,
        ok: false,
        message: `its outputs differ from the measurement: ${golden.problems.join("; ")}`,
        fix,
      };
    }
    const { inferenceMs } = await model.detect(GREY, "check");
    const equal = golden.state === "passed" ? ", equal to its golden pictures" : "";
    const size = `${inputWidthPixels} × ${inputHeightPixels}`;
    const speed = `${Math.round(inferenceMs)} ms per picture`;
    return { subject, ok: true, message: `${layout}, ${size}, on ${executionProvider}, ${speed}${equal}`, fix: "" };
  } catch (error) {
    return describeRefusal(subject, error);
  }
}

/** A model that cannot be used; other errors are thrown on. */
export function describeRefusal(subject: string, error: unknown): Check {
  if (!(error instanceof ModelLoadError || error instanceof ModelOutputError)) throw error;
  const fix = "use another export of the model, or give the settings that the message names";
  return { subject, ok: false, message: error.message, fix };
}
