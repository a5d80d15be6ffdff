import { addCredentials, resolveCameraUrl } from "../cameras/sources.ts";
import type { DriftSettings } from "./drift-section.ts";
import { resolveModelFile } from "./files.ts";
import { isMissingPackage } from "./packaged-models.ts";
import type { NumbersConfig } from "./numbers-section.ts";
import type { ConfigFile } from "./sections.ts";

export function resolveNumbers(numbers: ConfigFile["numbers"], folder: string): NumbersConfig | null {
  if (!numbers) return null;
  const characters = resolveModelFile(numbers.characters, folder);
  const lines = numbers.lines.filter((file) => !isMissingPackage(file)).map((file) => resolveModelFile(file, folder));
  return { ...numbers, characters, lines };
}

export function resolveDrift({ enabled, weekend, ...settings }: ConfigFile["drift"]): DriftSettings | null {
  return enabled ? { ...settings, weekendDays: weekend } : null;
}

export function whenEnabled<Settings>({ enabled, ...settings }: Settings & { enabled: boolean }) {
  return enabled ? settings : undefined;
}

/** The address of a camera with its credentials; one beside the configuration begins at `folder`. */
export function resolveUrl(
  url: string,
  { username, password }: Pick<ConfigFile["cameras"][number], "username" | "password">,
  folder: string,
): string {
  const added = addCredentials(url, { username, password });
  if (!added.ok) throw new Error(`credentials that do not fit the camera passed the check: ${added.problem}`);
  return resolveCameraUrl(added.url, folder);
}
