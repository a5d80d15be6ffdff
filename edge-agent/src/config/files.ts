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
async function checkModelFiles(
  { models, numbers }: Pick<ConfigFile, "models" | "numbers">,
  folder: string,
  positions: Positions,
): Promise<ConfigProblem[]> {
  const files = Object.entries(models).map(([name, { file }]) => ({ at: ["models", name, "file"], file }));
  if (numbers) {
    files.push({ at: ["numbers", "characters"], file: numbers.characters });
    files.push({ at: ["numbers", "lines"], file: numbers.lines });
  }
  const checks = files.map(async ({ at, file }): Promise<ConfigProblem[]> => {
    const absolute = resolveModelFile(file, folder);
    const found = await stat(absolute).catch(() => null);
    if (found?.isFile()) return [];
    const message = found ? `${absolute} is not a file` : `file ${absolute} does not exist`;
    const fix =
      "specify an ONNX file, absolute or relative to this folder, or a bundled model such as bundled:category-demo";
    return [{ severity: "error", ...positions.ofValue(at), path: formatPath(at), message, fix }];
  });
  return (await Promise.all(checks)).flat();
}

/** Reads and checks the files that a configuration names; relative paths start at `folder`. */
export async function readFiles(
  file: ConfigFile,
  folder: string,
  positions: Positions,
): Promise<{ apiKey: string; brokerCa: string | undefined; problems: ConfigProblem[] }> {
  const key = await readApiKey(file.cloud, folder, positions);
  const broker = await readBrokerCa(file.mqtt, folder, positions);
  const problems = [...key.problems, ...(await checkModelFiles(file, folder, positions)), ...broker.problems];
  return { apiKey: key.apiKey, brokerCa: broker.ca, problems };
}

/** The certificate authorities of the MQTT broker, read from their file if one is configured. */
async function readBrokerCa(
  mqtt: ConfigFile["mqtt"],
  folder: string,
  positions: Positions,
): Promise<{ ca: string | undefined; problems: ConfigProblem[] }> {
  if (mqtt?.caFile === undefined) return { ca: undefined, problems: [] };
  const at = ["mqtt", "caFile"];
  const file = path.resolve(folder, mqtt.caFile);
  const ca = await readFile(file, "utf8").catch(() => null);
  if (ca?.includes("-----BEGIN CERTIFICATE-----")) return { ca, problems: [] };
  const message = ca === null ? `file ${file} cannot be read` : `file ${file} contains no certificate`;
  const fix = "specify a file with the broker's certificate authority in PEM";
  const problem = { severity: "error" as const, ...positions.ofValue(at), path: formatPath(at), message, fix };
  return { ca: undefined, problems: [problem] };
}

/** The API key, read from its file if one is configured, and the problems of that file. */
async function readApiKey(
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
    ? { apiKey: key, problems: await checkKeyMode(file, positions.ofValue(at), formatPath(at)) }
    : problem(`${file} does not contain a valid key`, "it must contain only the key, on one line, in ASCII");
}

/** A warning for a key that other users of the machine can read; Windows has no such modes. */
export async function checkKeyMode(
  file: string,
  place: { line: number; column: number },
  at: string,
): Promise<ConfigProblem[]> {
  const { mode } = await stat(file);
  if (process.platform === "win32" || (mode & 0o004) === 0) return [];
  const message = `every user of this machine can read ${file}`;
  return [{ severity: "warning", ...place, path: at, message, fix: `chmod 600 ${file}` }];
}

/** The system's code of a failed read, such as ENOENT, else its message. */
export function readFailure(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
