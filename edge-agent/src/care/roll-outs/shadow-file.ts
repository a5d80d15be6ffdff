import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { makeFolder } from "../../base/sync-path.ts";
import { replaceFile } from "../../base/replace-file.ts";
import { savedCounts } from "../shadows/shadow-counts.ts";
import { appliedRelease, releasesFolder } from "../../config/applied-releases.ts";

/** A release that is compared with the one in use, and its counts. */
const savedShadow = z.object({
  release: appliedRelease,
  counts: savedCounts.nullable(),
  /** Starts of it since it last ran for some time, or the agent was stopped in order. */
  starts: z.int().min(0),
});
export type SavedShadow = z.infer<typeof savedShadow>;

const savedShadows = z.object({ shadows: z.array(savedShadow) });

const fileOf = (dataDir: string): string => path.join(releasesFolder(dataDir), "shadows.json");

/** Returns the comparisons made before this start; empty if the list is missing or cannot be read. */
export function readShadows(dataDir: string): SavedShadow[] {
  try {
    return savedShadows.parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8"))).shadows;
  } catch {
    return [];
  }
}

/** Replaces the list, safe from a power cut. */
export function writeShadows(dataDir: string, shadows: readonly SavedShadow[]): void {
  makeFolder(releasesFolder(dataDir));
  replaceFile(fileOf(dataDir), `${JSON.stringify({ shadows })}\n`, 0o600);
}
