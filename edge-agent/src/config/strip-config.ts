import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { MissingPart } from "@container-inspection/shared-schemas/device-configurations";
import { parse, stringify } from "yaml";
import { stripCredentials } from "../cameras/mask-url.ts";
import { resolveModelFile } from "./files.ts";
import { layPageZones, type PageZones } from "./page-zones.ts";

/** Name of the file in which `join` stores the key of new hardware, beside the configuration. */
export const RESTORED_KEY_FILE = "edge-api-key";

/** A configuration that may leave its device. */
export type StrippedConfig = { configuration: string; missing: MissingPart[] };

const SECRET_KEY = /^(apiKey|password|token|secret)$/i;
const REFERENCE = /^\$\{[^}]*\}$/;
/** Settings that name files beside the configuration, besides models. */
const FILES =
  /^(numbers\.(characters|lines(\.\d+)?)|(cloud|mqtt)\.caFile|cloud\.clientCertificate\.(certificateFile|keyFile))$/;
const MODEL_FILE = /^models\.(.+)\.file$/;

type Part = Omit<MissingPart, "name" | "sha256"> & Partial<Pick<MissingPart, "name" | "sha256">>;
type Note = (part: Part) => void;

/**
 * A valid configuration without secrets and comments, and what new hardware lacks: secrets, environment variables,
 * files with the SHA-256 of models, and the password of the technician's page. `folder` is that of its file;
 * `saved` are the zones of that page.
 */
export async function stripConfig(text: string, folder: string, saved: PageZones = {}): Promise<StrippedConfig> {
  const missing: MissingPart[] = [];
  const note: Note = ({ name = null, sha256 = null, ...part }) => void missing.push({ ...part, name, sha256 });
  const stripped = stripValue(layPageZones(parse(text), saved), "", note);
  const kept = withKeyFile(stripped);
  notePagePassword(kept, note);
  for (const part of missing) {
    if (!MODEL_FILE.test(part.setting) || part.name === null) continue;
    part.sha256 = await hashFile(resolveModelFile(part.name, folder));
  }
  return { configuration: stringify(kept, { lineWidth: 0 }), missing };
}

function stripValue(value: unknown, setting: string, note: Note): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => stripValue(item, `${setting}.${nameOf(item) ?? index}`, note));
  if (isSection(value)) return stripSection(value, setting, note);
  return typeof value === "string" ? stripText(value, setting, note) : value;
}

function stripSection(section: Record<string, unknown>, at: string, note: Note): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(section)) {
    const setting = at === "" ? key : `${at}.${key}`;
    // The key of new hardware is written into a file.
    if (setting === "cloud.apiKey") continue;
    const isSecret = SECRET_KEY.test(key) && !isSection(value) && !REFERENCE.test(String(value));
    if (isSecret) note({ setting, kind: "secret" });
    else kept[key] = stripValue(value, setting, note);
  }
  return kept;
}

function stripText(text: string, setting: string, note: Note): string {
  const bare = stripCredentials(text);
  if (bare !== text) note({ setting, kind: "secret" });
  for (const [, name = ""] of bare.matchAll(/\$\{([^}]*)\}/g)) note({ setting, kind: "variable", name });
  const isFile = (FILES.test(setting) || MODEL_FILE.test(setting)) && !bare.startsWith("bundled:");
  if (isFile) note({ setting, kind: "file", name: bare });
  return bare;
}

/** An entry of a list is named by its id, as `config set` takes it. */
function nameOf(item: unknown): string | undefined {
  return isSection(item) && typeof item["id"] === "string" ? item["id"] : undefined;
}

function withKeyFile(config: unknown): unknown {
  if (!isSection(config) || !isSection(config["cloud"])) return config;
  return { ...config, cloud: { ...config["cloud"], apiKeyFile: RESTORED_KEY_FILE } };
}

function notePagePassword(config: unknown, note: Note): void {
  const page = isSection(config) ? config["page"] : undefined;
  if (isSection(page) && page["host"] !== undefined && page["enabled"] !== false)
    note({ setting: "page.host", kind: "page-password" });
}

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null where the file cannot be read. */
async function hashFile(file: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest("hex");
  } catch {
    return null;
  }
}
