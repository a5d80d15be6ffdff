import { addCredentials, parseCameraUrl, resolveCameraUrl } from "../cameras/sources.ts";
import { type ConfigFile, configFile } from "./sections.ts";

/** Address of the cloud in the readable part of a file that names none. */
export const NO_CLOUD = "http://cloud.invalid";
/** Values of the sections that every file has, for one in which they are missing or wrong. */
const PLACEHOLDERS = { cloud: { url: NO_CLOUD, apiKey: "none" }, device: { id: "unknown" } };

type Section = Record<string, unknown>;

/**
 * Keeps the valid parts of a configuration file, so that they can be examined although the file cannot be used: first
 * without the wrong settings, cameras, stations and models, then without the sections that are still wrong. Undefined
 * where nothing is left, such as for a list.
 */
export function keepReadable(raw: unknown): ConfigFile | undefined {
  const kept = keepValid(raw);
  const isKeyless = kept?.cloud.apiKey === PLACEHOLDERS.cloud.apiKey;
  return kept && isKeyless ? { ...kept, cloud: { ...kept.cloud, apiKey: "" } } : kept;
}

function keepValid(raw: unknown): ConfigFile | undefined {
  if (!isSection(raw)) return undefined;
  let kept: Section = { ...raw, cloud: keepCloud(raw["cloud"]) };
  for (const depth of [2, 1]) {
    const parsed = configFile.safeParse({ ...PLACEHOLDERS, ...kept });
    if (parsed.success) return parsed.data;
    const wrong = parsed.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
    );
    const inPlace = wrong.filter((path) => path.length > 0);
    kept = withoutAll(
      kept,
      inPlace.map((path) => path.slice(0, depth)),
    );
  }
  return configFile.safeParse({ ...PLACEHOLDERS, ...kept }).data;
}

/** The cloud needs a key; its address alone can be examined without one. */
function keepCloud(cloud: unknown): unknown {
  if (!isSection(cloud)) return PLACEHOLDERS.cloud;
  const hasKey = cloud["apiKey"] !== undefined || cloud["apiKeyFile"] !== undefined;
  return { ...cloud, ...(!hasKey && { apiKey: PLACEHOLDERS.cloud.apiKey }) };
}

/** Leaves out the cameras and stations that do not fit the rest of the file. */
export function keepResolvable(file: ConfigFile, folder: string): ConfigFile {
  const cameras = file.cameras.filter(({ url, subStream, username, password }) =>
    [url, ...(subStream === undefined ? [] : [subStream])].every((address) => {
      const added = addCredentials(address, { username, password });
      return added.ok && parseCameraUrl(resolveCameraUrl(added.url, folder)).ok;
    }),
  );
  const lanes = new Set(file.lanes.map(({ id }) => id));
  const stations = file.stations.filter(({ container, lane }) => container !== undefined || lanes.has(lane ?? ""));
  return { ...file, cameras, stations };
}

const isSection = (value: unknown): value is Section =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A copy without the values at these paths of one or two keys. */
function withoutAll(section: Section, paths: readonly (readonly PropertyKey[])[]): Section {
  const whole = new Set(paths.filter((path) => path.length === 1).map(([name]) => String(name)));
  const entries = Object.entries(section).filter(([name]) => !whole.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const keys = new Set(paths.filter(([first]) => String(first) === name).map(([, key]) => String(key)));
      if (Array.isArray(value)) return [name, value.filter((_, index) => !keys.has(String(index)))];
      if (!isSection(value)) return [name, value];
      return [name, Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)))];
    }),
  );
}
