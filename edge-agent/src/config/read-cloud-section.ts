import { readFile } from "node:fs/promises";
import path from "node:path";
import { LineCounter, parseDocument } from "yaml";
import type { CloudNetwork } from "../forwarding/link/open-dispatcher.ts";
import { readFailure } from "../base/key-file.ts";
import { readCloudNetwork } from "./cloud-network.ts";
import { expandEnvironment } from "./environment.ts";
import { createPositions } from "./positions.ts";
import { formatProblem } from "./problem.ts";
import { createSchemaGuide, describeIssue, toProblems } from "./schema-problems.ts";
import { configFile } from "./sections.ts";
import { dataDirOf } from "./data-dir.ts";
import { pathOfSetting } from "./path-of-setting.ts";

/** Settings with which a device without a key reaches its cloud; `keyFile` and `dataDir` are absolute paths. */
export type CloudSection = {
  cloudUrl: string;
  /** The file that the key of the device belongs in. */
  keyFile: string;
  dataDir: string;
  deviceId: string;
  network: CloudNetwork;
};

type Reading = ({ ok: true } & CloudSection) | { ok: false; problems: string[] };
type Environment = Record<string, string | undefined>;

/** Reads the cloud of a configuration whose key file may be missing. */
export async function readCloudSection(file: string, environment: Environment): Promise<Reading> {
  try {
    return await readCloudSectionText(await readFile(file, "utf8"), file, environment);
  } catch (error) {
    return { ok: false, problems: [`${file}: the configuration file cannot be read (${readFailure(error)})`] };
  }
}

/** Reads the cloud of a configuration as if it were in this file. */
export async function readCloudSectionText(text: string, file: string, environment: Environment): Promise<Reading> {
  const folder = path.dirname(path.resolve(file));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0)
    return { ok: false, problems: [`${file} is not valid YAML: see edge-agent config check`] };
  const positions = createPositions(document, lines);
  const unset = expandEnvironment(document, environment, positions);
  const parsed = configFile.safeParse(document.toJS() ?? {}, { error: describeIssue });
  if (!parsed.success) {
    const found = [...unset, ...toProblems(parsed.error.issues, createSchemaGuide(configFile), positions)];
    return { ok: false, problems: found.map((problem) => formatProblem(file, problem)) };
  }
  const { cloud, device } = parsed.data;
  const { network, problems } = await readCloudNetwork(parsed.data, environment, { folder, positions });
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { ok: false, problems: errors.map((problem) => formatProblem(file, problem)) };
  if (cloud.apiKeyFile === undefined) {
    return { ok: false, problems: [`${file}: cloud.apiKeyFile is not set, so there is no file for the key`] };
  }
  const cloudUrl = cloud.url.replace(/\/+$/, "");
  const keyFile = pathOfSetting(folder, cloud.apiKeyFile);
  const dataDir = dataDirOf(folder, parsed.data.dataDir);
  return { ok: true, cloudUrl, keyFile, dataDir, deviceId: device.id, network };
}
