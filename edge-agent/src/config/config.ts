import { readFile } from "node:fs/promises";
import path from "node:path";
import { LineCounter, parseDocument } from "yaml";
import type { PictureHealthSettings } from "../cameras/picture-health.ts";
import type { PrivacyZone } from "../cameras/privacy-zones.ts";
import type { Turn } from "../cameras/turn-picture.ts";
import { applyRelease, readWithReleases } from "./apply-release.ts";
import { readCloudNetwork } from "./cloud-network.ts";
import { expandEnvironment } from "./environment.ts";
import { readFiles, type ReadKey } from "./files.ts";
import type { NumbersConfig } from "./numbers-section.ts";
import { readFailure } from "../base/key-file.ts";
import { withPageZones } from "./page-zones.ts";
import { createPositions, type Positions } from "./positions.ts";
import type { ConfigProblem } from "./problem.ts";
import { checkReferences } from "./references.ts";
import type { Sending } from "./sending.ts";
import { createSchemaGuide, describeIssue, toProblems } from "./schema-problems.ts";
import { type ConfigFile, configFile } from "./sections.ts";
import type { ScanSettings } from "./station-section.ts";
import type { CloudNetwork } from "../forwarding/link/open-dispatcher.ts";
import type { MqttSettings } from "./mqtt-section.ts";
import type { LayoutName } from "../inference/layouts/layout.ts";
import type { ScanType } from "../stations/capture.ts";
import type { ObjectFilter } from "../stations/choose-objects.ts";
import type { FloorGeometry } from "../stations/floor-camera.ts";
import type { ContainerSource } from "../stations/container-numbers.ts";
import type { Times } from "../stations/passages/travel-times.ts";
import { keepReadable, keepResolvable } from "./readable-config.ts";
import { resolveConfig } from "./resolve-config.ts";
import type { LaneConfig } from "./resolve-containers.ts";
import { findPasswordProblem } from "./page-password.ts";
import type { PageSettings } from "./page-section.ts";
import type { AppliedRelease } from "./applied-releases.ts";
import type { DriftSettings } from "./drift-section.ts";
import type { TracesSettings } from "../base/traces/traces.ts";
import type { WatchingSettings } from "./watching-section.ts";

type ModelConfig = {
  file: string;
  confidence: number;
  nameConfidence?: number | undefined;
  iou: number;
  layout?: LayoutName | undefined;
  classNames?: string[] | undefined;
  executionProvider: string;
};
type CameraConfig = {
  id: string;
  url: string;
  /** Watched instead of `url`. */
  subStream: string | undefined;
  framesPerSecond: number;
  maxWidthPixels: number | undefined;
  watchWidthPixels: number;
  /** Undefined: every picture is processed. */
  motion: { minimumAreaPercent: number; lookEverySeconds: number } | undefined;
  /** Undefined: the pictures are not checked. */
  health: PictureHealthSettings | undefined;
  decoder: string;
  rotate: Turn;
  privacyZones: PrivacyZone[];
};
export type StationConfig = {
  id: string;
  camera: string;
  model: string;
  scanType: ScanType;
  alsoScan: Partial<Record<ScanType, string | undefined>>;
  /** Lane of the station; null if it belongs to none. */
  lane: string | null;
  position: string | undefined;
  /** Its own, or its lane's. */
  container: ContainerSource;
  /** Cameras that read the container's number; those of a lane are the lane's. */
  numberCameras: readonly string[];
  /** Usual times until a vehicle comes to it, which hold until they are learnt. */
  usualTimes: Times;
  /** Cameras whose pictures of each visit are evidence. */
  evidence: { cameras: readonly string[] };
  objects: ObjectFilter;
  /** Undefined: no volumes are estimated. */
  geometry?: FloorGeometry | undefined;
  scan: ScanSettings;
};

/** The checked configuration: every path is absolute, every name resolved, every default set. */
export type AgentConfig = {
  /** Absolute path of the file it was read from. */
  file: string;
  cloud: { url: string; network: CloudNetwork; sending: Sending } & ReadKey;
  device: { id: string; userEmail: string | undefined };
  dataDir: string;
  /** Public half of the key that signs releases for this device, base64; null: the device accepts none. */
  releaseKey: string | null;
  /** Releases that are rolled out to this device and are part of this configuration. */
  releases: readonly AppliedRelease[];
  models: ReadonlyMap<string, ModelConfig>;
  /** Null: this agent reads no container numbers. */
  numbers: NumbersConfig | null;
  /** Undefined: chosen by the number of cameras and cores. */
  inference: { workers: number | undefined; threadsPerWorker: number | undefined };
  cameras: readonly CameraConfig[];
  lanes: readonly LaneConfig[];
  stations: readonly StationConfig[];
  mqtt: MqttSettings | null;
  outbox: { maxSizeBytes: number };
  watching: WatchingSettings & { enabled: boolean };
  page: PageSettings;
  /** Null: the days of the cameras are not compared. */
  drift: DriftSettings | null;
  /** Null: nothing is traced. */
  traces: TracesSettings | null;
  /** Null: only `serve` serves models to the cloud. */
  aiService: { host: string; port: number; maxInFlight: number } | null;
  status: { port: number; host: string };
};

/** `warnings` and `problems` in the order of the file. */
export type ConfigReading =
  | { ok: true; config: AgentConfig; warnings: ConfigProblem[] }
  | {
      ok: false;
      file: string;
      problems: ConfigProblem[];
      /** The parts of the file that are valid: to be examined, never to be run. */
      readable?: AgentConfig | undefined;
    };

const MAX_FILE_BYTES = 1_000_000;
const guide = createSchemaGuide(configFile);

/**
 * Reads and checks a configuration file; relative paths in it start at its folder. Reports every problem at once.
 * The text of `apiKey` and of environment variables never enters a problem.
 */
export async function readConfig(
  file: string,
  environment: Record<string, string | undefined>,
  options: ReadOptions = {},
): Promise<ConfigReading> {
  const absolute = path.resolve(file);
  try {
    return await readConfigText(await readFile(absolute, "utf8"), absolute, environment, options);
  } catch (error) {
    const reason = readFailure(error);
    const missing = "create it with edge-agent init, or specify another file with --config FILE or EDGE_AGENT_CONFIG";
    return reason === "ENOENT"
      ? refuseFile(absolute, "the configuration file does not exist", missing)
      : refuseFile(
          absolute,
          `the configuration file cannot be read (${reason})`,
          "check that it is a file that this user may read",
        );
  }
}

const refuseFile = (file: string, message: string, fix: string): ConfigReading => ({
  ok: false,
  file,
  problems: [{ severity: "error", line: 1, column: 1, path: "", message, fix }],
});

/**
 * `needsPassword: false` is for the command that sets the password of the page, which is missing until then.
 * `releases` replace those rolled out to this device.
 */
type ReadOptions = { needsPassword?: boolean; releases?: readonly AppliedRelease[] | undefined };

/**
 * Checks a configuration as if it were in the file `absolute`, with the releases rolled out to this device: one that
 * does not fit is left out, with a warning. Reports every problem at once.
 */
export async function readConfigText(
  text: string,
  absolute: string,
  environment: Record<string, string | undefined>,
  options: ReadOptions = {},
): Promise<ConfigReading> {
  return readWithReleases((used) => readWith(used, text, absolute, environment, options), options.releases);
}

/** Checks a configuration with these releases. */
async function readWith(
  releases: readonly AppliedRelease[],
  text: string,
  absolute: string,
  environment: Record<string, string | undefined>,
  { needsPassword = true }: ReadOptions,
): Promise<ConfigReading> {
  if (text.length > MAX_FILE_BYTES) {
    return refuseFile(absolute, "the configuration file is over 1 MB", "specify the right file");
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const positions = createPositions(document, lines);
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }): ConfigProblem => ({
      severity: "error",
      ...positions.at(pos[0]),
      path: "",
      message: `is not valid YAML: ${message}`,
      fix: "check the indentation (spaces only), colons and quotes here and on the previous line",
    }));
    return { ok: false, file: absolute, problems };
  }
  try {
    for (const release of releases) applyRelease(document, release);
  } catch (error) {
    return refuseFile(absolute, error instanceof Error ? error.message : String(error), "");
  }
  const unset = expandEnvironment(document, environment, positions);
  const raw: unknown = document.toJS() ?? {};
  const parsed = configFile.safeParse(raw, { error: describeIssue });
  const folder = path.dirname(absolute);
  const parts = { environment, folder, positions };
  if (!parsed.success) {
    const problems = inOrder([...unset, ...toProblems(parsed.error.issues, guide, positions)]);
    const kept = keepReadable(raw);
    return { ok: false, file: absolute, problems, readable: kept && (await readReadable(kept, absolute, parts)) };
  }
  const { data, warnings } = withPageZones(raw, parsed.data, folder);
  const files = await readFiles(data, folder, positions);
  const password = needsPassword ? findPasswordProblem(data, folder, positions) : [];
  const network = await readCloudNetwork(data, environment, parts);
  const references = checkReferences(data, folder, positions);
  const found = inOrder([...unset, ...references, ...files.problems, ...network.problems, ...password, ...warnings]);
  if (found.some(({ severity }) => severity === "error"))
    return { ok: false, file: absolute, problems: found, readable: await readReadable(data, absolute, parts) };
  return {
    ok: true,
    config: { ...resolveConfig(data, absolute, { ...files, network: network.network }), releases },
    warnings: found,
  };
}

/** Returns the valid parts of a configuration that must not be used; missing parts are left empty. */
async function readReadable(
  data: ConfigFile,
  absolute: string,
  parts: { environment: Record<string, string | undefined>; folder: string; positions: Positions },
): Promise<AgentConfig> {
  const { folder, positions, environment } = parts;
  const files = await readFiles(data, folder, positions);
  const { network } = await readCloudNetwork(data, environment, parts);
  return { ...resolveConfig(keepResolvable(data, folder), absolute, { ...files, network }), releases: [] };
}

const inOrder = (problems: ConfigProblem[]) => problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
