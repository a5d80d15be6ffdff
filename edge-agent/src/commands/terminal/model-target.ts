import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolveModelFile } from "../../config/files.ts";
import { ModelLoadError } from "../../inference/model-errors.ts";
import { createInferencePool, type InferencePool } from "../../inference/inference-pool.ts";
import type { ModelSettings } from "../../inference/load-model.ts";
import { createLogger } from "../../base/logger.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig } from "./command-context.ts";

/**
 * The settings of a model on the command line: an ONNX file, `bundled:NAME`, or the name of a configured model. Throws
 * a CommandError when it is none of them.
 */
export async function findModel(
  target: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<ModelSettings> {
  const file = resolveModelFile(target, process.cwd());
  const found = await stat(file).catch(() => null);
  if (found?.isFile()) return { file };
  if (/[/\\:]|\.onnx$/.test(target)) throw new CommandError("usage", `model file ${file} does not exist`);
  const { models } = await loadConfig(options, context);
  const settings = models.get(target);
  if (settings) return settings;
  const known = models.size === 0 ? "no model is configured" : `configured: ${[...models.keys()].join(", ")}`;
  throw new CommandError("usage", `"${target}" is neither a file nor a configured model; ${known}`);
}

/** One worker that runs models for as long as `use` takes. Throws a CommandError for a model that cannot be used. */
export async function withWorker<T>(
  { threads, isTerminal }: { threads: number; isTerminal: boolean },
  use: (pool: InferencePool) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ isTerminal, level: "silent" });
  const pool = createInferencePool({ workers: 1, threadsPerWorker: threads, logger });
  try {
    return await use(pool);
  } catch (error) {
    if (!(error instanceof ModelLoadError)) throw error;
    throw new CommandError("failed", error.message, { cause: error });
  } finally {
    await pool.close();
  }
}

/** Threads for a single picture: as many as an agent with one camera uses. */
export const usualThreads = (): number => availableParallelism();
