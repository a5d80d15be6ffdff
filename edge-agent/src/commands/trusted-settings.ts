import { z } from "zod";
import { type Asker, LeftError } from "./setup/ask.ts";
import { printable } from "./foreign-text.ts";

/** A value of a configuration, with the setting that `config set` takes. */
export type NamedValue = { setting: string; value: string };

type Section = Record<string, unknown>;
const section = z.record(z.string(), z.unknown());

/**
 * Settings that decide what a device runs, and who gets its key. `part` is left out of the configuration without the
 * user's consent.
 */
const TRUSTED = [
  { path: ["releaseKey"], part: ["releaseKey"] },
  { path: ["cloud", "fallbackUrl"], part: ["cloud", "fallbackUrl"] },
  { path: ["cloud", "proxy", "url"], part: ["cloud", "proxy"] },
];

/** The trust anchors of a configuration that the one before it, if any, does not have. */
export function newTrust(config: Section, previous: unknown): NamedValue[] {
  return TRUSTED.flatMap(({ path }) => {
    const value = valueAt(config, path);
    // The check of the configuration refuses values that are not text.
    if (typeof value !== "string" || value === valueAt(previous, path)) return [];
    return [{ setting: path.join("."), value }];
  });
}

/** A copy of a configuration without these trust anchors. */
export function withoutTrust(config: Section, refused: readonly NamedValue[]): Section {
  const copy = structuredClone(config);
  for (const { path, part } of TRUSTED) {
    if (!refused.some(({ setting }) => setting === path.join("."))) continue;
    const owner = section.safeParse(valueAt(copy, part.slice(0, -1)));
    const [name = ""] = part.slice(-1);
    if (part.length === 1) delete copy[name];
    else if (owner.success) Object.assign(copy, { cloud: omit(owner.data, name) });
  }
  return copy;
}

/** Asks the user whether the device may trust the cloud's announcement. Without a user, or on Ctrl-C, it may not. */
export async function askForTrust(settings: readonly NamedValue[], asker: Asker): Promise<boolean> {
  if (settings.length === 0) return true;
  const lines = settings.map(({ setting, value }) => `  ${setting}: ${printable(value)}`);
  const message = [
    "The kept configuration names these, which decide what this device runs and who gets its key:",
    ...lines,
    "Are they those of your own records?",
  ];
  try {
    return asker.isInteractive && (await asker.confirm(message.join("\n"), false));
  } catch (error) {
    if (error instanceof LeftError) return false;
    throw error;
  }
}

/** All addresses of a configuration, which the device connects to once it runs. */
export function addressesOf(config: unknown, setting = ""): NamedValue[] {
  if (typeof config === "string") return /^[a-z][a-z\d+.-]*:\/\//i.test(config) ? [{ setting, value: config }] : [];
  if (typeof config !== "object" || config === null) return [];
  return Object.entries(config).flatMap(([key, value]) => {
    const id = Array.isArray(config) ? section.safeParse(value).data?.["id"] : undefined;
    const name = typeof id === "string" ? id : key;
    return addressesOf(value, setting === "" ? name : `${setting}.${name}`);
  });
}

function valueAt(config: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => section.safeParse(value).data?.[key], config);
}

const omit = (from: Section, name: string): Section =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
