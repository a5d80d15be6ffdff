import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Positions } from "./positions.ts";
import { type ConfigProblem, formatPath } from "./problem.ts";
import type { ConfigFile } from "./sections.ts";

/** Folder of the models that come with the agent: `bundled:name` is `name.onnx` in it. */
const BUNDLED_MODELS = path.resolve(import.meta.dirname, "../../models");

/** The absolute path of a model as it is named in the configuration, which lies in `folder`. */
export function resolveModelFile(file: string, folder: string): string {
  const bundled = /^bundled:([A-Za-z0-9._-]+)$/.exec(file)?.[1];
  return bundled === undefined ? path.resolve(folder, file) : path.join(BUNDLED_MODELS, `${bundled}.onnx`);
}

/** A problem for each model whose file is missing. */
export async function checkModelFiles(
  models: ConfigFile["models"],
  folder: string,
  positions: Positions,
): Promise<ConfigProblem[]> {
  const checks = Object.entries(models).map(async ([name, { file }]): Promise<ConfigProblem[]> => {
    const absolute = resolveModelFile(file, folder);
    const found = await stat(absolute).catch(() => null);
    if (found?.isFile()) return [];
    const at = ["models", name, "file"];
    const message = found ? `${absolute} is not a file` : `file ${absolute} does not exist`;
    const fix =
      "specify an ONNX file, absolute or relative to this folder, or a bundled model such as bundled:category-demo";
    return [{ severity: "error", ...positions.ofValue(at), path: formatPath(at), message, fix }];
  });
  return (await Promise.all(checks)).flat();
}

/** The API key, read from its file if one is configured, and the problems of that file. */
export async function readApiKey(
  { apiKey, apiKeyFile }: ConfigFile["cloud"],
  folder: string,
  positions: Positions,
): Promise<{ apiKey: string; problems: ConfigProblem[] }> {
  if (apiKeyFile === undefined) return { apiKey: apiKey ?? "", problems: [] };
  const file = path.resolve(folder, apiKeyFile);
  const at = ["cloud", "apiKeyFile"];
  const problem = (message: string, fix: string): { apiKey: string; problems: ConfigProblem[] } => ({
    apiKey: "",
    problems: [{ severity: "error", ...positions.ofValue(at), path: formatPath(at), message, fix }],
  });
  let key: string;
  try {
    key = (await readFile(file, "utf8")).trim();
  } catch (error) {
    const reason = readFailure(error);
    const message = reason === "ENOENT" ? `file ${file} does not exist` : `${file} cannot be read (${reason})`;
    return problem(message, "write the key of this device into it, readable only by the agent's user");
  }
  return /^[\x21-\x7e]+$/.test(key)
    ? { apiKey: key, problems: [] }
    : problem(`${file} does not contain a valid key`, "it must contain only the key, on one line, in ASCII");
}

/** The system's code of a failed read, such as ENOENT, else its message. */
export function readFailure(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
