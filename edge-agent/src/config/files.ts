import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { readKeyFile } from "../base/key-file.ts";
import type { Positions } from "./positions.ts";
import { type ConfigProblem, formatPath } from "./problem.ts";
import type { ConfigFile } from "./sections.ts";
import { describeMissing, isMissingPackage, packagedModel } from "./packaged-models.ts";
import { pathOfSetting } from "./path-of-setting.ts";

/** Folder of the models that come with the agent: `bundled:name` is `name.onnx` in it. */
const BUNDLED_MODELS = path.resolve(import.meta.dirname, "../../models");

/** The absolute path of a model as it is named in the configuration, which lies in `folder`. */
export function resolveModelFile(file: string, folder: string): string {
  const packaged = packagedModel(file);
  if (packaged !== null) return packaged;
  const bundled = /^bundled:([A-Za-z0-9._-]+)$/.exec(file)?.[1];
  return bundled === undefined ? pathOfSetting(folder, file) : pathInside(BUNDLED_MODELS, `${bundled}.onnx`);
}

/** A problem for each model whose file is missing. */
async function checkModelFiles(
  { models, numbers }: Pick<ConfigFile, "models" | "numbers">,
  folder: string,
  positions: Positions,
): Promise<ConfigProblem[]> {
  const files: { at: (string | number)[]; file: string }[] = Object.entries(models).map(([name, { file }]) => ({
    at: ["models", name, "file"],
    file,
  }));
  if (numbers) {
    files.push({ at: ["numbers", "characters"], file: numbers.characters });
    for (const [index, file] of numbers.lines.entries())
      files.push({ at: ["numbers", "lines", ...(numbers.lines.length > 1 ? [index] : [])], file });
  }
  const checks = files.map(async ({ at, file }): Promise<ConfigProblem[]> => {
    const absolute = resolveModelFile(file, folder);
    const found = await stat(absolute).catch(() => null);
    if (found?.isFile()) return [];
    if (isMissingPackage(file)) {
      const isSpare = numbers?.lines.some((other) => !isMissingPackage(other)) ?? false;
      const severity = isSpare ? "warning" : "error";
      return [{ severity, ...positions.ofValue(at), path: formatPath(at), ...describeMissing(file) }];
    }
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
): Promise<{ key: ReadKey; brokerCa: string | undefined; problems: ConfigProblem[] }> {
  const key = await readApiKey(file.cloud, folder, positions);
  const broker = await readBrokerCa(file.mqtt, folder, positions);
  const problems = [...key.problems, ...(await checkModelFiles(file, folder, positions)), ...broker.problems];
  return { key, brokerCa: broker.ca, problems };
}

/** The certificate authorities of the MQTT broker, read from their file if one is configured. */
async function readBrokerCa(
  mqtt: ConfigFile["mqtt"],
  folder: string,
  positions: Positions,
): Promise<{ ca: string | undefined; problems: ConfigProblem[] }> {
  if (mqtt?.caFile === undefined) return { ca: undefined, problems: [] };
  const at = ["mqtt", "caFile"];
  const file = pathOfSetting(folder, mqtt.caFile);
  const ca = await readFile(file, "utf8").catch(() => null);
  if (ca?.includes("-----BEGIN CERTIFICATE-----")) return { ca, problems: [] };
  const message = ca === null ? `file ${file} cannot be read` : `file ${file} contains no certificate`;
  const fix = "specify a file with the broker's certificate authority in PEM";
  const problem = { severity: "error" as const, ...positions.ofValue(at), path: formatPath(at), message, fix };
  return { ca: undefined, problems: [problem] };
}

/** `apiKeyFile` is the absolute path of the file that it was read from, or null. */
export type ReadKey = { apiKey: string; apiKeyFile: string | null };

/** The API key, read from its file if one is configured, and the problems of that file. */
async function readApiKey(
  { apiKey, apiKeyFile }: ConfigFile["cloud"],
  folder: string,
  positions: Positions,
): Promise<ReadKey & { problems: ConfigProblem[] }> {
  if (apiKeyFile === undefined) return { apiKey: apiKey ?? "", apiKeyFile: null, problems: [] };
  const file = pathOfSetting(folder, apiKeyFile);
  const at = ["cloud", "apiKeyFile"];
  const problem = (message: string, fix: string): ReadKey & { problems: ConfigProblem[] } => ({
    apiKey: "",
    apiKeyFile: file,
    problems: [{ severity: "error", ...positions.ofValue(at), path: formatPath(at), message, fix }],
  });
  const reading = await readKeyFile(file);
  return reading.ok
    ? {
        apiKey: reading.key,
        apiKeyFile: file,
        problems: await checkKeyMode(file, positions.ofValue(at), formatPath(at)),
      }
    : problem(reading.message, reading.fix);
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
