import { readFileSync } from "node:fs";
import path from "node:path";
import { releaseId, releaseManifest } from "@container-inspection/shared-schemas/releases";
import { z } from "zod";
import { makeFolder, syncPath } from "../base/sync-path.ts";
import { replaceFile } from "../base/replace-file.ts";

const { kind, name, version, settings } = releaseManifest.shape;
/** A release that is used: the settings by which the configuration changes. */
export const appliedRelease = z.object({
  releaseId,
  kind,
  name,
  version,
  settings,
});
export type AppliedRelease = z.infer<typeof appliedRelease>;

/** Schema of the list, without a maximum length: a list that cannot be read would be written again at each start. */
const appliedFile = z.object({ releases: z.array(appliedRelease) });

/** Folder of the releases rolled out to this device, in its data folder. */
export const releasesFolder = (dataDir: string): string => path.join(dataDir, "releases");
const fileOf = (dataDir: string): string => path.join(releasesFolder(dataDir), "applied.json");

/**
 * Returns the releases that are rolled out to this device and replace settings of its configuration file; empty if the
 * list is missing or cannot be read, because the configuration file alone always works.
 */
export function readApplied(dataDir: string): AppliedRelease[] {
  try {
    return appliedFile.parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8"))).releases;
  } catch {
    return [];
  }
}

/** Replaces the list, safe from a power cut; the next reading of the configuration uses it. */
export function writeApplied(dataDir: string, releases: readonly AppliedRelease[]): void {
  makeFolder(releasesFolder(dataDir));
  replaceFile(fileOf(dataDir), `${JSON.stringify({ releases }, null, 2)}\n`, 0o600);
  syncPath(releasesFolder(dataDir));
}

/**
 * Settings that no release changes: whom this device talks to and trusts, where its records lie, and who may sign in. A
 * device that cannot reach its cloud could not be rolled back.
 */
const OWN = new Set(["cloud", "device", "dataDir", "outbox", "page", "status", "releaseKey"]);

/** The first setting that a release must not change; undefined where there is none. */
export function findOwnSetting(changes: AppliedRelease["settings"]): string | undefined {
  return changes.find(({ setting }) => OWN.has(setting.split(/[.[]/)[0] ?? ""))?.setting;
}
